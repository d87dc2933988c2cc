/** When do infrastructure failures become too many for the result to count? */
import { InfrastructureError } from '../core/errors.ts';
import type { Failure } from '../core/rollout.ts';

/**
 * Counts rows that stayed unobserved. Up to `rate` of the planned rows (at least one) may be missing; the row is then
 * missing for both arms of every comparison. One more stops the job, which can be continued later.
 */
export class FailureLimit {
  readonly #allowed: number;
  readonly #planned: number;
  #missing = 0;
  #attempts = 0;
  #failedAttempts = 0;

  /** @param rate share in [0, 1] @param planned rows, a non-negative integer */
  constructor(rate: number, planned: number) {
    this.#allowed = Math.max(1, Math.floor(rate * planned));
    this.#planned = planned;
  }

  countAttempt(failed: boolean): void {
    this.#attempts += 1;
    if (failed) this.#failedAttempts += 1;
  }

  /** @throws InfrastructureError when one more row is missing than the declared rate allows */
  countMissing(failure: Failure | null): void {
    this.#missing += 1;
    if (this.#missing <= this.#allowed) return;
    const last = failure === null ? '' : `; the last one: ${failure.kind}: ${failure.message}`;
    throw new InfrastructureError(
      `${this.#missing} of ${this.#planned} planned rollouts could not be observed (at most ${this.#allowed} may be missing)${last}`,
      {
        hints: ['mend the endpoint and run the same command again: it continues where it stopped'],
      },
    );
  }

  /** Share of attempts that failed for infrastructure reasons, in [0, 1]. */
  rate(): number {
    return this.#attempts === 0 ? 0 : this.#failedAttempts / this.#attempts;
  }
}
