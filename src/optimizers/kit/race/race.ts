/** Which of several candidates is best on shared tasks, when those that fall behind leave early? */
import type { Candidate } from '../../../core/candidate.ts';
import type { OptimizerContext, TaskHandle } from '../../../core/optimizer.ts';
import type { Rollout } from '../../../core/rollout.ts';
import { type Bar, isHopeless, type ScoredRow } from './bar.ts';
import { inTaskOrder, missingTasks, runRows } from './rows.ts';
import { byStanding, fallenBehind, type RaceRule, rank } from './standing.ts';

export type { RaceRule } from './standing.ts';

export interface RacePlan {
  /** Earlier ones win ties that cost per task does not decide. All must have been announced by a note. */
  readonly candidates: readonly Candidate[];
  /** Run in this order by every candidate on the same paired samples. */
  readonly tasks: readonly TaskHandle[];
  /** Counts of tasks after which the rule decides, ascending; 5, 10, 20, 40 … when left out. */
  readonly blocks?: readonly number[];
  /** Candidates that the rule never throws out together; default 1. */
  readonly keep?: number;
  /** Default `halving`. */
  readonly rule?: RaceRule;
  /** Rows of teams that run no more: the rule `sign-test` throws out whoever one of them beats. */
  readonly rivals?: readonly (readonly ScoredRow[])[];
  /** Whoever cannot pass one of these any more leaves: after each task of at most 5, else after every fifth. */
  readonly bars?: readonly Bar[];
  /** Survivors run all tasks (default), or the race ends as soon as `keep` are left. */
  readonly complete?: boolean;
  /** As in a rollouts ask. */
  readonly replicate?: number;
  /** Bases of a partial re-execution, one per task. */
  readonly base?: readonly Rollout[];
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
  /** Why it left: it fell behind, or could not pass a bar any more. */
  readonly leftFor: 'race' | 'abort' | null;
  /** Model calls of its team per task. */
  readonly callsPerTask: number;
  /** Tokens of its team per task, on the tasks that `mean` is of; null for whoever left, and unless known of all that stayed. */
  readonly tokensPerTask: number | null;
  /** Mean over the tasks observed in all candidates that were still in the race with it, in [0, 1]; null without one. */
  readonly mean: number | null;
}

export interface RaceResult {
  /** Best first: survivors, then whoever left latest. */
  readonly ranking: readonly RaceEntry[];
  /** Those that stayed to the end, best first. */
  readonly survivors: readonly RaceEntry[];
  /** `decided`: nobody had to run on; `tasks`: all tasks are run; `budget`: the next rows are not covered. */
  readonly end: 'decided' | 'tasks' | 'budget';
  /** Rows that running every candidate on all tasks would have charged, and that a decision made needless. */
  readonly rolloutsSaved: { readonly race: number; readonly abort: number };
}

/**
 * Runs candidates on the same tasks in blocks, and drops those that fall behind after each block. Decisions depend on
 * rows in task order only, never on what finished first. Rows of survivors are carried on. A task that was lost to the
 * infrastructure in one of the compared candidates counts in none of them. When the budget does not cover a block, as
 * many rows as it covers are run by all, and the race ends with what is known. What was saved is told by a note.
 */
export async function race(context: OptimizerContext, plan: RacePlan): Promise<RaceResult> {
  const { tasks, keep = 1, complete = true, allowance = Number.POSITIVE_INFINITY } = plan;
  const before = context.budget().charged;
  let entries = entriesOf(context, plan);
  let end: RaceResult['end'] = 'tasks';
  for (const bound of allBlocks(plan)) {
    const { charged, remaining } = context.budget();
    const affordable = Math.min(remaining, allowance - (charged - before));
    const { replicate, base } = plan;
    const runners = entries.filter(isRacing);
    const block = await runRows(context, { runners, tasks, bound, affordable, replicate, base });
    entries = entries.map((entry) => ({
      ...entry,
      rollouts: block.rollouts.get(entry.index) ?? entry.rollouts,
    }));
    if (block.short) end = 'budget';
    if (block.short || bound === tasks.length) break;
    entries = decide(entries, plan, bound);
    const left = entries.filter(isRacing).length;
    if (left > 0 && (complete || left > keep)) continue;
    end = 'decided';
    break;
  }
  return concluded(context, entries, { tasks, end });
}

