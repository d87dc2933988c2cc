/** What does a method of a test do? Whatever the test says, as any plugin could. */
import { Type } from '@sinclair/typebox';
import type { Optimizer, OptimizerContext, OptimizerResult } from '../../../src/core/optimizer.ts';

export function askingOptimizer(
  optimize: (context: OptimizerContext) => Promise<OptimizerResult>,
): Optimizer {
  return {
    id: 'asking',
    version: 1,
    title: 'A method of a test',
    about: { needs: [], sources: [], steps: ['What the test says.'], spending: '', deviations: [] },
    optionsSchema: Type.Object({}, { additionalProperties: false }),
    minimumBudget: () => 0,
    optimize,
  };
}
