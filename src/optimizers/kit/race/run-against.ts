/** What do candidates do on tasks where they have something to pass, for as many rollouts as the job allows? */
import type { Candidate } from '../../../core/candidate.ts';
import type { OptimizerContext, RolloutsAsk, TaskHandle } from '../../../core/optimizer.ts';
import type { Rollout } from '../../../core/rollout.ts';
import type { Bar } from './bar.ts';
import { type RacePlan, race } from './race.ts';
import type { RaceRule } from './standing.ts';

export interface Contest {
  /** All must have been announced by a note. */
  readonly candidates: readonly Candidate[];
  readonly tasks: readonly TaskHandle[];
  /** What each candidate has to pass on all of `tasks`. Empty: there is nothing to abort for. */
  readonly bars: readonly Bar[];
  /** Of several candidates, those that a race never throws out together; default 1. */
  readonly keep?: number;
  /** False where the method needs every row of a candidate that may still pass; default true. */
  readonly mayRace?: boolean;
  /** Bases of a partial re-execution, one per task. */
  readonly base?: readonly Rollout[];
}

export interface Contender {
  readonly candidate: Candidate;
  /** In task order. A contender that left early has fewer, and has not passed. */
  readonly rollouts: readonly Rollout[];
  /** False when it left early. */
  readonly stayed: boolean;
}

/** Level of the sign test by which a single candidate loses a race against the holder of its bar. */
const ALPHA = 0.05;

/**
 * Runs every candidate on all tasks in one step, unless the job switched on one of the ways to spend less: then in blocks.
 * The abort never changes whether a candidate passes; the race may. Answers in candidate order.
 */
export async function runAgainst(
  context: OptimizerContext,
  contest: Contest,
): Promise<readonly Contender[]> {
  const { candidates, tasks, bars, keep = 1, mayRace = true, base } = contest;
  const abortHopeless = context.racing?.abortHopeless === true && bars.length > 0;
  const races = context.racing?.race === true && mayRace;
  if (!abortHopeless && !races) return await runWhole(context, contest);
  const several = candidates.length > 1;
  const rule: RaceRule = several ? { kind: 'halving' } : { kind: 'sign-test', alpha: ALPHA };
  const plan: RacePlan = {
    candidates,
    tasks,
    bars,
    abortHopeless,
    keep,
    rule: races ? rule : { kind: 'none' },
    ...(base === undefined ? {} : { base }),
  };
  const { ranking } = await race(context, plan);
  return [...ranking]
    .sort((left, right) => left.index - right.index)
    .map(({ candidate, rollouts, leftAfter }) => ({
      candidate,
      rollouts,
      stayed: leftAfter === null,
    }));
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
    stayed: true,
  }));
}
