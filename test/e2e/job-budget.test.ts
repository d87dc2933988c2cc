import { describe, expect, it } from 'vitest';
import type { Rollout } from '../../src/core/rollout.ts';
import { askingOptimizer } from '../support/job/asking-optimizer.ts';
import { sealedFile, searchCharges, temporaryFolder } from '../support/job/job-files.ts';
import { runHere } from '../support/job/run-here.ts';

describe('a budget', () => {
  const cases = (['maspo', 'random'] as const).flatMap((method) =>
    [0, 1, 7, 56].map((budget) => ({ method, budget })),
  );

  it.each(cases)('of $budget is never overdrawn by $method, and the job is whole', async (job) => {
    const folder = temporaryFolder();
    const { result } = await runHere({ folder, ...job });
    const { charged, maximum } = sealedFile(folder, 'optimization')['budget'] as {
      readonly charged: number;
      readonly maximum: number;
    };
    expect(maximum).toBe(job.budget);
    expect(charged).toBeLessThanOrEqual(job.budget);
    expect(searchCharges(folder)).toMatchObject({ booked: charged, keys: { length: charged } });
    expect(result).toMatchObject({ status: 'completed', test: { comparison: { scored: 18 } } });
    if (job.budget > 1) return;
    const selection = sealedFile(folder, 'selection');
    expect(selection).toMatchObject({ selected: 'seed', fallbackReason: 'no_change' });
    expect(selection['deployedDigest']).toBe(selection['seedDigest']);
  });

  it('that ends within an ask leaves the rest unscored, in ask order', async () => {
    const answers: (readonly Rollout[])[] = [];
    const optimizer = askingOptimizer(async (context) => {
      const { seedCandidate: candidate, train } = context;
      const ask = (count: number, whenShort: 'trim' | 'skip') =>
        ({ kind: 'rollouts', candidate, tasks: train.slice(0, count), whenShort }) as const;
      answers.push(...(await context.step([ask(4, 'trim'), ask(5, 'skip'), ask(5, 'trim')])));
      expect(context.budget()).toEqual({ maximum: 7, charged: 7, remaining: 0 });
      answers.push(...(await context.step([ask(2, 'trim')])));
      return { incumbent: candidate, stop: 'asked' };
    });
    const folder = temporaryFolder();
    await runHere({ folder, budget: 7 }, { optimizer });
    const scored = answers.map((rollouts) => rollouts.map(({ score }) => score !== null));
    expect(scored).toEqual([
      [true, true, true, true],
      [false, false, false, false, false],
      [true, true, true, false, false],
      [false, false],
    ]);
    const unscored = answers.flat().filter(({ score }) => score === null);
    expect(new Set(unscored.map(({ outcome }) => outcome))).toEqual(new Set(['not_run']));
    expect(unscored.every(({ trace, usage }) => trace === null && usage.modelCalls === 0)).toBe(
      true,
    );
    expect(searchCharges(folder)).toMatchObject({ booked: 7, keys: { length: 7 } });
  });
});
