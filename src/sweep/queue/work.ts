/** How does a worker do the jobs of a queue, so many at a time, without ever keeping what another has taken over? */
import type { Lease, Queue, Settlement } from '../../core/queue.ts';

export interface WorkOptions {
  /** Jobs side by side. */
  readonly concurrency: number;
  /** Take no further job; those in hand are finished by the handler. */
  readonly stop: AbortSignal;
  /** How often an idle worker asks whether a lease of another has ended. */
  readonly pollMs?: number;
  /** Wait for jobs that are yet to come, until `stop`. */
  readonly stays?: boolean;
}

/** @param lost fires when the lease is gone: nothing that is written from then on counts */
export type JobHandler = (lease: Lease, lost: AbortSignal) => Promise<Settlement>;

const POLL_MS = 1_000;
/** A lease survives two renewals that came to nothing. */
const RENEWALS_PER_LEASE = 3;

/**
 * Works until no job waits and none is leased (unless it stays), or until `stop` fires and the jobs in hand are settled. A handler never
 * rejects for a job that failed: it says so. What it rejects with is a defect, ends the work, and leaves the lease to
 * run out.
 */
export async function work(
  queue: Queue,
  handle: JobHandler,
  { concurrency, stop, pollMs = POLL_MS, stays = false }: WorkOptions,
): Promise<void> {
  const broken = new AbortController();
  const ended = AbortSignal.any([stop, broken.signal]);
  let nextSettled = new AbortController();
  const slot = async (): Promise<void> => {
    while (!ended.aborted) {
      const lease = await queue.take();
      if (lease !== null) {
        await doOne(queue, handle, lease);
        // An idle slot need not wait for its next look: perhaps nothing is left now, or this job waits again.
        nextSettled.abort();
        nextSettled = new AbortController();
        continue;
      }
      const { waiting, leased } = await queue.counts();
      if (waiting + leased === 0 && !stays) return;
      await pause(pollMs, AbortSignal.any([ended, nextSettled.signal]));
    }
  };
  const slots = await Promise.allSettled(
    Array.from({ length: concurrency }, async () => {
      try {
        await slot();
      } catch (error) {
        broken.abort();
        throw error;
      }
    }),
  );
  const failed = slots.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

async function doOne(queue: Queue, handle: JobHandler, lease: Lease): Promise<void> {
  const lost = new AbortController();
  const renewal = setInterval(() => {
    queue.renew(lease).then(
      (held) => {
        if (!held) lost.abort();
      },
      // The queue does not answer: the lease may hold, and settling will tell.
      () => undefined,
    );
  }, queue.leaseMs / RENEWALS_PER_LEASE);
  try {
    const settlement = await handle(lease, lost.signal);
    if (!lost.signal.aborted) await queue.settle(lease, settlement);
  } finally {
    clearInterval(renewal);
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done, { once: true });
  });
}
