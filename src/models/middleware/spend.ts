/** May another request leave, or would it cost more than the user allows? */
import {
  type AttemptRow,
  chargedTokens,
  chargedUsd,
  type SpendCaps,
  type SpendSnapshot,
  type StartedAttempt,
} from '../../core/attempt.ts';
import { BudgetExhaustedError } from '../../core/errors.ts';
import { abortedError, abortWatch } from '../transport/deadline.ts';

/** What a request is expected to cost; dollars are null when its price is unknown. */
export interface Reservation {
  readonly tokens: number;
  readonly usd: number | null;
}

export interface SpendOptions {
  readonly caps: SpendCaps;
  /** Milliseconds since some fixed moment. */
  readonly now: () => number;
}

/**
 * Reservations are made before a request leaves and are replaced by what it cost when it ends. A request that does not
 * fit beside the reservations waits for others to end; when none is on its way any more, the cap is reached. So what is
 * spent passes a cap only by what the requests on their way cost beyond what was expected of them.
 */
export class Spend {
  /** True when nothing bounds the job: nobody needs to guess then. */
  readonly isUnbounded: boolean;
  readonly #caps: SpendCaps;
  readonly #now: () => number;
  readonly #startedAt: number;
  readonly #means = new Map<string, { count: number; tokens: number; usd: number }>();
  readonly #waiting = new Set<() => void>();
  readonly #watch = abortWatch();
  #earlierMs = 0;
  #tokens = 0;
  #usd = 0;
  /** Attempts of which neither the price nor a reservation of it is known. */
  #unpriced = 0;
  #reserved = { tokens: 0, usd: 0 };
  #inFlight = 0;
  #reached: BudgetExhaustedError | null = null;

  constructor({ caps, now }: SpendOptions) {
    this.#caps = caps;
    this.isUnbounded = Object.values(caps).every((cap) => cap === null);
    this.#now = now;
    this.#startedAt = now();
  }

  /** Milliseconds that earlier sessions ran. */
  recallTime(milliseconds: number): void {
    this.#earlierMs = milliseconds;
  }

  /** Counts an attempt that has ended, in this session or an earlier one. */
  count(row: AttemptRow): void {
    const tokens = chargedTokens(row);
    const usd = chargedUsd(row);
    this.#tokens += tokens;
    if (usd === null) this.#unpriced += 1;
    else this.#usd += usd;
    if (row.inputTokens === null || row.inputTokens === 0) return;
    const key = meanKey(row);
    const mean = this.#means.get(key) ?? { count: 0, tokens: 0, usd: 0 };
    mean.count += 1;
    mean.tokens += tokens;
    mean.usd += usd ?? 0;
    this.#means.set(key, mean);
  }

  /** Tokens and dollars of a reply of this kind so far, on average; null before there was one. */
  expected(kind: MeanKind): { readonly tokens: number; readonly usd: number } | null {
    const mean = this.#means.get(meanKey(kind));
    if (mean === undefined) return null;
    return { tokens: Math.ceil(mean.tokens / mean.count), usd: mean.usd / mean.count };
  }

  /**
   * Reserves, now or when there is room.
   *
   * @throws BudgetExhaustedError when there will be none; rejects with an `aborted` error when the signal fires first
   */
  reserve(wanted: Reservation, signal: AbortSignal): Promise<void> | undefined {
    if (this.isUnbounded) return undefined;
    if (this.#admits(wanted)) return undefined;
    return this.#wait(wanted, signal);
  }

  /** Gives a reservation back; what the request cost is told by `count`. */
  release(reserved: Reservation): void {
    if (this.isUnbounded) return;
    this.#inFlight -= 1;
    this.#reserved.tokens -= reserved.tokens;
    // Sums of fractions leave a rest behind.
    this.#reserved.usd = this.#inFlight === 0 ? 0 : this.#reserved.usd - (reserved.usd ?? 0);
    this.#wake();
  }

  snapshot(): SpendSnapshot {
    return {
      tokens: this.#tokens,
      usd: this.#unpriced > 0 ? null : this.#usd,
      milliseconds: this.#elapsed(),
      caps: this.#caps,
    };
  }

  async #wait(wanted: Reservation, signal: AbortSignal): Promise<void> {
    do {
      await new Promise<void>((resolve, reject) => {
        const waiter = (): void => {
          unwatch();
          resolve();
        };
        const unwatch = this.#watch(signal, () => {
          this.#waiting.delete(waiter);
          reject(abortedError());
        });
        this.#waiting.add(waiter);
      });
    } while (!this.#admits(wanted));
  }

  /** False: wait. @throws BudgetExhaustedError */
  #admits(wanted: Reservation): boolean {
    if (this.#reached !== null) throw this.#reached;
    const problem = this.#problem(wanted);
    if (problem === null) {
      this.#inFlight += 1;
      this.#reserved.tokens += wanted.tokens;
      this.#reserved.usd += wanted.usd ?? 0;
      return true;
    }
    if (problem.mayPass && this.#inFlight > 0) return false;
    this.#reached = new BudgetExhaustedError(problem.message);
    this.#wake();
    throw this.#reached;
  }

  #problem(wanted: Reservation): { readonly message: string; readonly mayPass: boolean } | null {
    const { usd, tokens, milliseconds } = this.#caps;
    if (milliseconds !== null && this.#elapsed() >= milliseconds) {
      const ran = `${(this.#elapsed() / 60_000).toFixed(1)} of ${(milliseconds / 60_000).toFixed(1)} minutes`;
      return {
        message: `the time allowed (--max-time) is over: the job ran ${ran}`,
        mayPass: false,
      };
    }
    if (tokens !== null && this.#tokens + this.#reserved.tokens + wanted.tokens > tokens) {
      const used = `${count(this.#tokens)} of ${count(tokens)} tokens are used`;
      const next = `a call is expected to take ${count(wanted.tokens)}`;
      return { message: `--max-tokens is reached: ${used}, and ${next}`, mayPass: true };
    }
    if (usd !== null && this.#usd + this.#reserved.usd + (wanted.usd ?? 0) > usd) {
      const used = `$${dollars(this.#usd)} of $${dollars(usd)} is spent`;
      const next = `a call is expected to cost $${dollars(wanted.usd ?? 0)}`;
      return { message: `--max-cost is reached: ${used}, and ${next}`, mayPass: true };
    }
    return null;
  }

  #elapsed(): number {
    return this.#earlierMs + this.#now() - this.#startedAt;
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const waiter of waiting) waiter();
  }
}

type MeanKind = Pick<StartedAttempt, 'purpose' | 'model'>;

function meanKey({ purpose, model }: MeanKind): string {
  return `${purpose} ${model}`;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** Cents, and more digits where there are none. */
export function dollars(value: number): string {
  return value === 0 || value >= 0.01 ? value.toFixed(2) : value.toPrecision(2);
}
