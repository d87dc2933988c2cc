/** The Redis of the tests: `.ci/run` starts one and says where it is. */
import type { Redis } from 'ioredis';
import { describe } from 'vitest';
import { redisAddress } from '../../src/sweep/queue/redis/address.ts';
import { openRedis } from '../../src/sweep/queue/redis/connection.ts';

/** URL without a database, or null when there is none. */
export const testRedis: string | null = process.env['PROTOCOL_TEST_REDIS'] ?? null;

/** A suite that needs Redis; skipped with the reason printed where there is none. */
export function describeWithRedis(title: string, body: () => void): void {
  if (testRedis === null) {
    process.stderr.write(
      `skipped "${title}": PROTOCOL_TEST_REDIS is not set (.ci/run starts one)\n`,
    );
    describe.skip(`${title} (skipped: PROTOCOL_TEST_REDIS is not set)`, () => undefined);
    return;
  }
  describe(title, body);
}

/** Each file of tests has a database of its own, empty at first. */
export async function emptyDatabase(number: number): Promise<{ url: string; redis: Redis }> {
  const url = `${testRedis ?? ''}/${number}`;
  const redis = await openRedis(redisAddress(url, null), {
    say: () => undefined,
    signal: new AbortController().signal,
  });
  await redis.flushdb();
  return { url, redis };
}
