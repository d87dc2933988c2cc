/** How do the workers of many hosts share jobs? Through BullMQ, which keeps them in Redis. */
import { randomUUID } from 'node:crypto';
import type { Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { JsonObject } from '../../../core/json.ts';
import type { Lease, Queue } from '../../../core/queue.ts';
import { loadPackages } from './connection.ts';
import { type Entries, entriesOf, isLost, type StoredQueue } from './entries.ts';

export interface RedisQueueOptions {
  readonly redis: Redis;
  readonly leaseMs?: number;
}

export interface RedisQueue extends Queue, Entries {
  /** Tokens of one queue can be compared. */
  readonly name: string;
}

const LEASE_MS = 60_000;
/** How soon after its end a lease is noticed to be over, as a share of it. */
const CHECKS_PER_LEASE = 4;
const PREFIX = 'protocol';
const QUEUE_NAME = 'jobs';
/** Jobs are never given up for being handed out often: machines of a cluster may come and go. */
const NO_LIMIT = 2 ** 31 - 1;

type StoredWorker = Worker<JsonObject, null>;

export async function redisQueue({
  redis,
  leaseMs = LEASE_MS,
}: RedisQueueOptions): Promise<RedisQueue> {
  const { bullmq } = await loadPackages();
  const connection = { connection: redis, prefix: PREFIX, skipVersionCheck: true };
  const queue: StoredQueue = new bullmq.Queue(QUEUE_NAME, {
    ...connection,
    streams: { events: { maxLen: 1 } },
  });
  // Errors of the connection are told where it was opened.
  queue.on('error', () => undefined);
  const worker = lazyWorker(() => {
    const made: StoredWorker = new bullmq.Worker(QUEUE_NAME, null, {
      ...connection,
      autorun: false,
      lockDuration: leaseMs,
      stalledInterval: Math.ceil(leaseMs / CHECKS_PER_LEASE),
      maxStalledCount: NO_LIMIT,
    });
    made.on('error', () => undefined);
    return made;
  });
  return {
    name: await queueName(redis),
    leaseMs,
    ...entriesOf(queue, redis),
    ...leasesOf(worker.get, leaseMs, (reason) => new bullmq.UnrecoverableError(reason)),
    close: async () => {
      await worker.close();
      await queue.close();
    },
  };
}

interface Held {
  readonly stored: Job<JsonObject, null>;
  readonly lock: string;
}

/** What a worker does. */
function leasesOf(
  worker: () => Promise<StoredWorker>,
  leaseMs: number,
  failure: (reason: string) => Error,
): Pick<Queue, 'take' | 'renew' | 'settle'> {
  const held = new WeakMap<Lease, Held>();
  return {
    take: async () => {
      const lock = randomUUID();
      const stored = (await (await worker()).getNextJob(lock, { block: false })) as
        | Held['stored']
        | undefined;
      if (stored === undefined) return null;
      const { name, data, attemptsStarted } = stored;
      const lease: Lease = { job: { id: name, payload: data }, token: attemptsStarted };
      held.set(lease, { stored, lock });
      return lease;
    },
    renew: async (lease) => {
      const mine = held.get(lease);
      return mine !== undefined && (await mine.stored.extendLock(mine.lock, leaseMs)) === 1;
    },
    settle: async (lease, settlement) => {
      const mine = held.get(lease);
      if (mine === undefined) return false;
      const { stored, lock } = mine;
      try {
        if (settlement.kind === 'done') await stored.moveToCompleted(null, lock, false);
        else if (settlement.kind === 'released') await stored.moveToWait(lock);
        else await stored.moveToFailed(failure(settlement.reason), lock, false);
        return true;
      } catch (error) {
        if (isLost(error)) return false;
        throw error;
      }
    },
  };
}

function lazyWorker(make: () => StoredWorker) {
  let made: Promise<StoredWorker> | null = null;
  const start = async (): Promise<StoredWorker> => {
    const worker = make();
    await worker.startStalledCheckTimer();
    return worker;
  };
  return {
    get: (): Promise<StoredWorker> => {
      made ??= start();
      return made;
    },
    close: async (): Promise<void> => {
      if (made !== null) await (await made).close(true);
    },
  };
}

/** Drawn once for all who use the same database. */
async function queueName(redis: Redis): Promise<string> {
  const key = `${PREFIX}:queue-name`;
  await redis.set(key, randomUUID(), 'NX');
  return (await redis.get(key)) ?? '';
}
