/** Which rows does a block of a race still lack, and what came of them? */
import type { Candidate } from '../../../core/candidate.ts';
import type { OptimizerContext, RolloutsAsk, TaskHandle } from '../../../core/optimizer.ts';
import type { Rollout } from '../../../core/rollout.ts';

export interface Runner {
  readonly candidate: Candidate;
  readonly index: number;
  readonly rollouts: readonly Rollout[];
}

export interface Block {
  readonly runners: readonly Runner[];
  /** All of them; the block ends after the first `bound`. */
  readonly tasks: readonly TaskHandle[];
  readonly bound: number;
  /** Rollouts that may be charged. */
  readonly affordable: number;
  readonly replicate: number | undefined;
  readonly base: readonly Rollout[] | undefined;
}

/**
 * Runs what the runners lack of the first `bound` tasks, in one step. When that is not covered, the longest beginning
 * that everybody can run is run, and the block is short.
 *
 * @returns rollouts by runner index, in task order, and whether the block is short
 */
export async function runRows(
  context: OptimizerContext,
  block: Block,
): Promise<{
  readonly rollouts: ReadonlyMap<number, readonly Rollout[]>;
  readonly short: boolean;
}> {
  const { runners, tasks, bound } = block;
  const beginning = tasks.slice(0, bound);
  const missing = runners.map((runner) => missingTasks(runner.rollouts, beginning));
  const rows = coveredRows(missing, beginning, block.affordable);
  const covered = new Set(beginning.slice(0, rows));
  const asked = runners.flatMap(({ candidate, index }, at) => {
    const own = (missing[at] ?? []).filter((task) => covered.has(task));
    return own.length === 0 ? [] : [{ index, ask: rowsAsk(block, candidate, own) }];
  });
  const answers: readonly (readonly Rollout[])[] =
    asked.length === 0 ? [] : await context.step(asked.map(({ ask }) => ask));
  const fresh = new Map(asked.map(({ index }, at) => [index, answers[at] ?? []]));
  const unrun = answers.flat().some(({ outcome }) => outcome === 'not_run');
  const rollouts = runners.map(({ index, rollouts: held }): [number, Rollout[]] => [
    index,
    inTaskOrder([...held, ...(fresh.get(index) ?? [])], tasks),
  ]);
  return { rollouts: new Map(rollouts), short: rows < bound || unrun };
}

export function missingTasks(
  rollouts: readonly Rollout[],
  tasks: readonly TaskHandle[],
): TaskHandle[] {
  const run = new Set(rollouts.map(({ taskId }) => taskId));
  return tasks.filter(({ id }) => !run.has(id));
}

/** Rows of other tasks, and rows that were not run, say nothing here and are left out. */
export function inTaskOrder(rollouts: readonly Rollout[], tasks: readonly TaskHandle[]): Rollout[] {
  const byTask = new Map(rollouts.map((rollout) => [rollout.taskId, rollout]));
  return tasks.flatMap(({ id }) => {
    const rollout = byTask.get(id);
    return rollout === undefined || rollout.outcome === 'not_run' ? [] : [rollout];
  });
}

/** The longest beginning of the tasks that everybody can still run. */
function coveredRows(
  missing: readonly (readonly TaskHandle[])[],
  tasks: readonly TaskHandle[],
  affordable: number,
): number {
  const sets = missing.map((list) => new Set(list));
  let cost = 0;
  for (const [row, task] of tasks.entries()) {
    cost += sets.filter((set) => set.has(task)).length;
    if (cost > affordable) return row;
  }
  return tasks.length;
}

function rowsAsk(
  { replicate, base }: Block,
  candidate: Candidate,
  tasks: readonly TaskHandle[],
): RolloutsAsk {
  const sample = replicate === undefined ? {} : { replicate };
  const from = base === undefined ? {} : { from: inTaskOrder(base, tasks) };
  return { kind: 'rollouts', candidate, tasks, ...sample, ...from, whenShort: 'skip' };
}
