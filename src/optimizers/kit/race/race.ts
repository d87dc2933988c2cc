/** Which of several candidates is best on shared tasks, when those that fall behind leave early? */
import type { Candidate } from '../../../core/candidate.ts';
import type { OptimizerContext, RolloutsAsk, TaskHandle } from '../../../core/optimizer.ts';
import type { Rollout } from '../../../core/rollout.ts';
import { mcnemarExact } from '../../../statistics/significance.ts';
import { isObserved, pairRollouts } from '../paired.ts';

/**
 * Who leaves at a decision:
 * - `halving`: the worse half (sequential halving, TRIPLE, arXiv 2402.09723);
 * - `sign-test`: whoever at least `keep` others beat by the one-sided paired sign test at level `alpha` (the racing of
 *   CAPO, arXiv 2504.16005, with an exact test). `alpha` counts for one comparison.
 */
export type RaceRule =
  | { readonly kind: 'halving' }
  | { readonly kind: 'sign-test'; readonly alpha: number };

export interface RacePlan {
  /** Earlier ones win ties that team cost does not decide. All must have been announced by a note. */
  readonly candidates: readonly Candidate[];
  /** Run in this order by every candidate on the same paired samples. */
  readonly tasks: readonly TaskHandle[];
  /** Counts of tasks after which is decided, ascending; 5, 10, 20, 40 … when left out. */
  readonly blocks?: readonly number[];
  /** Candidates that are never thrown out together; default 1. */
  readonly keep?: number;
  /** Default `halving`. */
  readonly rule?: RaceRule;
  /** Survivors run all tasks (default), or the race ends as soon as `keep` are left. */
  readonly complete?: boolean;
  /** As in a rollouts ask. */
  readonly replicate?: number;
  /** Rollouts already at hand, per candidate in candidate order: their tasks are not run again. */
  readonly known?: readonly (readonly Rollout[])[];
  /** Rollouts that the race may charge; all that remain when left out. */
  readonly allowance?: number;
}

export interface RaceEntry {
  readonly candidate: Candidate;
  /** Position among the plan's candidates. */
  readonly index: number;
  /** In task order: all that was observed or lost of it, known ones included. */
  readonly rollouts: readonly Rollout[];
  /** Tasks after which it left; null when it stayed to the end. */
  readonly leftAfter: number | null;
  /** Model calls of its team per task. */
  readonly callsPerTask: number;
  /** Mean over the tasks observed in all candidates that were still in the race with it, in [0, 1]; null without one. */
  readonly mean: number | null;
}

export interface RaceResult {
  /** Best first: survivors, then whoever left latest. */
  readonly ranking: readonly RaceEntry[];
  /** Those that stayed to the end, best first. */
  readonly survivors: readonly RaceEntry[];
  /** `decided`: only `keep` are left; `tasks`: all tasks are run; `budget`: the next rows are not covered. */
  readonly end: 'decided' | 'tasks' | 'budget';
  /** Rows that running every candidate on all tasks would have charged, and that a decision made needless. */
  readonly rolloutsSaved: number;
}

type Ended = RaceResult['end'];

/**
 * Runs candidates on the same tasks in blocks, and drops those that fall behind after each block. Decisions depend on
 * rows in task order only, never on what finished first. Rows of survivors are carried on. A task that was lost to the
 * infrastructure in one of the compared candidates counts in none of them. When the budget does not cover a block, as
 * many rows as it covers are run by all, and the race ends with what is known.
 */
export async function race(context: OptimizerContext, plan: RacePlan): Promise<RaceResult> {
  const { tasks, keep = 1, complete = true, allowance = Number.POSITIVE_INFINITY } = plan;
  let entries: readonly RaceEntry[] = plan.candidates.map((candidate, index) => ({
    candidate,
    index,
    rollouts: inTaskOrder(plan.known?.[index] ?? [], tasks),
    leftAfter: null,
    callsPerTask: context.graph(candidate).callsPerTask,
    mean: null,
  }));
  const bounds = raceBlocks(tasks.length, plan.blocks);
  const before = context.budget().charged;
  let end: Ended = 'tasks';
  for (const bound of bounds) {
    const spent = context.budget().charged - before;
    const affordable = Math.min(context.budget().remaining, allowance - spent);
    const block = await runBlock(context, { plan, entries, bound, affordable });
    entries = block.entries;
    if (block.short) end = 'budget';
    else if (bound < tasks.length) entries = decide(entries, { plan, bound, keep });
    if (block.short) break;
    if (!complete && entries.filter(isRacing).length <= keep) {
      if (bound < tasks.length) end = 'decided';
      break;
    }
  }
  return conclude(entries, tasks, end);
}

/** Ascending counts of tasks, the last of which is all of them. */
export function raceBlocks(count: number, blocks?: readonly number[]): number[] {
  const bounds = blocks ?? doubling(count);
  const inside = bounds.filter((bound, index) => bound > (bounds[index - 1] ?? 0) && bound < count);
  return count === 0 ? [] : [...inside, count];
}

const FIRST_BLOCK = 5;

function doubling(count: number): number[] {
  const bounds: number[] = [];
  for (let bound = FIRST_BLOCK; bound < count; bound *= 2) bounds.push(bound);
  return bounds;
}

interface Block {
  readonly plan: RacePlan;
  readonly entries: readonly RaceEntry[];
  readonly bound: number;
  readonly affordable: number;
}

