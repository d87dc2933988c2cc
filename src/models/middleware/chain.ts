/** In what order do cache, limit, retry and meter stand in front of a provider? */
import type { ModelMiddleware, ModelProvider } from '../../core/model.ts';
import type { AttemptBook } from './attempts.ts';
import { cache, type ReplyCache } from './cache.ts';
import { limit } from './limit.ts';
import { meter, type UsageLedger } from './meter.ts';
import { type RetryOptions, retry } from './retry.ts';

/** The first middleware is the outermost: it sees a request first and its reply last. */
export function chain(
  provider: ModelProvider,
  ...middleware: readonly ModelMiddleware[]
): ModelProvider {
  return middleware.reduceRight((next, wrap) => wrap(next), provider);
}

export interface ModelChainOptions {
  /** Null: every request is paid for. */
  readonly cache: ReplyCache | null;
  /** Requests on their way at the same time, waiting between attempts included. */
  readonly concurrency: number;
  readonly retry: Omit<RetryOptions, 'onRetry'> & Partial<Pick<RetryOptions, 'onRetry'>>;
  readonly ledger: UsageLedger;
  /** Absent: attempts are counted, not written down. */
  readonly book?: AttemptBook;
}

/**
 * cache → limit → retry → meter → provider.
 *
 * The cache stands first, so a hit takes no slot. The limit stands before the retry, so a request that waits for
 * another attempt keeps its slot: a struggling server is asked less, not by the next in the queue. The meter stands
 * last and sees every attempt, so it counts what the server was asked for and never a cache hit.
 */
export function modelChain(provider: ModelProvider, options: ModelChainOptions): ModelProvider {
  const { ledger } = options;
  const { onRetry } = options.retry;
  return chain(
    provider,
    ...(options.cache === null
      ? []
      : [cache(options.cache, ({ channel }, reply) => ledger.countReuse(channel, reply))]),
    limit(options.concurrency),
    retry({
      ...options.retry,
      onRetry: (notice) => {
        ledger.countRetry(notice.channel);
        onRetry?.(notice);
      },
    }),
    meter(ledger, options.book),
  );
}
