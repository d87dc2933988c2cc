/** How do the workers of one process share the jobs of a sweep? In memory: what is done stands in the job folders. */
import type { Lease, Queue, QueueCounts, QueuedJob } from '../../core/queue.ts';

export interface InProcessOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly leaseMs?: number;
}

/** Workers of one process renew long before; only a process that slept is late. */
const LEASE_MS = 60_000;

interface Entry {
  readonly job: QueuedJob;
  state: keyof QueueCounts;
  token: number;
  /** When the lease ends, in milliseconds since 1970; meaningless unless leased. */
  until: number;
}

export function inProcessQueue({ now, leaseMs = LEASE_MS }: InProcessOptions): Queue {
  const entries = new Map<string, Entry>();
  const waiting: Entry[] = [];
  const leased = new Set<Entry>();

  const returnLateOnes = (): void => {
    const late = [...leased].filter((entry) => entry.until <= now());
    for (const entry of late) {
      entry.state = 'waiting';
      leased.delete(entry);
    }
    waiting.unshift(...late);
  };
  /** The entry while the lease is in force, else null. */
  const held = ({ job, token }: Lease): Entry | null => {
    returnLateOnes();
    const entry = entries.get(job.id);
    return entry?.state === 'leased' && entry.token === token ? entry : null;
  };
  return {
    leaseMs,
    enqueue: (jobs) => {
      const added = jobs.filter((job) => {
        const known = entries.get(job.id);
        if (known !== undefined && known.state !== 'failed') return false;
        const entry: Entry = { job, state: 'waiting', token: known?.token ?? 0, until: 0 };
        entries.set(job.id, entry);
        waiting.push(entry);
        return true;
      });
      return Promise.resolve(added.length);
    },
    take: () => {
      returnLateOnes();
      const entry = waiting.shift();
      if (entry === undefined) return Promise.resolve(null);
      entry.state = 'leased';
      entry.token += 1;
      entry.until = now() + leaseMs;
      leased.add(entry);
      return Promise.resolve({ job: entry.job, token: entry.token });
    },
    renew: (lease) => {
      const entry = held(lease);
      if (entry !== null) entry.until = now() + leaseMs;
      return Promise.resolve(entry !== null);
    },
    settle: (lease, { kind }) => {
      const entry = held(lease);
      if (entry === null) return Promise.resolve(false);
      entry.state = kind === 'released' ? 'waiting' : kind;
      leased.delete(entry);
      if (kind === 'released') waiting.push(entry);
      return Promise.resolve(true);
    },
    counts: () => {
      returnLateOnes();
      const counts = { waiting: 0, leased: 0, done: 0, failed: 0 };
      for (const { state } of entries.values()) counts[state] += 1;
      return Promise.resolve(counts);
    },
    close: () => Promise.resolve(),
  };
}
