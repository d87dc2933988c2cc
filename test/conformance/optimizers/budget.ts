/** Does a method keep to its budget, whatever it is, and to the tasks there are? */
import fc from 'fast-check';
import { expect } from 'vitest';
import { BOTH, type Check, expectValid, type Run, SCOPES } from './trial.ts';

export function describeBudget(run: Run, check: Check): void {
  check('charges at most its budget, whatever it is', async () => {
    const scope = fc.constantFrom(...SCOPES);
    const property = fc.asyncProperty(
      fc.nat(200),
      fc.nat(999),
      scope,
      async (budget, seed, optimize) => {
        const { job, result } = await run({ budget, seed, optimize });
        expect(job.context.budget().charged).toBeLessThanOrEqual(budget);
        expectValid(job, result.incumbent);
      },
    );
    await fc.assert(property, { numRuns: 16 });
  });

  check('returns the seed when there is nothing to spend', async () => {
    for (const optimize of SCOPES) {
      const { job, result } = await run({ budget: 0, optimize });
      expect(result.incumbent).toEqual(job.context.seedCandidate);
    }
  });

  check('returns the seed when nothing may change', async () => {
    const { job, result } = await run({ optimize: { prompts: false, topology: false } });
    expect(result.incumbent).toEqual(job.context.seedCandidate);
    expect(job.context.budget().charged).toBe(0);
  });

  check('terminates without train tasks', async () => {
    const { job, result } = await run({ trainTasks: 0 });
    expectValid(job, result.incumbent);
  });

  check('works with fewer train tasks than a batch', async () => {
    for (const trainTasks of [1, 2, 7]) {
      const { job, result } = await run({
        trainTasks,
        optimize: BOTH,
      });
      expectValid(job, result.incumbent);
    }
  });
}
