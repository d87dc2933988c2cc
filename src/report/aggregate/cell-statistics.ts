/** What do the seeds of a cell say, one by one and together? */
import { randomStream } from '../../core/random.ts';
import { minimumDetectable, neededTasks } from '../../statistics/power.ts';
import { signFlipTest } from '../../statistics/sign-flip.ts';
import { mcnemarExact } from '../../statistics/significance.ts';
import { type Resampling, stratifiedIntervals } from '../../statistics/stratified-intervals.ts';
import {
  type Interval,
  mean,
  sampleStandardDeviation,
  wilsonInterval,
} from '../../statistics/summary.ts';
import type { Cell, SeedJob } from './cells.ts';
import { type Noise, noiseOf } from './noise.ts';

/** Rates in [0, 1], differences in percentage points. */
export interface SeedFigures {
  readonly seed: number;
  readonly folder: string;
  /** Tasks observed in both arms, of those planned; the others are in no number here. */
  readonly scored: number;
  readonly planned: number;
  readonly baseline: number;
  readonly deployed: number;
  /** Wilson intervals; null where scores are degrees. */
  readonly baselineInterval: Interval | null;
  readonly deployedInterval: Interval | null;
  readonly deltaPoints: number;
  readonly gained: number;
  readonly lost: number;
  /** Exact McNemar test. */
  readonly pValue: number;
  /** The smallest difference that this many tasks show with 80 % power at the discordance seen; null: none. */
  readonly detectablePoints: number | null;
  readonly fellBack: boolean;
  readonly fallbackReason: string | null;
  readonly finalists: number | null;
  readonly noise: Noise | null;
}

export interface CellFigures {
  readonly seeds: readonly SeedFigures[];
  /** Means over seeds; every seed weighs the same. */
  readonly baseline: number;
  readonly deployed: number;
  readonly deltaPoints: number;
  /** Sample standard deviation over seeds; null for one seed. */
  readonly deltaDeviation: number | null;
  /** 95 % intervals, in points; BCa is null where it is not defined. */
  readonly percentile: Interval;
  readonly bca: Interval | null;
  /**
   * Where no task changed sides: what so many tasks cannot exclude (Wilson upper bound of the discordance). Null
   * otherwise, and where every seed kept the seed team, which is no change for certain.
   */
  readonly unseen: Interval | null;
  readonly gained: number;
  readonly lost: number;
  /** Sign flips of tasks, their seeds together. */
  readonly pValue: number;
  readonly pExact: boolean;
  /** About how many tasks one seed would need to show the gain with 80 % power; null when there is none. */
  readonly neededTasks: number | null;
  /** The smallest gain that the tasks of one seed show with 80 % power, at the mean discordance. */
  readonly detectablePoints: number | null;
  readonly fallbacks: number;
  /** What the deployed configurations differ from themselves; null where a seed was not repeated. */
  readonly noise: Noise | null;
}

const POINTS = 100;

/** How the intervals of a cell are made. */
export interface BootstrapChoice {
  readonly replicates: number;
  readonly resampling: Resampling;
}

