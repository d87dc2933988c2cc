/** Two arms worked on the same tasks: what changed, and is it more than chance? */
import type { RandomStream } from '../core/random.ts';
import { pairedBootstrap } from './bootstrap.ts';
import { minimumDetectable, neededTasks } from './power.ts';
import { mcnemarExact } from './significance.ts';
import { mean, wilsonInterval } from './summary.ts';

/** One task in both arms. A score in [0, 1] is null when nothing was observed in that arm. */
export interface PairedRow {
  readonly id: string;
  readonly stratum: string;
  readonly baseline: number | null;
  readonly candidate: number | null;
}

export interface Comparison {
  /** Tasks observed in both arms; the others are left out of every number below. */
  readonly scored: number;
  readonly planned: number;
  readonly baselineMean: number | null;
  readonly candidateMean: number | null;
  /** Candidate minus baseline, in percentage points. */
  readonly deltaPoints: number | null;
  /** 95 % paired bootstrap interval over tasks, in percentage points. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  readonly gained: number;
  readonly lost: number;
  /** Exact two-sided McNemar test. */
  readonly pValue: number | null;
  /** Tasks that would show a difference of this size with 80 % power; null when there is no difference. */
  readonly neededTasks: number | null;
}

/** @param random stream of the bootstrap: one stream, one interval */
export function compareRows(rows: readonly PairedRow[], random: RandomStream): Comparison {
  const pairs = rows.flatMap((row) =>
    row.baseline === null || row.candidate === null
      ? []
      : [{ baseline: row.baseline, candidate: row.candidate }],
  );
  if (pairs.length === 0) return { ...NOTHING_SCORED, planned: rows.length };
  const differences = pairs.map((pair) => pair.candidate - pair.baseline);
  const gained = differences.filter((difference) => difference > 0).length;
  const lost = differences.filter((difference) => difference < 0).length;
  const delta = mean(differences) as number;
  const interval = pairedBootstrap(differences, { random });
  return {
    scored: pairs.length,
    planned: rows.length,
    baselineMean: rounded(mean(pairs.map((pair) => pair.baseline)) as number),
    candidateMean: rounded(mean(pairs.map((pair) => pair.candidate)) as number),
    deltaPoints: rounded(100 * delta),
    interval: { low: rounded(100 * interval.low), high: rounded(100 * interval.high) },
    gained,
    lost,
    pValue: rounded(mcnemarExact({ gained, lost })),
    neededTasks: neededTasks(delta, (gained + lost) / pairs.length),
  };
}

const NOTHING_SCORED: Omit<Comparison, 'planned'> = {
  scored: 0,
  baselineMean: null,
  candidateMean: null,
  deltaPoints: null,
  interval: null,
  gained: 0,
  lost: 0,
  pValue: null,
  neededTasks: null,
};

/** Ten digits: more than anyone reads, and the same on every engine's logarithm. */
function rounded(value: number): number {
  return Number(value.toPrecision(10));
}

/** One line that says what can be claimed. */
export function comparisonVerdict(comparison: Comparison): string {
  const { deltaPoints, interval, pValue } = comparison;
  if (deltaPoints === null || interval === null || pValue === null) {
    return 'no task was observed in both arms: nothing can be said';
  }
  const numbers = `${signed(deltaPoints)} points, 95 % interval ${signed(interval.low)} to ${signed(interval.high)}, exact McNemar p ${formatP(pValue)}`;
  if (pValue < 0.05) return numbers;
  const needed =
    comparison.neededTasks === null
      ? ''
      : `; about ${comparison.neededTasks.toLocaleString('en-US')} tasks would be needed to show it`;
  return `${numbers}: not distinguishable from no change${needed}`;
}

/**
 * What the numbers say in words.
 *
 * @param names of the two arms; the change is `to` minus `from`
 */
export function comparisonConclusion(
  comparison: Comparison,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  const { deltaPoints, pValue, gained, lost, scored } = comparison;
  if (deltaPoints === null || pValue === null)
    return 'no task was observed in both: nothing can be said';
  if (gained + lost === 0) {
    const bound = 100 * wilsonInterval(0, scored).high;
    return `no task changed sides; of so many tasks (${scored}), differences up to ${bound.toFixed(1)} points may leave none`;
  }
  if (pValue < 0.05)
    return `${to} is ${deltaPoints < 0 ? 'worse' : 'better'} than ${from}, and that is more than chance`;
  if (comparison.neededTasks !== null) {
    return `not enough data to tell ${to} from ${from}: about ${comparison.neededTasks.toLocaleString('en-US')} tasks needed, ${scored.toLocaleString('en-US')} were scored`;
  }
  const shown = minimumDetectable(scored, (gained + lost) / scored);
  const least = shown === null ? 'none at all' : `those from ${(100 * shown).toFixed(1)} points on`;
  return `as much gained as lost; of differences, so many tasks (${scored}) show ${least}`;
}

function signed(points: number): string {
  return `${points < 0 ? '-' : '+'}${Math.abs(points).toFixed(1)}`;
}

function formatP(p: number): string {
  return p < 0.001 ? '< 0.001' : `= ${p.toFixed(p < 0.1 ? 3 : 2)}`;
}
