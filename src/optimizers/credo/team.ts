/** What is known of a team: its candidate, and everything that was observed of it. */
import type { Candidate } from '../../core/candidate.ts';
import type { TaskHandle } from '../../core/optimizer.ts';
import type { Rollout } from '../../core/rollout.ts';
import { isObserved, type Observed, pairRollouts, summedGain } from '../kit/paired.ts';

export interface Team {
  readonly candidate: Candidate;
  /** By task, on the paired sample. */
  readonly rows: ReadonlyMap<string, Observed>;
}

export function withRows(team: Team, rollouts: readonly Rollout[]): Team {
  const fresh = rollouts.filter(isObserved).map((row): [string, Observed] => [row.taskId, row]);
  return { ...team, rows: new Map([...team.rows, ...fresh]) };
}

/** Summed difference of scores on the tasks observed in both, or on those of `tasks` only. */
export function gainOver(base: Team, team: Team, tasks?: readonly TaskHandle[]): number {
  const wanted = tasks?.flatMap(({ id }) => base.rows.get(id) ?? []) ?? [...base.rows.values()];
  const pairs = pairRollouts(wanted, [...team.rows.values()]);
  return summedGain(pairs);
}
