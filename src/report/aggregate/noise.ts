/** By how much does one and the same configuration differ from itself? */
import { mean } from '../../statistics/summary.ts';
import type { MeasuredJob } from './read-jobs.ts';

/** Of repetitions of a test with the same requests. */
export interface Noise {
  /** Of each seed. */
  readonly repeats: number;
  /** Share of tasks that came out otherwise than the first time, over all repetitions, in [0, 1]. */
  readonly flipRate: number;
  /** The largest change of the rate between the first time and a repetition, in percentage points, at least 0. */
  readonly largestPoints: number;
}

interface Difference {
  /** Repeated minus first. */
  readonly points: number;
  readonly flipRate: number;
}

/**
 * As a cell's gain is: a mean over seeds, every seed weighing the same. Null where a seed was not repeated.
 *
 * @param jobs one per seed; tasks that either time did not observe are left out
 */
export function noiseOf(jobs: readonly Pick<MeasuredJob, 'rows' | 'repeats'>[]): Noise | null {
  const seeds = jobs.map(({ rows, repeats }) =>
    (repeats ?? []).flatMap((scores) => differenceOf(rows, scores) ?? []),
  );
  const repeats = Math.min(...seeds.map(({ length }) => length));
  if (seeds.length === 0 || repeats === 0) return null;
  const rounds = Array.from({ length: repeats }, (_, round) =>
    seeds.flatMap((differences) => differences[round] ?? []),
  );
  const average = (of: readonly Difference[], name: keyof Difference): number =>
    mean(of.map((difference) => difference[name])) ?? 0;
  return {
    repeats,
    flipRate: average(rounds.flat(), 'flipRate'),
    largestPoints: Math.max(...rounds.map((round) => Math.abs(average(round, 'points')))),
  };
}

/** Null when no task was observed both times. */
function differenceOf(
  rows: MeasuredJob['rows'],
  scores: readonly (number | null)[],
): Difference | null {
  const changes = rows.flatMap(({ deployed }, task) => {
    const again = scores[task] ?? null;
    return deployed === null || again === null ? [] : [again - deployed];
  });
  const points = mean(changes);
  if (points === null) return null;
  const flips = changes.filter((change) => change !== 0).length;
  return { points: 100 * points, flipRate: flips / changes.length };
}
