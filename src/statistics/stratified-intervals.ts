/** Between which bounds does a gain over several seeds lie? Two intervals from one set of resamples. */
import type { RandomStream } from '../core/random.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import { type DrawPositions, positionDrawer } from './resampling.ts';
import { type Interval, mean } from './summary.ts';

/**
 * `tasks`: a resample draws tasks, each with its pairs in all seeds, because what one task says in several seeds is not
 * independent; the seeds stay. The interval is of the mean gain of these seeds over tasks like these.
 * `seeds-then-tasks`: seeds are drawn, then tasks within each drawn seed anew, as published for this kind of experiment. It
 * takes a task's results in several seeds for independent, so it is too narrow where they go together: three equal
 * seeds make it narrower than one.
 */
export type Resampling = 'tasks' | 'seeds-then-tasks';

export interface StratifiedOptions {
  /** Drawn from in a fixed order, so one stream gives one pair of intervals. */
  readonly random: RandomStream;
  /** At least 100; 10,000 when left out. */
  readonly replicates?: number;
  /** In (0, 1); 0.95 when left out. */
  readonly confidence?: number;
  /** `tasks` when left out. */
  readonly resampling?: Resampling;
}

export interface StratifiedIntervals {
  readonly percentile: Interval;
  /**
   * Bias-corrected and accelerated (Efron 1987, DiCiccio and Efron 1996): the acceleration comes from leaving out one task
   * at a time in all seeds. Null where it is not defined: all differences are equal, or all replicates lie on one side.
   */
  readonly bca: Interval | null;
}

/** One list per seed; position is the task, the same in all seeds. Null: not observed in both arms. */
type Strata = readonly (readonly (number | null)[])[];

/**
 * Of the mean over seeds of the mean paired difference; every seed weighs the same. With one seed it is the usual paired
 * bootstrap.
 *
 * @param strata one list of paired differences per seed, null where a task was not observed in both arms; position is
 * the task, the same in all seeds.
 * @throws RangeError for no seeds, a seed without differences, or options out of range.
 */
export function stratifiedIntervals(
  strata: Strata,
  options: StratifiedOptions,
): StratifiedIntervals {
  const { random, replicates = 10_000, confidence = 0.95, resampling = 'tasks' } = options;
  if (!Number.isSafeInteger(replicates) || replicates < 100) {
    throw new RangeError(`a bootstrap needs at least 100 replicates, got ${replicates}`);
  }
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(`confidence must lie between 0 and 1, got ${confidence}`);
  }
  if (strata.length === 0 || strata.some((items) => items.every((item) => item === null))) {
    throw new RangeError('a bootstrap needs at least one seed, and a paired difference in each');
  }
  const kept = observedTasks(strata);
  const draw = positionDrawer(random);
  const resampled = resampling === 'tasks' ? overTasks(kept, draw) : overSeeds(kept, draw);
  const means = new Float64Array(replicates);
  for (let replicate = 0; replicate < replicates; replicate += 1) means[replicate] = resampled();
  means.sort();
  const tail = (1 - confidence) / 2;
  return {
    percentile: { low: lowerBound(means, tail), high: upperBound(means, 1 - tail) },
    bca: bcaInterval(kept, means, tail),
  };
}

/** A task that no seed observed says nothing, and a resample must not draw it. */
function observedTasks(strata: Strata): Strata {
  const tasks = Math.max(...strata.map((items) => items.length));
  const observed = Array.from({ length: tasks }, (_, task) => task).filter((task) =>
    strata.some((items) => (items[task] ?? null) !== null),
  );
  return strata.map((items) => observed.map((task) => items[task] ?? null));
}

/** A mean gain of a resample, drawn anew with every call. */
type Resampled = () => number;

function overTasks(strata: Strata, draw: DrawPositions): Resampled {
  const tasks = strata[0]?.length ?? 0;
  const positions = new Int32Array(tasks);
  if (strata.some((items) => items.includes(null))) return overGaps(strata, draw, positions);
  const units = Float64Array.from(
    { length: tasks },
    (_, task) => strata.reduce((sum, items) => sum + (items[task] as number), 0) / strata.length,
  );
  return () => {
    draw(positions, tasks);
    return sumAt(units, positions) / tasks;
  };
}

/** A seed of which a resample has no observation is left out of that resample. */
function overGaps(strata: Strata, draw: DrawPositions, positions: Int32Array): Resampled {
  const seeds = strata.map((items) => ({
    values: Float64Array.from(items, (item) => item ?? 0),
    seen: Float64Array.from(items, (item) => (item === null ? 0 : 1)),
  }));
  return () => {
    draw(positions, positions.length);
    let total = 0;
    let counted = 0;
    for (const { values, seen } of seeds) {
      const scored = sumAt(seen, positions);
      if (scored === 0) continue;
      total += sumAt(values, positions) / scored;
      counted += 1;
    }
    return total / counted;
  };
}

function overSeeds(strata: Strata, draw: DrawPositions): Resampled {
  const seeds = strata.map((items) => {
    const values = Float64Array.from(items.filter((item) => item !== null));
    return { values, positions: new Int32Array(values.length) };
  });
  const drawn = new Int32Array(seeds.length);
  return () => {
    // One seed is no choice, and its stream is then that of the usual bootstrap.
    if (seeds.length > 1) draw(drawn, seeds.length);
    let total = 0;
    for (const seed of drawn) {
      const { values, positions } = seeds[seed] as (typeof seeds)[number];
      draw(positions, values.length);
      total += sumAt(values, positions) / values.length;
    }
    return total / seeds.length;
  };
}

function sumAt(values: Float64Array, positions: Int32Array): number {
  let sum = 0;
  for (let index = 0; index < positions.length; index += 1) {
    sum += values[positions[index] as number] as number;
  }
  return sum;
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

function bcaInterval(strata: Strata, means: Float64Array, tail: number): Interval | null {
  const estimate = meanGain(strata.map(sumOf));
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
function accelerationOf(strata: Strata): number | null {
  const sums = strata.map(sumOf);
  const tasks = strata[0]?.length ?? 0;
  const left: number[] = [];
  for (let task = 0; task < tasks; task += 1) {
    const gain = meanGain(strata.map((items, seed) => without(sums[seed] ?? NO_SUM, items[task])));
    if (gain === null) return null;
    left.push(gain);
  }
  const centre = mean(left) as number;
  const squares = left.reduce((sum, value) => sum + (centre - value) ** 2, 0);
  const cubes = left.reduce((sum, value) => sum + (centre - value) ** 3, 0);
  return squares < 1e-24 ? null : cubes / (6 * squares ** 1.5);
}

interface Sum {
  readonly total: number;
  readonly scored: number;
}

const NO_SUM: Sum = { total: 0, scored: 0 };

function sumOf(items: readonly (number | null)[]): Sum {
  return items.reduce<Sum>(
    ({ total, scored }, item) =>
      item === null ? { total, scored } : { total: total + item, scored: scored + 1 },
    NO_SUM,
  );
}

function without({ total, scored }: Sum, item: number | null | undefined): Sum {
  return item === null || item === undefined
    ? { total, scored }
    : { total: total - item, scored: scored - 1 };
}

/** Mean over the seeds that have observations; null where none has. */
function meanGain(sums: readonly Sum[]): number | null {
  return mean(sums.filter(({ scored }) => scored > 0).map(({ total, scored }) => total / scored));
}
