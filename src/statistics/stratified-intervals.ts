/** Between which bounds does a gain over several seeds lie? Two intervals from one set of resamples. */
import type { RandomStream } from '../core/random.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import { type Interval, mean } from './summary.ts';

export interface StratifiedOptions {
  /** Drawn from in a fixed order, so one stream gives one pair of intervals. */
  readonly random: RandomStream;
  /** At least 100; 10,000 when left out. */
  readonly replicates?: number;
  /** In (0, 1); 0.95 when left out. */
  readonly confidence?: number;
}

export interface StratifiedIntervals {
  readonly percentile: Interval;
  /**
   * Bias-corrected and accelerated (Efron 1987, DiCiccio and Efron 1996): the acceleration comes from leaving out one task
   * at a time in all seeds. Null where it is not defined: all differences are equal, or all replicates lie on one side.
   */
  readonly bca: Interval | null;
}

/**
 * Of the mean over seeds of the mean paired difference. Seeds are resampled first, then the tasks within each drawn seed;
 * every seed weighs the same. With one seed it is the usual paired bootstrap.
 *
 * @param strata one list of paired differences per seed, null where a task was not observed in both arms; position is
 * the task, the same in all seeds.
 * @throws RangeError for no seeds, a seed without differences, or options out of range.
 */
export function stratifiedIntervals(
  strata: readonly (readonly (number | null)[])[],
  options: StratifiedOptions,
): StratifiedIntervals {
  const { random, replicates = 10_000, confidence = 0.95 } = options;
  if (!Number.isSafeInteger(replicates) || replicates < 100) {
    throw new RangeError(`a bootstrap needs at least 100 replicates, got ${replicates}`);
  }
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(`confidence must lie between 0 and 1, got ${confidence}`);
  }
  const observed = strata.map((items) => Float64Array.from(items.filter((item) => item !== null)));
  if (observed.length === 0 || observed.some((items) => items.length === 0)) {
    throw new RangeError('a bootstrap needs at least one seed, and a paired difference in each');
  }
  const means = new Float64Array(replicates);
  for (let replicate = 0; replicate < replicates; replicate += 1) {
    means[replicate] = resampledMean(observed, random);
  }
  means.sort();
  const tail = (1 - confidence) / 2;
  return {
    percentile: { low: lowerBound(means, tail), high: upperBound(means, 1 - tail) },
    bca: bcaInterval(strata, means, tail),
  };
}

function resampledMean(strata: readonly Float64Array[], random: RandomStream): number {
  let total = 0;
  for (let draw = 0; draw < strata.length; draw += 1) {
    const items = strata.length === 1 ? strata[0] : strata[random.integer(strata.length)];
    if (items === undefined) continue;
    let sum = 0;
    for (let item = 0; item < items.length; item += 1) {
      sum += items[random.integer(items.length)] as number;
    }
    total += sum / items.length;
  }
  return total / strata.length;
}

/** Positions are floor(p R) and ceil(p R) - 1; rounding first keeps 0.025 x 10,000 at exactly 250. */
function lowerBound(means: Float64Array, probability: number): number {
  return at(means, Math.floor(exact(probability * means.length)));
}

function upperBound(means: Float64Array, probability: number): number {
  return at(means, Math.ceil(exact(probability * means.length)) - 1);
}

function at(means: Float64Array, position: number): number {
  return means[Math.max(0, Math.min(means.length - 1, position))] as number;
}

function exact(position: number): number {
  return Math.round(position * 1e6) / 1e6;
}

function bcaInterval(
  strata: readonly (readonly (number | null)[])[],
  means: Float64Array,
  tail: number,
): Interval | null {
  const estimate = gainOf(strata, null);
  if (estimate === null) return null;
  // Replicates of a rate are often equal to the estimate: half of them count as below, as scipy has it.
  const below = count(means, (value) => value < estimate - 1e-12);
  const notAbove = count(means, (value) => value <= estimate + 1e-12);
  const share = (below + notAbove) / (2 * means.length);
  if (share <= 0 || share >= 1) return null;
  const acceleration = accelerationOf(strata);
  if (acceleration === null) return null;
  const bias = normalQuantile(share);
  const adjusted = (probability: number): number => {
    const z = bias + normalQuantile(probability);
    return normalCdf(bias + z / (1 - acceleration * z));
  };
  return {
    low: lowerBound(means, adjusted(tail)),
    high: upperBound(means, adjusted(1 - tail)),
  };
}

function count(values: Float64Array, isCounted: (value: number) => boolean): number {
  let counted = 0;
  for (const value of values) if (isCounted(value)) counted += 1;
  return counted;
}

/** Null when leaving out any task leaves the gain as it is, or nothing to compute it from. */
function accelerationOf(strata: readonly (readonly (number | null)[])[]): number | null {
  const tasks = Math.max(...strata.map((items) => items.length));
  const left: number[] = [];
  for (let task = 0; task < tasks; task += 1) {
    const gain = gainOf(strata, task);
    if (gain === null) return null;
    left.push(gain);
  }
  const centre = mean(left) as number;
  const squares = left.reduce((sum, value) => sum + (centre - value) ** 2, 0);
  const cubes = left.reduce((sum, value) => sum + (centre - value) ** 3, 0);
  return squares < 1e-24 ? null : cubes / (6 * squares ** 1.5);
}

/** Mean over seeds of the mean difference, without one task; null for a seed that then has none. */
function gainOf(
  strata: readonly (readonly (number | null)[])[],
  without: number | null,
): number | null {
  let total = 0;
  for (const items of strata) {
    const kept = items.filter((item, task): item is number => item !== null && task !== without);
    const gain = mean(kept);
    if (gain === null) return null;
    total += gain;
  }
  return total / strata.length;
}