async function runBlock(
  context: OptimizerContext,
  { plan, entries, bound, affordable }: Block,
): Promise<{ entries: readonly RaceEntry[]; short: boolean }> {
  const racing = entries.filter(isRacing);
  const missing = racing.map((entry) => missingTasks(entry, plan.tasks.slice(0, bound)));
  const rows = coveredRows(missing, plan.tasks.slice(0, bound), affordable);
  const short = rows < bound;
  const asked = racing.flatMap(({ candidate, index }, at) => {
    const tasks = (missing[at] ?? []).filter((task) => plan.tasks.indexOf(task) < rows);
    return tasks.length === 0 ? [] : [{ index, ask: rowsAsk(plan, candidate, tasks) }];
  });
  if (asked.length === 0) return { entries, short };
  const answers: readonly (readonly Rollout[])[] = await context.step(asked.map(({ ask }) => ask));
  const fresh = new Map(asked.map(({ index }, at) => [index, answers[at] ?? []]));
  const grown = entries.map((entry) => {
    const rollouts = [...entry.rollouts, ...(fresh.get(entry.index) ?? [])];
    return { ...entry, rollouts: inTaskOrder(rollouts, plan.tasks) };
  });
  const unrun = answers.flat().some(({ outcome }) => outcome === 'not_run');
  return { entries: grown, short: short || unrun };
}

function rowsAsk(
  { replicate }: RacePlan,
  candidate: Candidate,
  tasks: readonly TaskHandle[],
): RolloutsAsk {
  const sample = replicate === undefined ? {} : { replicate };
  return { kind: 'rollouts', candidate, tasks, ...sample, whenShort: 'skip' };
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

function missingTasks({ rollouts }: RaceEntry, tasks: readonly TaskHandle[]): TaskHandle[] {
  const run = new Set(rollouts.map(({ taskId }) => taskId));
  return tasks.filter(({ id }) => !run.has(id));
}

/** Rows that were not run say nothing, so they are left out. */
function inTaskOrder(rollouts: readonly Rollout[], tasks: readonly TaskHandle[]): Rollout[] {
  const byTask = new Map(rollouts.map((rollout) => [rollout.taskId, rollout]));
  return tasks.flatMap(({ id }) => {
    const rollout = byTask.get(id);
    return rollout === undefined || rollout.outcome === 'not_run' ? [] : [rollout];
  });
}

function decide(
  entries: readonly RaceEntry[],
  { plan, bound, keep }: { plan: RacePlan; bound: number; keep: number },
): readonly RaceEntry[] {
  const ranked = rank(entries.filter(isRacing));
  const rule = plan.rule ?? { kind: 'halving' };
  const leaving =
    rule.kind === 'halving'
      ? ranked.slice(Math.max(keep, Math.ceil(ranked.length / 2)))
      : ranked.slice(keep).filter((entry) => beatenBy(entry, ranked, rule.alpha) >= keep);
  const left = new Map(leaving.map(({ index, mean }) => [index, mean]));
  return entries.map((entry) => {
    if (!left.has(entry.index)) return entry;
    return { ...entry, leftAfter: bound, mean: left.get(entry.index) ?? null };
  });
}

/** How many others are better by the one-sided sign test on the tasks observed in both. */
function beatenBy(entry: RaceEntry, others: readonly RaceEntry[], alpha: number): number {
  return others.filter((other) => {
    const pairs = pairRollouts(entry.rollouts, other.rollouts);
    const lost = pairs.filter(({ parent, candidate }) => candidate.score > parent.score).length;
    const gained = pairs.filter(({ parent, candidate }) => candidate.score < parent.score).length;
    return lost > gained && mcnemarExact({ gained, lost }) / 2 <= alpha;
  }).length;
}

/** Highest mean on the tasks observed in all of them first; then the cheaper team; then the earlier candidate. */
function rank(entries: readonly RaceEntry[]): RaceEntry[] {
  const observed = entries.map(
    ({ rollouts }) =>
      new Map(rollouts.filter(isObserved).map(({ taskId, score }) => [taskId, score])),
  );
  const common = [...(observed[0]?.keys() ?? [])].filter((id) =>
    observed.every((scores) => scores.has(id)),
  );
  const scored = entries.map((entry, at) => {
    const sum = common.reduce((total, id) => total + (observed[at]?.get(id) ?? 0), 0);
    return { ...entry, mean: common.length === 0 ? null : sum / common.length };
  });
  return scored.sort(
    (left, right) =>
      (right.mean ?? 0) - (left.mean ?? 0) ||
      left.callsPerTask - right.callsPerTask ||
      left.index - right.index,
  );
}

function conclude(
  entries: readonly RaceEntry[],
  tasks: readonly TaskHandle[],
  end: Ended,
): RaceResult {
  const survivors = rank(entries.filter(isRacing));
  const losers = entries.filter((entry) => !isRacing(entry));
  losers.sort(
    (left, right) =>
      (right.leftAfter ?? 0) - (left.leftAfter ?? 0) ||
      (right.mean ?? 0) - (left.mean ?? 0) ||
      left.callsPerTask - right.callsPerTask ||
      left.index - right.index,
  );
  const spared = end === 'decided' ? entries : losers;
  const rolloutsSaved = spared.reduce((sum, entry) => sum + missingTasks(entry, tasks).length, 0);
  return { ranking: [...survivors, ...losers], survivors, end, rolloutsSaved };
}

function isRacing({ leftAfter }: RaceEntry): boolean {
  return leftAfter === null;
}
