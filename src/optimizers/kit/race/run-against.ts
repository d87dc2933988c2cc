/** What do candidates do on tasks where they have something to pass, for as few rollouts as the job allows? */
import type { Candidate } from '../../../core/candidate.ts';
import type { OptimizerContext, RolloutsAsk, TaskHandle } from '../../../core/optimizer.ts';
import type { Rollout } from '../../../core/rollout.ts';
import type { Bar, ScoredRow } from './bar.ts';
import { race } from './race.ts';
import type { RaceRule } from './standing.ts';

export interface Contest {
  /** All must have been announced by a note. */
  readonly candidates: readonly Candidate[];
  readonly tasks: readonly TaskHandle[];
  /** What each candidate has to pass on `tasks`: the abort is for these. None: every row is wanted whatever it says. */
  readonly bars: readonly Bar[];
  /** Rows that a single candidate races against; several candidates race against each other. */
  readonly rivals: readonly (readonly ScoredRow[])[];
  /** Of several candidates, those that a race never throws out together; default 1. */
  readonly keep?: number;
  /** Bases of a partial re-execution, one per task. */
  readonly base?: readonly Rollout[];
}

export interface Contender {
  readonly candidate: Candidate;
  /** In task order. A contender that left early has fewer, and has not passed. */
  readonly rollouts: readonly Rollout[];
  /** Null when it was run on all tasks. */
  readonly leftFor: 'race' | 'abort' | null;
}

/** Level of the sign test by which a single candidate loses a race. */
const ALPHA = 0.05;

/**
 * Runs every candidate on all tasks in one step, unless the job switched on one of the ways to spend less: then in blocks.
 * The abort never changes whether a candidate passes; the race may. Answers in candidate order.
 */
export async function runAgainst(
  context: OptimizerContext,
  contest: Contest,
): Promise<readonly Contender[]> {
  const { candidates, tasks, rivals, keep = 1, base } = contest;
  const bars = context.racing?.abortHopeless === true ? contest.bars : [];
  const rule = ruleOf(context, contest);
  if (bars.length === 0 && rule.kind === 'none') return await runWhole(context, contest);
  const from = base === undefined ? {} : { base };
  const plan = { candidates, tasks, bars, rivals, keep, rule, ...from };
  const { ranking } = await race(context, plan);
  return [...ranking].sort((left, right) => left.index - right.index);
}

/**
 * As `runAgainst`, with the team that holds the bars on the same tasks: in the same step when nothing is to be saved, else
 * before the others.
 */
export async function runBeside(
  context: OptimizerContext,
  contest: Omit<Contest, 'bars' | 'rivals'> & {
    readonly holder: Candidate;
    readonly barsOf: (holder: readonly Rollout[]) => readonly Bar[];
  },
): Promise<{ readonly base: readonly Rollout[]; readonly contenders: readonly Contender[] }> {
  const { holder, barsOf, ...rest } = contest;
  const isPlain = context.racing?.race !== true && context.racing?.abortHopeless !== true;
  const first = isPlain ? [holder, ...rest.candidates] : [holder];
  const alone = { ...rest, candidates: first, bars: [], rivals: [] };
  const [held, ...others] = await runWhole(context, alone);
  const base = held?.rollouts ?? [];
  if (isPlain) return { base, contenders: others };
  const bars = barsOf(base);
  return { base, contenders: await runAgainst(context, { ...rest, bars, rivals: [base] }) };
}

function ruleOf({ racing }: OptimizerContext, { candidates, rivals }: Contest): RaceRule {
  if (racing?.race !== true) return { kind: 'none' };
  if (candidates.length > 1) return { kind: 'halving' };
  return rivals.length > 0 ? { kind: 'sign-test', alpha: ALPHA } : { kind: 'none' };
}

async function runWhole(
  context: OptimizerContext,
  { candidates, tasks, base }: Contest,
): Promise<readonly Contender[]> {
  const from = base === undefined ? {} : { from: base };
  const asks = candidates.map(
    (candidate): RolloutsAsk => ({
      kind: 'rollouts',
      candidate,
      tasks,
      ...from,
      whenShort: 'skip',
    }),
  );
  const results: readonly (readonly Rollout[])[] = await context.step(asks);
  return candidates.map((candidate, index) => ({
    candidate,
    rollouts: results[index] ?? [],
    leftFor: null,
  }));
}