function entriesOf(context: OptimizerContext, plan: RacePlan): readonly RaceEntry[] {
  return plan.candidates.map((candidate, index) => ({
    candidate,
    index,
    rollouts: inTaskOrder(plan.known?.[index] ?? [], plan.tasks),
    leftAfter: null,
    leftFor: null,
    callsPerTask: context.graph(candidate).callsPerTask,
    tokensPerTask: null,
    mean: null,
  }));
}

const FIRST_BLOCK = 5;

/** Ascending counts of tasks, the last of which is all of them. */
function allBlocks(plan: RacePlan): number[] {
  const { length } = plan.tasks;
  if (length === 0) return [];
  const bounds = new Set([...ruleBlocks(plan), ...barBlocks(plan), length]);
  return [...bounds]
    .filter((bound) => Number.isInteger(bound) && bound > 0 && bound <= length)
    .sort((left, right) => left - right);
}

function ruleBlocks({ rule, blocks, tasks }: RacePlan): readonly number[] {
  if (rule?.kind === 'none') return [];
  if (blocks !== undefined) return blocks;
  const bounds: number[] = [];
  for (let bound = FIRST_BLOCK; bound < tasks.length; bound *= 2) bounds.push(bound);
  return bounds;
}

function barBlocks({ bars = [], tasks }: RacePlan): readonly number[] {
  if (bars.length === 0) return [];
  const every = tasks.length <= FIRST_BLOCK ? 1 : FIRST_BLOCK;
  return Array.from({ length: Math.ceil(tasks.length / every) }, (_, at) => every * (at + 1));
}

/** The exact rule goes first: whoever it throws out is no measure for the others. */
function decide(
  entries: readonly RaceEntry[],
  plan: RacePlan,
  bound: number,
): readonly RaceEntry[] {
  const { keep = 1, rule = { kind: 'halving' }, bars = [], rivals = [] } = plan;
  const ranked = rank(entries.filter(isRacing));
  const hopeless = ranked.filter(({ rollouts }) =>
    bars.some((bar) => isHopeless(rollouts, bar, plan.tasks)),
  );
  const others = ranked.filter((entry) => !hopeless.includes(entry));
  const behind = ruleBlocks(plan).includes(bound)
    ? fallenBehind(rank(others), { rule, keep, rivals })
    : [];
  const leave = (those: readonly RaceEntry[], leftFor: 'race' | 'abort') =>
    those.map((entry) => ({ ...entry, leftAfter: bound, leftFor }));
  const left = [...leave(hopeless, 'abort'), ...leave(behind, 'race')];
  return entries.map((entry) => left.find(({ index }) => index === entry.index) ?? entry);
}

function concluded(
  context: OptimizerContext,
  entries: readonly RaceEntry[],
  { tasks, end }: { readonly tasks: readonly TaskHandle[]; readonly end: RaceResult['end'] },
): RaceResult {
  const survivors = rank(entries.filter(isRacing), { final: true });
  const losers = entries.filter((entry) => !isRacing(entry));
  losers.sort(
    (left, right) => (right.leftAfter ?? 0) - (left.leftAfter ?? 0) || byStanding(left, right),
  );
  const missing = (those: readonly RaceEntry[]): number =>
    those.reduce((sum, { rollouts }) => sum + missingTasks(rollouts, tasks).length, 0);
  const aborted = losers.filter(({ leftFor }) => leftFor === 'abort');
  const raced = losers.filter(({ leftFor }) => leftFor === 'race');
  const rolloutsSaved = {
    race: missing(raced) + (end === 'decided' ? missing(survivors) : 0),
    abort: missing(aborted),
  };
  for (const by of ['race', 'abort'] as const) {
    const rollouts = rolloutsSaved[by];
    if (rollouts > 0) context.note({ kind: 'rollouts-saved', by, rollouts });
  }
  return { ranking: [...survivors, ...losers], survivors, end, rolloutsSaved };
}

function isRacing({ leftAfter }: RaceEntry): boolean {
  return leftAfter === null;
}
