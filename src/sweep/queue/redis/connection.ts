/** How is Redis reached, and what is said when it is not there? */
import type { Redis } from 'ioredis';
import { InterruptedError, PrerequisiteError } from '../../../core/errors.ts';
import { PASSWORD_VARIABLE, type RedisAddress } from './address.ts';

export interface OpenRedisOptions {
  /** Told in words when Redis goes away, and when it is back. */
  readonly say: (message: string) => void;
  readonly signal: AbortSignal;
  /** How long a Redis that has never answered is waited for. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** A connection on which nothing comes back for so long is taken as cut. */
const SILENCE_MS = 20_000;

export async function loadPackages(): Promise<{
  readonly Redis: typeof Redis;
  readonly bullmq: Pick<typeof import('bullmq'), 'Queue' | 'Worker' | 'UnrecoverableError'>;
}> {
  try {
    const [ioredis, bullmq] = await Promise.all([import('ioredis'), import('bullmq')]);
    return { Redis: ioredis.Redis, bullmq };
  } catch (error) {
    throw new PrerequisiteError('a queue in Redis needs two packages that are not installed', {
      cause: error,
      hints: ['npm install bullmq ioredis'],
    });
  }
}

/**
 * A connection that comes back by itself: what is asked meanwhile waits for it.
 *
 * @throws PrerequisiteError when nothing answers, or the password is wrong
 */
export async function openRedis(address: RedisAddress, options: OpenRedisOptions): Promise<Redis> {
  const packages = await loadPackages();
  const { say, signal, patienceMs = PATIENCE_MS } = options;
  const redis = new packages.Redis({
    host: address.host,
    port: address.port,
    db: address.database,
    ...(address.username === null ? {} : { username: address.username }),
    ...(address.password === null ? {} : { password: address.password }),
    ...(address.encrypted ? { tls: { servername: address.host } } : {}),
    lazyConnect: true,
    maxRetriesPerRequest: null,
    socketTimeout: SILENCE_MS,
    retryStrategy: (attempt) => Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS),
  });
  try {
    await firstAnswer(redis, address, { say, signal, patienceMs });
  } catch (error) {
    redis.disconnect();
    throw error;
  }
  tellOutages(redis, address, say);
  return redis;
}

function firstAnswer(
  redis: Redis,
  { shown }: RedisAddress,
  { say, signal, patienceMs }: Required<OpenRedisOptions>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let problem = 'no answer';
    let isTold = false;
    const settle = (error: Error | null): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stopped);
      redis.off('ready', ready);
      redis.off('error', failed);
      // Until the caller listens, nobody does.
      redis.on('error', () => undefined);
      if (error === null) resolve();
      else reject(error);
    };
    const timer = setTimeout(() => {
      settle(
        new PrerequisiteError(`no Redis answers at ${shown} (${problem})`, {
          hints: ['start it, or check host and port of --queue; nothing was changed'],
        }),
      );
    }, patienceMs);
    const stopped = (): void => settle(new InterruptedError('stopped. Nothing was begun.'));
    const ready = (): void => settle(null);
    const failed = (error: Error): void => {
      const refusal = refusalOf(error, shown);
      if (refusal !== null) {
        settle(refusal);
        return;
      }
      problem = reasonOf(error);
      if (!isTold) say(`no Redis answers at ${shown} yet (${problem}); trying again`);
      isTold = true;
    };
    signal.addEventListener('abort', stopped, { once: true });
    redis.on('ready', ready);
    redis.on('error', failed);
    if (signal.aborted) stopped();
    else redis.connect().catch(failed);
  });
}

/** What no second try would change; null for everything else. */
function refusalOf(error: Error, shown: string): PrerequisiteError | null {
  if (
    /\b(?:WRONGPASS|NOAUTH|NOPERM)\b|invalid (?:username-)?password|without any password/i.test(
      error.message,
    )
  ) {
    return new PrerequisiteError(`${shown} refuses the password (or wants one)`, {
      hints: [`give it in ${PASSWORD_VARIABLE}, or as redis://USER:PASSWORD@HOST:PORT`],
    });
  }
  if (/DB index is out of range/i.test(error.message)) {
    return new PrerequisiteError(`${shown}: Redis has no database of this number`, {
      hints: ['without a number it is database 0'],
    });
  }
  return null;
}

function reasonOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}

function tellOutages(redis: Redis, { shown }: RedisAddress, say: (message: string) => void): void {
  let isAway = false;
  redis.on('close', () => {
    if (isAway || redis.status === 'end' || isClosing(redis)) return;
    isAway = true;
    say(`Redis at ${shown} is away; trying again until it is back, nothing is lost`);
  });
  redis.on('ready', () => {
    if (isAway) say(`Redis at ${shown} is back`);
    isAway = false;
  });
}

/** Set by ioredis when the connection is ended from here. */
function isClosing(redis: Redis): boolean {
  return (redis as unknown as { readonly manuallyClosing: boolean }).manuallyClosing;
}
