/** What must hold for every queue, whatever it keeps its jobs in? */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Lease, Queue, QueuedJob } from '../../src/core/queue.ts';

export interface QueueHarness {
  /** Two ways to one queue, as two workers have them. */
  readonly workers: readonly [Queue, Queue];
  /** Lets time pass for the queue. */
  pass(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

export interface QueueSubject {
  readonly title: string;
  readonly open: () => Promise<QueueHarness>;
}

function jobs(...ids: string[]): QueuedJob[] {
  return ids.map((id) => ({ id, payload: { of: id } }));
}

async function taken(queue: Queue): Promise<Lease> {
  const lease = await queue.take();
  if (lease === null) throw new Error('no job waits');
  return lease;
}

export function describeQueue({ title, open }: QueueSubject): void {
  describe(`queue: ${title}`, () => {
    let harness: QueueHarness;
    let one: Queue;
    let other: Queue;

    beforeEach(async () => {
      harness = await open();
      [one, other] = harness.workers;
    });
    afterEach(() => harness.close());

    test('hands each job out once, in order, with what it was enqueued with', async () => {
      expect(await one.enqueue(jobs('a', 'b', 'c'))).toBe(3);
      const leases = [await taken(one), await taken(other), await taken(one)];
      expect(leases.map(({ job }) => job)).toEqual(jobs('a', 'b', 'c'));
      expect([await one.take(), await other.take()]).toEqual([null, null]);
    });

    test('a name that waits, is leased or is done is not enqueued again', async () => {
      await one.enqueue(jobs('done', 'leased', 'waits'));
      await one.settle(await taken(one), { kind: 'done' });
      await taken(one);
      expect(await other.enqueue(jobs('done', 'leased', 'waits'))).toBe(0);
      expect(await other.counts()).toEqual({ waiting: 1, leased: 1, done: 1, failed: 0 });
    });

    test('what failed waits again only when it is enqueued anew', async () => {
      await one.enqueue(jobs('a'));
      await one.settle(await taken(one), { kind: 'failed', reason: 'no server' });
      expect(await one.take()).toBe(null);
      expect(await other.enqueue(jobs('a'))).toBe(1);
      expect((await taken(other)).job.id).toBe('a');
    });

    test('what is released is handed out again', async () => {
      await one.enqueue(jobs('a'));
      expect(await one.settle(await taken(one), { kind: 'released' })).toBe(true);
      expect((await taken(other)).job.id).toBe('a');
    });

    test('tokens of a job rise over workers and over failures', async () => {
      await one.enqueue(jobs('a'));
      const tokens: number[] = [];
      for (const [queue, kind] of [
        [one, 'released'],
        [other, 'failed'],
        [one, 'released'],
      ] as const) {
        await queue.enqueue(jobs('a'));
        const lease = await taken(queue);
        tokens.push(lease.token);
        await queue.settle(lease, kind === 'failed' ? { kind, reason: 'x' } : { kind });
      }
      expect(tokens).toEqual([...tokens].sort((left, right) => left - right));
      expect(new Set(tokens).size).toBe(3);
    });

    test('a lease that is not renewed is over: its job comes next, and the late worker settles nothing', async () => {
      await one.enqueue(jobs('slow', 'next'));
      const slept = await taken(one);
      await harness.pass(one.leaseMs + 1);
      const again = await taken(other);
      expect([again.job.id, again.token > slept.token]).toEqual(['slow', true]);
      expect(await one.renew(slept)).toBe(false);
      expect(await one.settle(slept, { kind: 'done' })).toBe(false);
      expect((await one.counts()).done).toBe(0);
      expect(await other.settle(again, { kind: 'done' })).toBe(true);
      expect(await one.settle(slept, { kind: 'failed', reason: 'late' })).toBe(false);
      expect(await one.counts()).toEqual({ waiting: 1, leased: 0, done: 1, failed: 0 });
    });

    test('a lease that is renewed in time holds, however long the job takes', async () => {
      await one.enqueue(jobs('long'));
      const lease = await taken(one);
      for (let renewal = 0; renewal < 5; renewal += 1) {
        await harness.pass(one.leaseMs * 0.8);
        expect(await one.renew(lease)).toBe(true);
      }
      expect(await other.take()).toBe(null);
      expect(await one.settle(lease, { kind: 'done' })).toBe(true);
    });

    test('a settled lease settles nothing more', async () => {
      await one.enqueue(jobs('a'));
      const lease = await taken(one);
      expect(await one.settle(lease, { kind: 'done' })).toBe(true);
      expect(await one.settle(lease, { kind: 'failed', reason: 'x' })).toBe(false);
      expect(await one.counts()).toEqual({ waiting: 0, leased: 0, done: 1, failed: 0 });
    });
  });
}
