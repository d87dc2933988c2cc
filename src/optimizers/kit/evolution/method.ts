/** How does a member of GEPA's family become a method? It says what the reflecting model is shown; all else is the engine's. */
import type { MethodFacts } from '../../../core/method-facts.ts';
import type { Optimizer, OptimizerContext } from '../../../core/optimizer.ts';
import type { ProposalCase } from '../asks/proposal.ts';
import { evolutionMinimum, evolve } from './evolve.ts';
import type { EvolutionSettings, ReflectiveRow } from './types.ts';

export interface EvolutionMethod<Options extends EvolutionSettings> {
  readonly id: string;
  readonly title: string;
  readonly about: MethodFacts;
  readonly optionsSchema: object;
  readonly caseOf: (
    row: ReflectiveRow,
    options: Options,
    context: OptimizerContext,
  ) => ProposalCase;
}

/** Version 1 of each; the id is the first word of every random path. */
export function evolutionMethod<Options extends EvolutionSettings>(
  member: EvolutionMethod<Options>,
): Optimizer<Options> {
  const { caseOf, ...door } = member;
  return {
    ...door,
    version: 1,
    minimumBudget: evolutionMinimum,
    optimize: async (context, options) =>
      await evolve({
        context,
        options,
        name: door.id,
        caseOf: (row) => caseOf(row, options, context),
      }),
  };
}