/** Null for a cell of which nothing was observed. */
export function cellFigures(cell: Cell, choice: BootstrapChoice): CellFigures | null {
  const usable = cell.seeds.filter(({ measured }) => pairsOf(measured.rows).length > 0);
  const [first] = usable;
  if (first === undefined) return null;
  const seeds = usable.map(seedFigures);
  const differences = usable.map(({ measured }) => measured.rows.map(differenceOf));
  const path = ['aggregate', JSON.stringify(cell.name), cell.standing] as const;
  const { percentile, bca } = stratifiedIntervals(differences, {
    random: randomStream('bootstrap', ...path),
    ...choice,
  });
  const units = first.measured.rows.map((_, task) =>
    differences.reduce((sum, items) => sum + (items[task] ?? 0), 0),
  );
  const test = signFlipTest(units, randomStream('sign-flip', ...path));
  const total = (name: 'gained' | 'lost'): number =>
    seeds.reduce((sum, seed) => sum + seed[name], 0);
  const average = (name: 'baseline' | 'deployed' | 'deltaPoints'): number =>
    mean(seeds.map((seed) => seed[name])) as number;
  const deltas = seeds.map(({ deltaPoints }) => deltaPoints);
  const pairs = mean(seeds.map(({ scored }) => scored)) as number;
  const discordance = mean(
    seeds.map(({ gained, lost, scored }) => (gained + lost) / scored),
  ) as number;
  return tidy({
    seeds,
    baseline: average('baseline'),
    deployed: average('deployed'),
    deltaPoints: average('deltaPoints'),
    deltaDeviation: sampleStandardDeviation(deltas),
    percentile: inPoints(percentile),
    bca: bca === null ? null : inPoints(bca),
    unseen: unseenChange(seeds),
    gained: total('gained'),
    lost: total('lost'),
    pValue: test.pValue,
    pExact: test.exact,
    neededTasks: neededTasks(average('deltaPoints') / POINTS, discordance),
    detectablePoints: inPointsOrNull(minimumDetectable(Math.floor(pairs), discordance)),
    fallbacks: seeds.filter(({ fellBack }) => fellBack).length,
    noise: noiseOf(usable.map(({ measured }) => measured)),
  });
}

/** Ten digits of every number: more than anyone reads, and the same on every engine. */
function tidy<T>(value: T): T {
  if (typeof value === 'number') return Number(value.toPrecision(10)) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => tidy(item)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, tidy(item)])) as T;
}

function seedFigures({ seed, folder, measured }: SeedJob): SeedFigures {
  const pairs = pairsOf(measured.rows);
  const baselines = pairs.map(({ baseline }) => baseline);
  const deployed = pairs.map((pair) => pair.deployed);
  const gained = pairs.filter((pair) => pair.deployed > pair.baseline).length;
  const lost = pairs.filter((pair) => pair.deployed < pair.baseline).length;
  const [before, after] = [mean(baselines) as number, mean(deployed) as number];
  const { fellBack, fallbackReason, finalists } = measured;
  return {
    seed,
    folder,
    scored: pairs.length,
    planned: measured.rows.length,
    baseline: before,
    deployed: after,
    baselineInterval: rateInterval(baselines),
    deployedInterval: rateInterval(deployed),
    deltaPoints: POINTS * (mean(pairs.map((pair) => pair.deployed - pair.baseline)) as number),
    gained,
    lost,
    pValue: mcnemarExact({ gained, lost }),
    detectablePoints: inPointsOrNull(
      minimumDetectable(pairs.length, (gained + lost) / pairs.length),
    ),
    fellBack,
    fallbackReason,
    finalists,
    noise: noiseOf([measured]),
  };
}

type Rows = SeedJob['measured']['rows'];

/** Tasks without an observation on either side are left out on both. */
function pairsOf(rows: Rows): { baseline: number; deployed: number }[] {
  return rows.flatMap(({ baseline, deployed }) =>
    baseline === null || deployed === null ? [] : [{ baseline, deployed }],
  );
}

function differenceOf({ baseline, deployed }: Rows[number]): number | null {
  return baseline === null || deployed === null ? null : deployed - baseline;
}

/** Null where scores are degrees: they are no share of right answers. */
function rateInterval(scores: readonly number[]): Interval | null {
  if (scores.some((score) => score !== 0 && score !== 1)) return null;
  return wilsonInterval(scores.filter((score) => score === 1).length, scores.length);
}

function unseenChange(seeds: readonly SeedFigures[]): Interval | null {
  const changed = seeds.some(({ gained, lost }) => gained + lost > 0);
  if (changed || seeds.every(({ fellBack }) => fellBack)) return null;
  const tasks = Math.min(...seeds.map(({ scored }) => scored));
  const { high } = wilsonInterval(0, tasks);
  return { low: -POINTS * high, high: POINTS * high };
}

function inPoints({ low, high }: Interval): Interval {
  return { low: POINTS * low, high: POINTS * high };
}

function inPointsOrNull(rate: number | null): number | null {
  return rate === null ? null : POINTS * rate;
}
