/** Between which bounds does a mean difference lie, if other tasks had been drawn? */
import type { RandomStream } from '../core/random.ts';
import type { Interval } from './summary.ts';

export interface BootstrapOptions {
  /** Drawn from in a fixed order, so one stream gives one interval. */
  readonly random: RandomStream;
  /** At least 100; 10,000 when left out. */
  readonly replicates?: number;
  /** In (0, 1); 0.95 when left out. */
  readonly confidence?: number;
}

/**
 * Percentile bootstrap of the mean of paired differences (second arm minus first, one per task). Tasks are resampled
 * with replacement; a task keeps its pair together.
 *
 * @throws RangeError for no differences, or options out of range.
 */
export function pairedBootstrap(
  differences: readonly number[],
  options: BootstrapOptions,
): Interval {
  return percentileInterval(() => resampledMean(differences, options.random), options);
}

function resampledMean(items: readonly number[], random: RandomStream): number {
  if (items.length === 0) throw new RangeError('a bootstrap needs at least one paired difference');
  let sum = 0;
  for (let draw = 0; draw < items.length; draw += 1) {
    sum += items[random.integer(items.length)] as number;
  }
  return sum / items.length;
}

function percentileInterval(replicate: () => number, options: BootstrapOptions): Interval {
  const { replicates = 10_000, confidence = 0.95 } = options;
  if (!Number.isSafeInteger(replicates) || replicates < 100) {
    throw new RangeError(`a bootstrap needs at least 100 replicates, got ${replicates}`);
  }
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(`confidence must lie between 0 and 1, got ${confidence}`);
  }
  const means = Array.from({ length: replicates }, replicate).sort((left, right) => left - right);
  const tail = (1 - confidence) / 2;
  // Positions are floor(tail R) and ceil((1 - tail) R) - 1; rounding first keeps 0.025 x 10,000 at exactly 250.
  const low = Math.floor(exact(tail * replicates));
  const high = Math.ceil(exact((1 - tail) * replicates)) - 1;
  return { low: means[low] as number, high: means[high] as number };
}

function exact(position: number): number {
  return Math.round(position * 1e6) / 1e6;
}
