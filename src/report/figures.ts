/** How many answers of some tasks were right, why were the others not, and how sure is the rate? */
import { ERROR_CLASSES, type ErrorClass } from '../core/error-class.ts';
import type { RandomStream } from '../core/random.ts';
import type { ReportRow } from '../core/report-row.ts';
import { pairedBootstrap } from '../statistics/bootstrap.ts';
import { mean, wilsonInterval } from '../statistics/summary.ts';

export interface Rate {
  /** The denominator. */
  readonly scored: number;
  readonly planned: number;
  readonly correct: number;
  /** `correct / scored`, or the mean score where a degree is measured, in [0, 1]; null when nothing was scored. */
  readonly rate: number | null;
  /** 95 % interval of the rate: Wilson's, or by bootstrap where a degree is measured. */
  readonly low: number;
  readonly high: number;
}

export interface Figures extends Rate {
  /** Wrong answers by class, in the order of `ERROR_CLASSES`; classes without any are left out. */
  readonly errors: { readonly [Class in ErrorClass]?: number };
  /** Planned tasks without an observation: `planned - scored`. */
  readonly infrastructure: number;
}

/** Mean of column rates: every column weighs the same, however many tasks it has. */
export interface Macro {
  /** Null when no column has a rate. */
  readonly rate: number | null;
  /** Columns with a rate, out of those with planned tasks. */
  readonly columns: number;
  readonly plannedColumns: number;
}

export interface SampleFigures {
  /** Samples of which every step was planned and observed: the denominator. */
  readonly complete: number;
  /** Of these, all steps right. */
  readonly solved: number;
  /** `solved / complete`; null when no sample is complete. */
  readonly rate: number | null;
  readonly low: number;
  readonly high: number;
  /** Some steps were planned, but not all. */
  readonly partial: number;
  /** Every step was planned, but not every one observed. */
  readonly unobserved: number;
}

export function rateOf(verdicts: readonly (boolean | null)[]): Rate {
  const scored = verdicts.filter((verdict) => verdict !== null).length;
  const correct = verdicts.filter((verdict) => verdict === true).length;
  return { scored, planned: verdicts.length, correct, ...shareOf(correct, scored) };
}

/** @param random stream of the bootstrap where a degree is measured; null: the rate is the share of right answers */
export function figuresOf(rows: readonly ReportRow[], random: RandomStream | null): Figures {
  const rate = rateOf(rows.map((row) => row.correct));
  const wrong = rows.filter((row) => row.correct === false);
  const counts = ERROR_CLASSES.map((name) => {
    const count = wrong.filter((row) => (row.errorClass ?? 'other') === name).length;
    return [name, count] as const;
  });
  return {
    ...rate,
    ...(random === null ? {} : meanScore(rows, random)),
    errors: Object.fromEntries(counts.filter(([, count]) => count > 0)),
    infrastructure: rate.planned - rate.scored,
  };
}

function meanScore(
  rows: readonly ReportRow[],
  random: RandomStream,
): Pick<Rate, 'rate' | 'low' | 'high'> {
  const scores = rows.flatMap(({ score }) => (score === null ? [] : [score]));
  const average = mean(scores);
  if (average === null) return shareOf(0, 0);
  const { low, high } = pairedBootstrap(scores, { random });
  return { rate: rounded(average), low: rounded(low), high: rounded(high) };
}

export function macroOf(columns: readonly Rate[]): Macro {
  const rates = columns.flatMap(({ rate }) => (rate === null ? [] : [rate]));
  const average = mean(rates);
  return {
    rate: average === null ? null : rounded(average),
    columns: rates.length,
    plannedColumns: columns.filter(({ planned }) => planned > 0).length,
  };
}

/**
 * How many samples were solved, all steps of them.
 *
 * @param sizes steps of every sample in the whole benchmark
 * @returns null when no row is a step of a sample, and when a task was answered several times
 */
export function sampleFigures(
  rows: readonly ReportRow[],
  sizes: { readonly [sample: string]: number },
): SampleFigures | null {
  const names = new Set(rows.flatMap(({ sample }) => (sample === null ? [] : [sample])));
  const isOnce = new Set(rows.map((row) => row.taskId)).size === rows.length;
  if (names.size === 0 || !isOnce) return null;
  const samples = [...names].map((name) => {
    const steps = rows.filter((row) => row.sample === name);
    return { steps, isPlanned: steps.length >= (sizes[name] ?? steps.length) };
  });
  const planned = samples.filter(({ isPlanned }) => isPlanned);
  const complete = planned.filter(({ steps }) => steps.every(({ correct }) => correct !== null));
  const solved = complete.filter(({ steps }) => steps.every(({ correct }) => correct === true));
  return {
    complete: complete.length,
    solved: solved.length,
    ...shareOf(solved.length, complete.length),
    partial: samples.length - planned.length,
    unobserved: planned.length - complete.length,
  };
}

function shareOf(
  part: number,
  whole: number,
): { readonly rate: number | null; readonly low: number; readonly high: number } {
  const { low, high } = wilsonInterval(part, whole);
  return {
    rate: whole === 0 ? null : rounded(part / whole),
    low: rounded(low),
    high: rounded(high),
  };
}

/** Ten digits: more than anyone reads. */
function rounded(value: number): number {
  return Number(value.toPrecision(10));
}
