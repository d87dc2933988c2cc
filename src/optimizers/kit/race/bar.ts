/** Can a candidate still pass what it has to pass, whatever its remaining tasks score? */
import type { TaskHandle } from '../../../core/optimizer.ts';
import type { Rollout } from '../../../core/rollout.ts';
import { isObserved } from '../paired.ts';

/** What a comparison reads of a rollout. */
export type ScoredRow = Pick<Rollout, 'taskId' | 'score'>;

/** Passed by what was gained over another team on the tasks observed in both. */
export interface PairedBar {
  /** The other team's rows on the tasks, in any order; a null score was not observed. */
  readonly holder: readonly ScoredRow[];
  /** `score` (default): difference of scores, in [-1, 1]. `win`: 0.5, 0 or -0.5. */
  readonly count?: 'score' | 'win';
  /** The mean gain has to be above this (`strict`), or at least this; default 0. */
  readonly margin?: number;
  readonly strict: boolean;
}

/** Passed by a mean over the candidate's own observed tasks of at least this. */
export interface MeanBar {
  readonly mean: number;
}

export type Bar = PairedBar | MeanBar;

/** Sums of scores that are no whole numbers are not told apart more finely than this. */
const ROUNDING = 1e-9;

/**
 * True when not even a score of 1 on every task that is still to come passes the bar: the cannot-catch-up rule. It is exact
 * for scores in [0, 1], also when tasks to come are lost to the infrastructure. Where scores are not 0 or 1 a candidate
 * within rounding of the bar goes on.
 *
 * @param tasks all tasks of the comparison; those without a rollout are still to come
 */
export function isHopeless(
  rollouts: readonly Rollout[],
  bar: Bar,
  tasks: readonly TaskHandle[],
): boolean {
  const own = new Map(rollouts.map((rollout) => [rollout.taskId, rollout]));
  return 'mean' in bar ? missesMean(own, bar, tasks) : missesHolder(own, bar, tasks);
}

type Rows = ReadonlyMap<string, Rollout>;

function missesHolder(own: Rows, bar: PairedBar, tasks: readonly TaskHandle[]): boolean {
  const { holder, margin = 0, strict } = bar;
  const all = new Set(tasks.map(({ id }) => id));
  let best = 0;
  let whole = margin === 0;
  for (const { taskId, score: held } of holder) {
    const row = own.get(taskId);
    if (held === null || (row === undefined && !all.has(taskId))) continue;
    if (row !== undefined && !isObserved(row)) continue;
    const gain = gainOf(bar, held, row?.score ?? 1) - margin;
    // A task to come that can only pull the mean down may be lost: that would be better for the candidate.
    best += row === undefined ? Math.max(0, gain) : gain;
    whole &&= Number.isInteger(held) && Number.isInteger(row?.score ?? 1);
  }
  const slack = whole ? 0 : ROUNDING;
  return strict ? best <= -slack : best < -slack;
}

function gainOf({ count }: PairedBar, held: number, score: number): number {
  return count === 'win' ? Math.sign(score - held) / 2 : score - held;
}

function missesMean(own: Rows, { mean }: MeanBar, tasks: readonly TaskHandle[]): boolean {
  const scores = tasks.flatMap(({ id }) => {
    const row = own.get(id);
    if (row === undefined) return [1];
    return isObserved(row) ? [row.score] : [];
  });
  if (scores.length === 0) return false;
  const slack = scores.every(Number.isInteger) ? 0 : ROUNDING;
  const best = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return best < mean - slack;
}
