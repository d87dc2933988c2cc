/** How high is a degree on average, per stratum and in all? */
import { randomStream } from '../../core/random.ts';
import { pairedBootstrap } from '../../statistics/bootstrap.ts';
import { type Interval, mean } from '../../statistics/summary.ts';

export interface MeanScore {
  readonly planned: number;
  /** Observed: an unobserved task has no score, an empty answer has 0. */
  readonly scored: number;
  /** In [0, 1]; null when nothing was scored. */
  readonly mean: number | null;
  /** 95 %, by bootstrap over tasks. */
  readonly interval: Interval | null;
}

export interface MeanScores {
  readonly all: MeanScore;
  readonly strata: { readonly [stratum: string]: MeanScore };
}

export function meanScores(
  rows: readonly { readonly stratum: string; readonly score: number | null }[],
): MeanScores {
  const names = [...new Set(rows.map((row) => row.stratum))].sort();
  const strata = names.map(
    (name) => [name, meanScore(rows.filter((row) => row.stratum === name))] as const,
  );
  return { all: meanScore(rows), strata: Object.fromEntries(strata) };
}

function meanScore(rows: readonly { readonly score: number | null }[]): MeanScore {
  const scores = rows.flatMap(({ score }) => (score === null ? [] : [score]));
  const random = randomStream('bootstrap', 'eval');
  return {
    planned: rows.length,
    scored: scores.length,
    mean: mean(scores),
    interval: scores.length === 0 ? null : pairedBootstrap(scores, { random }),
  };
}
