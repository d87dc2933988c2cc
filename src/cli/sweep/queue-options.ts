/** Which queue between machines is meant, and how is it opened? */
import { PASSWORD_VARIABLE, redisAddress } from '../../sweep/queue/redis/address.ts';
import { type RedisQueue, redisQueue } from '../../sweep/queue/redis/bullmq.ts';
import { openRedis } from '../../sweep/queue/redis/connection.ts';
import { type Parcels, redisParcels } from '../../sweep/queue/redis/parcels.ts';
import type { CommandContext } from '../command.ts';

export const queueFlag = {
  kind: 'text',
  placeholder: 'URL',
  describe: `redis://HOST:PORT[/DATABASE], rediss:// for TLS; a password in ${PASSWORD_VARIABLE} stays out of sight`,
} as const;

export interface OpenQueue {
  readonly queue: RedisQueue;
  readonly parcels: Parcels;
  /** Without user and password. */
  readonly shown: string;
  close(): Promise<void>;
}

/** @throws UsageError for a URL that is none; PrerequisiteError when nothing answers there */
export async function openQueue(
  url: string,
  context: CommandContext,
  leaseMs: number | null = null,
): Promise<OpenQueue> {
  const address = redisAddress(url, context.environment[PASSWORD_VARIABLE] ?? null);
  const redis = await openRedis(address, {
    say: (message) => context.writeError(`${message}\n`),
    signal: AbortSignal.any([context.stop, context.abort]),
  });
  const queue = await redisQueue({ redis, ...(leaseMs === null ? {} : { leaseMs }) });
  return {
    queue,
    parcels: redisParcels(redis),
    shown: address.shown,
    close: async () => {
      // A Redis that is away has nothing to be told.
      if (redis.status === 'ready') await queue.close();
      redis.disconnect();
    },
  };
}
