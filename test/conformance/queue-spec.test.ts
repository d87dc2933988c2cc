import { setTimeout as sleep } from 'node:timers/promises';
import { inProcessQueue } from '../../src/sweep/queue/in-process.ts';
import { redisQueue } from '../../src/sweep/queue/redis/bullmq.ts';
import { describeWithRedis, emptyDatabase } from '../support/redis.ts';
import { describeQueue } from './queue-spec.ts';

describeQueue({
  title: 'in this process',
  open: async () => {
    let now = 1_000;
    const queue = inProcessQueue({ now: () => now, leaseMs: 100 });
    return {
      workers: [queue, queue],
      pass: async (milliseconds) => {
        now += milliseconds;
      },
      close: () => queue.close(),
    };
  },
});

const LEASE_MS = 240;

describeWithRedis('in Redis', () => {
  describeQueue({
    title: 'BullMQ',
    open: async () => {
      const { redis } = await emptyDatabase(1);
      const one = await redisQueue({ redis, leaseMs: LEASE_MS });
      const other = await redisQueue({ redis, leaseMs: LEASE_MS });
      return {
        workers: [one, other],
        // A lease that is over is noticed at the next check but one.
        pass: (milliseconds) =>
          sleep(milliseconds < LEASE_MS ? milliseconds / 2 : 2 * milliseconds),
        close: async () => {
          await one.close();
          await other.close();
          redis.disconnect();
        },
      };
    },
  });
});
