/** Does a worker do every job once, so many at a time, and stop when it is told? */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Settlement } from '../../../src/core/queue.ts';
import { inProcessQueue } from '../../../src/sweep/queue/in-process.ts';
import { work } from '../../../src/sweep/queue/work.ts';

const never = new AbortController().signal;

async function queueOf(count: number) {
  const queue = inProcessQueue({ now: () => 0 });
  const ids = Array.from({ length: count }, (_, index) => `job-${index}`);
  await queue.enqueue(ids.map((id) => ({ id, payload: {} })));
  return { queue, ids };
}

test('every job once, never more side by side than allowed, released ones again', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 5 }),
      async (releases, concurrency) => {
        const { queue, ids } = await queueOf(releases.length);
        const seen = new Map<string, number>();
        let inHand = 0;
        let most = 0;
        await work(
          queue,
          async ({ job }): Promise<Settlement> => {
            inHand += 1;
            most = Math.max(most, inHand);
            await Promise.resolve();
            inHand -= 1;
            const times = (seen.get(job.id) ?? 0) + 1;
            seen.set(job.id, times);
            const wanted = releases[Number(job.id.slice(4))] ?? 0;
            return { kind: times <= wanted ? 'released' : 'done' };
          },
          { concurrency, stop: never, pollMs: 5 },
        );
        expect(ids.map((id) => seen.get(id))).toEqual(releases.map((count) => count + 1));
        expect(most).toBeLessThanOrEqual(concurrency);
        expect((await queue.counts()).done).toBe(releases.length);
      },
    ),
    { numRuns: 30 },
  );
});

test('a job that failed is kept, and the others go on', async () => {
  const { queue } = await queueOf(3);
  await work(
    queue,
    async ({ job }) =>
      job.id === 'job-0' ? { kind: 'failed', reason: 'broken' } : { kind: 'done' },
    { concurrency: 1, stop: never },
  );
  expect(await queue.counts()).toEqual({ waiting: 0, leased: 0, done: 2, failed: 1 });
});

test('told to stop, it settles what is in hand and takes nothing more', async () => {
  const { queue } = await queueOf(4);
  const stop = new AbortController();
  await work(
    queue,
    async () => {
      stop.abort();
      return { kind: 'done' };
    },
    { concurrency: 1, stop: stop.signal },
  );
  expect(await queue.counts()).toEqual({ waiting: 3, leased: 0, done: 1, failed: 0 });
});

test('a handler that breaks ends the work and is told', async () => {
  const { queue } = await queueOf(3);
  const broken = work(
    queue,
    async () => {
      throw new TypeError('a defect');
    },
    { concurrency: 2, stop: never },
  );
  await expect(broken).rejects.toThrow('a defect');
  expect((await queue.counts()).done).toBe(0);
});
