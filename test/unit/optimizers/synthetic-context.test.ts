/** Does the synthetic job charge and refuse as the real one does? */
import { describe, expect, it } from 'vitest';
import type { RolloutsAsk } from '../../../src/core/optimizer.ts';
import { syntheticJob } from '../../support/synthetic-context.ts';

describe('the synthetic job', () => {
  const ask = (
    job: ReturnType<typeof syntheticJob>,
    count: number,
    whenShort: 'trim' | 'skip',
  ): RolloutsAsk => ({
    kind: 'rollouts',
    candidate: job.context.seedCandidate,
    tasks: job.context.train.slice(0, count),
    whenShort,
  });

  it('reserves in ask order: what does not fit is trimmed or skipped', async () => {
    const job = syntheticJob({ budget: 25 });
    const [first, skipped, trimmed] = await job.context.step([
      ask(job, 10, 'trim'),
      ask(job, 20, 'skip'),
      ask(job, 20, 'trim'),
    ]);
    expect(first.filter(({ outcome }) => outcome === 'not_run')).toHaveLength(0);
    expect(skipped.every(({ outcome, score }) => outcome === 'not_run' && score === null)).toBe(
      true,
    );
    expect(trimmed.map(({ outcome }) => outcome === 'not_run')).toEqual(
      Array.from({ length: 20 }, (_, row) => row >= 15),
    );
    expect(job.context.budget()).toEqual({ maximum: 25, charged: 25, remaining: 0 });
  });

  it('does not charge what was lost', async () => {
    const job = syntheticJob({ budget: 25, fails: (row) => row < 4 });
    const [rollouts] = await job.context.step([ask(job, 10, 'trim')]);
    expect(rollouts.filter(({ outcome }) => outcome === 'infrastructure_failure')).toHaveLength(4);
    expect(job.context.budget().charged).toBe(6);
  });

  it('refuses a second step before the first has settled', async () => {
    const job = syntheticJob();
    const first = job.context.step([ask(job, 1, 'trim')]);
    await expect(job.context.step([ask(job, 1, 'trim')])).rejects.toThrow('second step');
    await expect(first).resolves.toHaveLength(1);
  });

  it('refuses a task it does not know, and one asked twice', async () => {
    const job = syntheticJob();
    const { seedCandidate: candidate } = job.context;
    const unknown = {
      kind: 'rollouts',
      candidate,
      tasks: [{ id: 'test-1' }],
      whenShort: 'skip',
    } as const;
    await expect(job.context.step([unknown])).rejects.toThrow('test-1');
    const twice = { ...unknown, tasks: [{ id: 'train-1' }, { id: 'train-1' }] };
    await expect(job.context.step([twice])).rejects.toThrow('twice');
  });

  it('refuses a replay that asks something else', async () => {
    const job = syntheticJob();
    await job.context.step([ask(job, 1, 'trim')]);
    const changed = syntheticJob({ replay: job.steps });
    await expect(changed.context.step([ask(changed, 2, 'trim')])).rejects.toThrow('something else');
  });
});
