/**
 * How long does it take to enqueue and list 10,000 jobs? `npm run bench:queue -- redis://127.0.0.1:6379/9`: the database must be
 * empty, and is empty again afterwards.
 */
import { digest } from '../../src/core/json.ts';
import type { QueuedJob } from '../../src/core/queue.ts';
import { redisAddress } from '../../src/sweep/queue/redis/address.ts';
import { redisQueue } from '../../src/sweep/queue/redis/bullmq.ts';
import { openRedis } from '../../src/sweep/queue/redis/connection.ts';

const JOBS = 10_000;
/** Bytes of a job's order, as a sweep writes it. */
const ORDER_BYTES = 1_800;

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

async function measured<T>(
  name: string,
  run: () => Promise<T>,
  show: (value: T) => string,
): Promise<T> {
  const began = performance.now();
  const value = await run();
  const seconds = (performance.now() - began) / 1_000;
  say(`${name.padEnd(28)} ${seconds.toFixed(2).padStart(6)} s   ${show(value)}`);
  return value;
}

const address = redisAddress(process.argv[2] ?? process.env['PROTOCOL_TEST_REDIS'] ?? '', null);
const redis = await openRedis(address, { say, signal: new AbortController().signal });
if ((await redis.dbsize()) > 0) throw new Error(`${address.shown} is not empty`);
const queue = await redisQueue({ redis });
try {
  const jobs: QueuedJob[] = Array.from({ length: JOBS }, (_, index) => ({
    id: digest(index),
    payload: { order: 'x'.repeat(ORDER_BYTES), index },
  }));
  await measured('enqueue 10,000 jobs', () => queue.enqueue(jobs), String);
  await measured('the same again', () => queue.enqueue(jobs), String);
  await measured('count', () => queue.counts(), JSON.stringify);
  await measured(
    'take and finish 500',
    async () => {
      for (let taken = 0; taken < 500; taken += 1) {
        const lease = await queue.take();
        if (lease !== null) await queue.settle(lease, { kind: 'done' });
      }
      return (await queue.counts()).done;
    },
    String,
  );
  const ids = jobs.map(({ id }) => id);
  await measured(
    'list what is settled',
    () => queue.settled(),
    ({ done }) => `${done.size} done`,
  );
  await measured(
    'look at all 10,000',
    () => queue.look(ids),
    ({ length }) => String(length),
  );
} finally {
  await queue.close();
  await redis.flushdb();
  redis.disconnect();
}
