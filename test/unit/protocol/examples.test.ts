/** Do a method's candidates leave with the worked examples that their parameters ask for, and with no others? */
import { describe, expect, test } from 'vitest';
import { type Candidate, candidateDigest, withParameters } from '../../../src/core/candidate.ts';
import type { Optimizer, OptimizerContext } from '../../../src/core/optimizer.ts';
import { neighbours } from '../../../src/core/space.ts';
import { gepa } from '../../../src/optimizers/gepa/index.ts';
import { showingExamples } from '../../../src/protocol/search/examples.ts';
import { type SyntheticOptions, syntheticJob } from '../../support/synthetic-context.ts';

const both = { prompts: true, topology: true };

/** A method that does what it is told and ends with the candidate it is given. */
function methodThat(
  work: (context: OptimizerContext) => Promise<Candidate>,
  minimum = 0,
): Optimizer {
  return {
    ...(gepa as Optimizer),
    minimumBudget: () => minimum,
    optimize: async (context) => ({ incumbent: await work(context), stop: 'done' }),
  };
}

async function run(
  work: (context: OptimizerContext) => Promise<Candidate>,
  options: SyntheticOptions & { readonly minimum?: number } = {},
) {
  const { minimum, ...more } = options;
  const job = syntheticJob({ wide: true, optimize: both, budget: 400, ...more });
  const method = showingExamples(methodThat(work, minimum));
  return { job, result: await method.optimize(job.context, {} as never) };
}

const shown = (context: OptimizerContext, demonstrations: number): Candidate =>
  withParameters(context.seedCandidate, { ...context.seedCandidate.parameters, demonstrations });

describe('a number of worked examples', () => {
  test('becomes as many examples of each role, from tasks that the seed solved', async () => {
    const tasks = new Set<string>();
    const { job, result } = await run(async (context) => {
      for (const { id } of context.train) tasks.add(id);
      return shown(context, 2);
    });
    const { incumbent } = result;
    expect(Object.keys(incumbent.demonstrations).sort()).toEqual(
      Object.keys(incumbent.roles).sort(),
    );
    const [first] = job.asks[0] ?? [];
    const asked = first?.kind === 'rollouts' ? first : null;
    // Five per cent of 400, and at most twelve.
    expect(asked?.tasks).toHaveLength(12);
    for (const [role, examples] of Object.entries(incumbent.demonstrations)) {
      expect(examples).toHaveLength(2);
      for (const { input, output } of examples) {
        const number = /^Task number (\d+)$/.exec(input)?.[1];
        expect(output).toContain(`on task ${number}:`);
        expect(output).toContain(`unit ${Object.keys(incumbent.roles).indexOf(role)} `);
        expect(tasks).not.toContain(`train-${number}`);
      }
    }
  });

  test('rides along in everything that is asked and noted, and parents keep their names', async () => {
    const { job } = await run(async (context) => {
      const one = shown(context, 1);
      const { seedCandidate } = context;
      const origin = [candidateDigest(seedCandidate)];
      context.note({ kind: 'candidate-proposed', candidate: one, parents: origin, reason: 'a' });
      const two = shown(context, 2);
      const parents = [candidateDigest(one)];
      context.note({ kind: 'candidate-proposed', candidate: two, parents, reason: 'b' });
      const tasks = context.validation.slice(0, 3);
      await context.step([{ kind: 'rollouts', candidate: two, tasks, whenShort: 'skip' }]);
      return seedCandidate;
    });
    const noted = job.events.flatMap((event) => ('candidate' in event ? [event] : []));
    expect(noted.map(({ candidate }) => candidate.demonstrations['solver']?.length)).toEqual([
      1, 2,
    ]);
    const [first, second] = noted;
    expect(second?.parents).toEqual([candidateDigest(first?.candidate as Candidate)]);
    const asked = job.asks
      .flat()
      .flatMap((ask) => (ask.kind === 'rollouts' ? [ask.candidate] : []));
    expect(asked.at(-1)).toEqual(second?.candidate);
  });

  test('of none leaves a candidate as it is', async () => {
    const { job, result } = await run(async ({ seedCandidate }) => seedCandidate);
    expect(result.incumbent).toBe(job.context.seedCandidate);
  });

  test("lets a role keep the method's own examples", async () => {
    const own = [{ input: 'mine', output: 'too' }];
    const { result } = await run(async (context) => ({
      ...shown(context, 1),
      demonstrations: { solver: own },
    }));
    expect(result.incumbent.demonstrations['solver']).toEqual(own);
    expect(result.incumbent.demonstrations['planner']).toHaveLength(1);
  });
});

describe('what cannot be shown cannot be searched', () => {
  const valuesSeen = async (options: Parameters<typeof run>[1]) => {
    let seen: readonly unknown[] = [];
    const { job } = await run(async (context) => {
      const { space, seedCandidate } = context;
      seen = space.free.find(({ name }) => name === 'demonstrations')?.values ?? [];
      const around = neighbours(space, seedCandidate.parameters);
      for (const setting of around) expect([0, ...seen]).toContain(setting['demonstrations'] ?? 0);
      return seedCandidate;
    }, options);
    return { seen, charged: job.context.budget().charged };
  };

  test('without a solved task', async () => {
    expect((await valuesSeen({ score: () => 0 })).seen).toEqual([]);
  });

  test('beyond the number of solved tasks', async () => {
    let left = 2;
    const score = (): number => {
      left -= 1;
      return left >= 0 ? 1 : 0;
    };
    expect((await valuesSeen({ score })).seen).toEqual([0, 1, 2]);
  });

  test("with a budget that the method's first step needs", async () => {
    const options = { budget: 100, minimum: 100, score: () => 1 };
    expect(await valuesSeen(options)).toEqual({ seen: [], charged: 0 });
    expect(await valuesSeen({ ...options, minimum: 99 })).toEqual({ seen: [0, 1], charged: 1 });
  });
});
