/** What is each player worth to the team? Every coalition works on the same tasks. */
import type { Candidate, RoleId } from '../../core/candidate.ts';
import type { TaskView } from '../../core/dataset.ts';
import type { OptimizerContext, RolloutsAsk } from '../../core/optimizer.ts';
import type { Rollout } from '../../core/rollout.ts';
import { coalitionKey, type GamePlan, shapleyValues } from '../kit/games/shapley.ts';
import { isObserved } from '../kit/paired.ts';
import { type Situation, situationsOf } from '../kit/situations.ts';
import { type Cast, checkMasked, maskOf, roleCredits } from './players.ts';

export interface CycleCredit {
  /** Null when no task was observed under every coalition. */
  readonly roles: readonly { readonly role: RoleId; readonly credit: number }[] | null;
  /** What the whole team did. */
  readonly situations: readonly Situation[];
  /** False when nothing at all was observed. */
  readonly isObserved: boolean;
}

/** Without a manager nobody acts in the empty coalition: worth 0, and nothing to run. */
export function coalitionRuns(cast: Cast, coalitions: number): number {
  return cast.manager === null ? coalitions - 1 : coalitions;
}

export async function measureCredit(
  context: OptimizerContext,
  candidate: Candidate,
  cycle: { readonly cast: Cast; readonly plan: GamePlan; readonly tasks: readonly TaskView[] },
): Promise<CycleCredit> {
  const { cast, plan, tasks } = cycle;
  const run = plan.coalitions.filter((coalition) => cast.manager !== null || coalition.length > 0);
  const asks = run.map((coalition): RolloutsAsk => {
    const maskAgents = maskOf(cast, coalition);
    return {
      kind: 'rollouts',
      candidate,
      tasks,
      ...(maskAgents.length === 0 ? {} : { maskAgents }),
      whenShort: 'skip',
    };
  });
  const results: readonly (readonly Rollout[])[] = await context.step(asks);
  results.forEach((rollouts, index) => {
    checkMasked(rollouts, asks[index]?.maskAgents ?? []);
  });
  // A task that was lost under one coalition says nothing about the difference to another.
  const complete = tasks.flatMap((_, row) =>
    results.every((rollouts) => isObserved(rollouts[row])) ? [row] : [],
  );
  const worth = new Map(
    run.map((coalition, index) => [
      coalitionKey(coalition),
      meanScore(results[index] ?? [], complete),
    ]),
  );
  const values = (): number[] =>
    shapleyValues(plan, (coalition) => worth.get(coalitionKey(coalition)) ?? 0);
  return {
    roles: complete.length === 0 ? null : roleCredits(context.graph(candidate), cast, values()),
    situations: situationsOf(tasks, results.at(-1) ?? []),
    isObserved: results.flat().some(isObserved),
  };
}

function meanScore(rollouts: readonly Rollout[], rows: readonly number[]): number {
  return rows.reduce((sum, row) => sum + (rollouts[row]?.score ?? 0), 0) / Math.max(1, rows.length);
}
