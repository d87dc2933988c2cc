/** How many errands were solved, and in how many turns? */
import { type Interval, mean, wilsonInterval } from '../../statistics/summary.ts';
import type { SampleRow } from './run-samples.ts';

export interface SampleSummary {
  readonly planned: number;
  /** Observed to their end; the others are neither solved nor unsolved. */
  readonly scored: number;
  readonly solved: number;
  /** `solved / scored`; null when nothing was scored. */
  readonly sampleAccuracy: number | null;
  /** Wilson, 95 %. */
  readonly interval: Interval | null;
  /** Over solved samples only: an unsolved one ends at its cap and says nothing of how long it takes. */
  readonly turnsToFinish: {
    readonly n: number;
    readonly mean: number | null;
    readonly median: number | null;
    /** Recorded calls of the same samples, mean: as few turns as can be. */
    readonly fewest: number | null;
  };
  /** Recorded steps of the scored samples, and how many of them were made. */
  readonly steps: number;
  readonly made: number;
  /** Answers that the configured scorer could not decide. */
  readonly undecided: number;
}

export function sampleSummary(rows: readonly SampleRow[]): SampleSummary {
  const scored = rows.filter((row) => row.solved !== null);
  const solved = scored.filter((row) => row.solved === true);
  const turns = solved.map((row) => row.turns);
  const none = scored.length === 0;
  return {
    planned: rows.length,
    scored: scored.length,
    solved: solved.length,
    sampleAccuracy: none ? null : solved.length / scored.length,
    interval: none ? null : wilsonInterval(solved.length, scored.length),
    turnsToFinish: {
      n: turns.length,
      mean: mean(turns),
      median: median(turns),
      fewest: mean(solved.map((row) => row.steps)),
    },
    steps: scored.reduce((sum, row) => sum + row.steps, 0),
    made: scored.reduce((sum, row) => sum + row.made, 0),
    undecided: scored.reduce((sum, row) => sum + row.undecided, 0),
  };
}

/** Of an even number of values the mean of the middle two; null for no values. */
function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1];
  const high = sorted[Math.floor(middle)];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
