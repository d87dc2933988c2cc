/** Is a failed request tried again, and when? */
import { ModelError, type ModelErrorKind } from '../../core/errors.ts';
import type {
  Channel,
  ModelMiddleware,
  ModelProvider,
  ModelReply,
  ModelRequest,
} from '../../core/model.ts';
import type { RandomStream } from '../../core/random.ts';
import { type Clock, systemClock } from './clock.ts';

export interface RetryOptions {
  /** Attempts after the first: 0 sends a request once, 1 at most twice. */
  readonly maxRetries: number;
  /** Jitter. Waiting times never change a result, so any stream will do. */
  readonly random: RandomStream;
  readonly clock?: Clock;
  /** Upper bound of the wait before the first retry; doubles with each. Default 1000 ms. */
  readonly baseDelayMs?: number;
  /** Bound of that doubling. Default 60 000 ms. */
  readonly maxDelayMs?: number;
  /** The longest that a server may make us wait. Default 120 000 ms. */
  readonly retryAfterCapMs?: number;
  readonly onRetry?: (notice: RetryNotice) => void;
}

export interface RetryNotice {
  readonly channel: Channel;
  readonly kind: ModelErrorKind;
  /** 1 for the first retry. */
  readonly retry: number;
  readonly waitMs: number;
  /** One sentence for a person: what failed, and when it is tried again. */
  readonly message: string;
}

interface Policy extends Required<RetryOptions> {
  /** Shared by all requests of the provider: nobody sends before this moment. */
  readonly cooldown: { until: number };
}

/**
 * Tries again only what a {@link ModelError} calls worth it; an answer, however bad, is never asked for twice. Waits
 * have full jitter. After a rate limit or a lost connection all requests of the provider wait, because the server's
 * trouble is not one request's; a server's `retry-after` sets how long, up to a cap.
 *
 * @throws ModelError the last failure, with the number of attempts in its message
 */
export function retry(options: RetryOptions): ModelMiddleware {
  const policy: Policy = {
    clock: systemClock,
    baseDelayMs: 1000,
    maxDelayMs: 60_000,
    retryAfterCapMs: 120_000,
    onRetry: () => undefined,
    ...options,
    cooldown: { until: 0 },
  };
  return (next) => ({
    ...next,
    generate: (request, signal) => generate(next, policy, { request, signal }),
  });
}

interface Attempted {
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
}

async function generate(
  next: ModelProvider,
  policy: Policy,
  { request, signal }: Attempted,
): Promise<ModelReply> {
  for (let attempt = 0; ; attempt += 1) {
    await waitForCooldown(policy, signal);
    try {
      return await next.generate(request, signal);
    } catch (error) {
      if (!(error instanceof ModelError) || !error.retry) throw error;
      if (attempt >= policy.maxRetries) throw attempt === 0 ? error : exhausted(error, attempt + 1);
      const waitMs = planWait(policy, error, attempt);
      policy.onRetry(notice(request, error, { retry: attempt + 1, waitMs }));
      await policy.clock.sleep(waitMs, signal);
    }
  }
}

/** The jitter keeps those who waited together from returning together. */
async function waitForCooldown(policy: Policy, signal: AbortSignal): Promise<void> {
  for (;;) {
    const left = policy.cooldown.until - policy.clock.now();
    if (left <= 0) return;
    await policy.clock.sleep(left + policy.random.next() * policy.baseDelayMs, signal);
  }
}

function planWait(policy: Policy, error: ModelError, attempt: number): number {
  const bound = Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** attempt);
  const jitter = policy.random.next() * bound;
  const asked = Math.min(error.retryAfterMs ?? 0, policy.retryAfterCapMs);
  if (error.kind === 'rate-limit' || error.kind === 'connection') {
    const pause = asked > 0 ? asked : jitter;
    policy.cooldown.until = Math.max(policy.cooldown.until, policy.clock.now() + pause);
  }
  return asked + jitter;
}

function notice(
  request: ModelRequest,
  error: ModelError,
  plan: { readonly retry: number; readonly waitMs: number },
): RetryNotice {
  const wished = error.retryAfterMs ?? 0;
  const capped =
    wished > plan.waitMs ? ` (the server asked for ${Math.round(wished / 1000)} s)` : '';
  const message = `${error.message}; retry ${plan.retry} in ${(plan.waitMs / 1000).toFixed(1)} s${capped}`;
  return { channel: request.channel, kind: error.kind, ...plan, message };
}

function exhausted(error: ModelError, attempts: number): ModelError {
  const { kind, retry: worthRetry, retryAfterMs, status, hints } = error;
  return new ModelError(`${error.message} (after ${attempts} attempts)`, {
    kind,
    retry: worthRetry,
    retryAfterMs,
    status,
    hints,
    cause: error,
  });
}
