/** How many rollouts may still be paid for, and who has reserved them? */
import { ContractError } from '../core/errors.ts';
import type { BudgetSnapshot } from '../core/optimizer.ts';

/**
 * Counts usable rollouts. Reserved in ask order before anything starts, charged once at delivery; so which rows are cut
 * does not depend on what finishes first, and the maximum is never overshot.
 */
export class BudgetLedger {
  readonly #maximum: number;
  #charged = 0;
  #reserved = 0;

  /** @param maximum rollouts, a non-negative integer */
  constructor(maximum: number) {
    if (!Number.isSafeInteger(maximum) || maximum < 0) {
      throw new RangeError(`budget must be a non-negative integer, got ${maximum}`);
    }
    this.#maximum = maximum;
  }

  /** Reserves what is left up to `wanted` (`trim`), or all of `wanted` or nothing (`skip`). Returns the number granted. */
  reserve(wanted: number, whenShort: 'trim' | 'skip'): number {
    const free = this.#maximum - this.#charged - this.#reserved;
    const granted = wanted <= free ? wanted : whenShort === 'trim' ? free : 0;
    this.#reserved += granted;
    return granted;
  }

  /** Turns `reserved` places into `charged` charges and gives the rest back. */
  settle(reserved: number, charged: number): void {
    if (charged > reserved || reserved > this.#reserved) {
      throw new ContractError(`cannot charge ${charged} of ${reserved} reserved rollouts`);
    }
    this.#reserved -= reserved;
    this.#charged += charged;
  }

  snapshot(): BudgetSnapshot {
    return {
      maximum: this.#maximum,
      charged: this.#charged,
      remaining: this.#maximum - this.#charged,
    };
  }
}
