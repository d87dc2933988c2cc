/** What lies in the queue of Redis, by the names that jobs were enqueued with? */
import type { Queue as BullQueue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { JsonObject } from '../../../core/json.ts';
import type { Queue, QueuedJob } from '../../../core/queue.ts';

export type StoredQueue = BullQueue<JsonObject, null>;

/** What came of a job that is settled. */
export interface SettledJob {
  readonly id: string;
  /** Null when it is done. */
  readonly failure: string | null;
  /** Of its last lease. */
  readonly token: number;
  /** From its last lease to its end. */
  readonly milliseconds: number;
}

/** What a sweep does. */
export interface Entries extends Pick<Queue, 'enqueue' | 'counts'> {
  /** Lets settled jobs wait again, with what they are enqueued with now. @returns how many did */
  reopen(jobs: readonly QueuedJob[]): Promise<number>;
  /** Names of the jobs that are done or have failed. */
  settled(): Promise<{ readonly done: ReadonlySet<string>; readonly failed: ReadonlySet<string> }>;
  look(ids: readonly string[]): Promise<SettledJob[]>;
}

const CHUNK = 1_000;
/** Of BullMQ: the lock is not there, is another's, or the job is no longer active. */
const LOST_CODES = new Set([-1, -2, -3, -6]);

export function entriesOf(queue: StoredQueue, redis: Redis): Entries {
  return {
    enqueue: async (jobs) => {
      const states = await statesOf(queue, redis, jobs);
      const fresh = jobs.filter((_, index) => states[index] === 'unknown');
      for (let at = 0; at < fresh.length; at += CHUNK) {
        await queue.addBulk(fresh.slice(at, at + CHUNK).map(bulkEntry));
      }
      const failed = jobs.filter((_, index) => states[index] === 'failed');
      return fresh.length + (await retried(queue, failed, 'failed'));
    },
    reopen: async (jobs) => {
      const states = await statesOf(queue, redis, jobs);
      const of = (state: string) => jobs.filter((_, index) => states[index] === state);
      return (
        (await retried(queue, of('completed'), 'completed')) +
        (await retried(queue, of('failed'), 'failed'))
      );
    },
    counts: async () => {
      const counts = await queue.getJobCounts('wait', 'active', 'completed', 'failed');
      const { wait = 0, active = 0, completed = 0, failed = 0 } = counts;
      return { waiting: wait, leased: active, done: completed, failed };
    },
    settled: async () => {
      const [done, failed] = await Promise.all([
        redis.zrange(queue.toKey('completed'), 0, -1),
        redis.zrange(queue.toKey('failed'), 0, -1),
      ]);
      return { done: new Set(done.map(idOf)), failed: new Set(failed.map(idOf)) };
    },
    look: async (ids) => {
      const jobs = await Promise.all(ids.map((id) => queue.getJob(keyOf(id))));
      return jobs.flatMap((job) => {
        if (job === undefined) return [];
        const failure = (job.failedReason as string | undefined) ?? null;
        const { finishedOn = 0, processedOn = finishedOn } = job;
        const milliseconds = Math.max(0, finishedOn - processedOn);
        return [{ id: job.name, failure, token: job.attemptsStarted, milliseconds }];
      });
    },
  };
}

export function isLost(error: unknown): boolean {
  return error instanceof Error && 'code' in error && LOST_CODES.has(Number(error.code));
}

/** BullMQ's own names may hold no colon, and must not look like a number. */
function keyOf(id: string): string {
  return `j-${encodeURIComponent(id)}`;
}

function idOf(key: string): string {
  return decodeURIComponent(key.slice('j-'.length));
}

function bulkEntry({ id, payload }: QueuedJob) {
  const kept = { removeOnComplete: false, removeOnFail: false };
  return { name: id, data: payload, opts: { ...kept, jobId: keyOf(id), attempts: 1 } };
}

async function statesOf(
  queue: StoredQueue,
  redis: Redis,
  jobs: readonly QueuedJob[],
): Promise<string[]> {
  if (jobs.length === 0) return [];
  const pipeline = redis.pipeline();
  for (const { id } of jobs) {
    const key = keyOf(id);
    pipeline.exists(queue.toKey(key));
    pipeline.zscore(queue.toKey('completed'), key);
    pipeline.zscore(queue.toKey('failed'), key);
  }
  const replies = (await pipeline.exec()) ?? [];
  const value = (index: number): unknown => {
    const [error, reply] = replies[index] ?? [null, null];
    if (error !== null) throw error;
    return reply;
  };
  return jobs.map((_, index) => {
    if (value(3 * index) === 0) return 'unknown';
    if (value(3 * index + 1) !== null) return 'completed';
    return value(3 * index + 2) === null ? 'open' : 'failed';
  });
}

async function retried(
  queue: StoredQueue,
  jobs: readonly QueuedJob[],
  from: 'completed' | 'failed',
): Promise<number> {
  let count = 0;
  for (const { id, payload } of jobs) {
    const job = await queue.getJob(keyOf(id));
    if (job === undefined) continue;
    await job.updateData(payload);
    try {
      await job.retry(from);
      count += 1;
    } catch (error) {
      // Another sweep was faster.
      if (!isLost(error)) throw error;
    }
  }
  return count;
}
