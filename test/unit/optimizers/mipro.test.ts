/** Does MIPROv2 collect, propose and search as its specification says? */
import { Value } from '@sinclair/typebox/value';
import { describe, expect, it } from 'vitest';
import { candidateDigest } from '../../../src/core/candidate.ts';
import type { RolloutsAsk } from '../../../src/core/optimizer.ts';
import { mipro } from '../../../src/optimizers/mipro/index.ts';
import { proposeInstructions } from '../../../src/optimizers/mipro/instructions.ts';
import { optionsSchema } from '../../../src/optimizers/mipro/options.ts';
import {
  type SyntheticJob,
  type SyntheticOptions,
  syntheticJob,
} from '../../support/synthetic-context.ts';
import { rolloutAsks, runMethod, type SyntheticRun } from '../../support/synthetic-run.ts';

const run = async (
  options: SyntheticOptions & { readonly set?: object } = {},
): Promise<SyntheticRun> => await runMethod(mipro, { ...options });

const onValidation = (job: SyntheticJob): RolloutsAsk[] =>
  rolloutAsks(job).filter((ask) => ask.tasks[0]?.id.startsWith('validation'));

const averageOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

describe('mipro', () => {
  it('validates the seed, then trials on minibatches, a full validation after every five and one at the end', async () => {
    const { job, stop } = await run({ set: { trials: 12 } });
    expect(stop).toBe('maximum_trials');
    const sizes = onValidation(job).map((ask) => ask.tasks.length);
    const five = [10, 10, 10, 10, 10, 50];
    expect(sizes).toEqual([50, ...five, ...five, 10, 10, 50]);
  });

  it('in full mode every trial is a full validation', async () => {
    const { job } = await run({ set: { trials: 4, minibatch: 0 } });
    expect(onValidation(job).map((ask) => ask.tasks.length)).toEqual([50, 50, 50, 50, 50]);
  });

  it('shows successes only, at most four, and never a task of the trials', async () => {
    const { job } = await run({});
    const shown = rolloutAsks(job).flatMap(({ candidate }) =>
      Object.values(candidate.demonstrations),
    );
    expect(shown.length).toBeGreaterThan(0);
    const solved = new Set<string>();
    job.asks.forEach((asks, step) => {
      asks.forEach((ask, index) => {
        if (ask.kind !== 'rollouts' || !ask.tasks[0]?.id.startsWith('train')) return;
        const rows = job.steps[step]?.answers[index] as readonly { readonly score: number }[];
        ask.tasks.forEach((task, row) => {
          const view = job.context.train.find(({ id }) => id === task.id);
          if ((rows[row]?.score ?? 0) > 0) solved.add(view?.brief.task ?? '');
        });
      });
    });
    for (const demonstrations of shown) {
      expect(demonstrations.length).toBeLessThanOrEqual(4);
      for (const { input } of demonstrations) expect(solved).toContain(input);
    }
  });

  it('spends on demonstrations at most its share, and on each train task once', async () => {
    const { job } = await run({ set: { bootstrapShare: 0.1, demonstrations: 8, candidates: 10 } });
    const rows = rolloutAsks(job)
      .filter((ask) => ask.tasks[0]?.id.startsWith('train'))
      .flatMap((ask) => ask.tasks.map(({ id }) => id));
    expect(rows.length).toBeLessThanOrEqual(60);
    expect(new Set(rows).size).toBe(rows.length);
  });

  it('keeps the seed when nothing is strictly better, and otherwise the best full validation', async () => {
    const flat = await run({ score: () => 0.5 });
    expect(flat.incumbent).toEqual(flat.job.context.seedCandidate);
    for (let seed = 0; seed < 3; seed += 1) {
      const { job, incumbent } = await run({ seed });
      const means = new Map<string, number>();
      job.asks.forEach((asks, step) => {
        const [ask] = asks;
        if (ask?.kind !== 'rollouts' || ask.tasks.length !== 50) return;
        const rows = job.steps[step]?.answers[0] as readonly { readonly score: number }[];
        const digest = candidateDigest(ask.candidate);
        if (!means.has(digest))
          means.set(
            digest,
            rows.reduce((sum, { score }) => sum + score, 0),
          );
      });
      const best = Math.max(...means.values());
      expect(means.get(candidateDigest(incumbent))).toBe(best);
    }
  });

  it('validates in full who averages best of those not validated yet, the first met of equals', async () => {
    let validated = 0;
    for (let seed = 0; seed < 3; seed += 1) {
      const { job } = await run({ seed });
      const averages = new Map<string, number[]>();
      const done = new Set([candidateDigest(job.context.seedCandidate)]);
      job.asks.forEach((asks, step) => {
        const [ask] = asks;
        if (ask?.kind !== 'rollouts' || !ask.tasks[0]?.id.startsWith('validation')) return;
        const rows = job.steps[step]?.answers[0] as readonly { readonly score: number }[];
        const mean = rows.reduce((sum, { score }) => sum + score, 0) / rows.length;
        const own = candidateDigest(ask.candidate);
        if (ask.tasks.length < 50) {
          if (!done.has(own)) averages.set(own, [...(averages.get(own) ?? []), mean]);
          return;
        }
        const open = [...averages].filter(([digest]) => !done.has(digest));
        const ranked = open.map(([digest, means]) => ({ digest, mean: averageOf(means) }));
        if (ranked.length === 0) return;
        const best = ranked.reduce((top, entry) => (entry.mean > top.mean ? entry : top));
        expect(own).toBe(best.digest);
        done.add(own);
        validated += 1;
      });
    }
    expect(validated).toBeGreaterThan(6);
  });

  it('offers every role its own instruction first, then at most five that say something else', async () => {
    const job = syntheticJob({ budget: 600 });
    const options = Value.Create(optionsSchema);
    const pools = await proposeInstructions(job.context, options, []);
    for (const [role, pool] of Object.entries(pools)) {
      expect(pool[0]).toBe(job.context.seedCandidate.roles[role]);
      expect(pool.length).toBeGreaterThan(1);
      expect(pool.length).toBeLessThanOrEqual(6);
      expect(new Set(pool).size).toBe(pool.length);
    }
    expect(Object.keys(pools)).toEqual(job.context.lineup.roles.map(({ id }) => id));
  });

  it('seed 0 is a seed of its own', async () => {
    const outcomes = await Promise.all([0, 9].map(async (seed) => (await run({ seed })).job.steps));
    expect(outcomes[0]?.map(({ hash }) => hash)).not.toEqual(outcomes[1]?.map(({ hash }) => hash));
  });
});
