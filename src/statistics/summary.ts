/** What is the centre of some scores, how far do they spread, and how sure is a rate? */
import { normalQuantile } from './normal.ts';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Arithmetic mean, summed in index order; null for no values (missing is not zero). */
export function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Sample standard deviation (divisor n - 1); null for fewer than two values. */
export function sampleStandardDeviation(values: readonly number[]): number | null {
  const centre = mean(values);
  if (centre === null || values.length < 2) return null;
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

/**
 * Wilson score interval of a success rate, without continuity correction (Wilson 1927). It has width at 0 % and 100 %,
 * where the normal interval collapses. No trials say nothing: [0, 1].
 *
 * @throws RangeError unless 0 <= successes <= trials are integers.
 */
export function wilsonInterval(successes: number, trials: number, confidence = 0.95): Interval {
  if (!isCount(successes) || !isCount(trials) || successes > trials) {
    throw new RangeError(`need 0 <= successes <= trials, got ${successes} of ${trials}`);
  }
  if (trials === 0) return { low: 0, high: 1 };
  const z = normalQuantile(1 - (1 - confidence) / 2);
  const rate = successes / trials;
  const shrink = 1 + z ** 2 / trials;
  const centre = (rate + z ** 2 / (2 * trials)) / shrink;
  const half = (z / shrink) * Math.sqrt((rate * (1 - rate)) / trials + z ** 2 / (4 * trials ** 2));
  return {
    low: successes === 0 ? 0 : centre - half,
    high: successes === trials ? 1 : centre + half,
  };
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
