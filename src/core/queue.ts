/** Who does which job, and who has lost it? At least once by itself; once, because a lost lease can settle nothing. */
import type { JsonObject } from './json.ts';

/** Work by name. Enqueuing a name twice is enqueuing it once. */
export interface QueuedJob {
  /** The job's key: equal keys are the same work. */
  readonly id: string;
  /** Whatever a worker needs to begin; data only, for a worker may live on another host. */
  readonly payload: JsonObject;
}

/** The right to do one job, until it is settled or not renewed in time. */
export interface Lease {
  readonly job: QueuedJob;
  /**
   * Rises with every lease of the job, over all workers. Whoever keeps what a worker did refuses a token lower than one
   * that it has seen: so a worker that slept through its lease cannot overwrite the work of its successor.
   */
  readonly token: number;
}

/**
 * - `done`: never handed out again.
 * - `failed`: kept, with the reason; handed out again only when it is enqueued anew.
 * - `released`: waits again, for the next worker that asks.
 */
export type Settlement =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'released' };

export interface QueueCounts {
  readonly waiting: number;
  readonly leased: number;
  readonly done: number;
  readonly failed: number;
}

/**
 * Jobs in the order in which they were enqueued, handed to any number of workers. A lease that is not renewed for
 * `leaseMs` is over: its job waits again, before all others.
 */
export interface Queue {
  /** How long a lease holds without being renewed. */
  readonly leaseMs: number;
  /**
   * Adds jobs. One that waits, is leased or is done stays as it is; one that failed waits again.
   *
   * @returns how many wait now that did not before
   */
  enqueue(jobs: readonly QueuedJob[]): Promise<number>;
  /** The next waiting job, or null when none waits right now. */
  take(): Promise<Lease | null>;
  /** False: the lease is lost, and whatever is done under it counts for nothing. */
  renew(lease: Lease): Promise<boolean>;
  /** False: the lease was lost before, and nothing was settled. */
  settle(lease: Lease, settlement: Settlement): Promise<boolean>;
  counts(): Promise<QueueCounts>;
  /** Lets go of connections and timers; what is enqueued stays. */
  close(): Promise<void>;
}
