/** What do MAPRO's parts tell each other? */
import type { Candidate, RoleId } from '../../core/candidate.ts';
import type { TaskView } from '../../core/dataset.ts';
import type { Rollout } from '../../core/rollout.ts';
import type { RoleNode, TeamGraph } from '../../core/topology.ts';

/** A recorded situation: the task, and what the team wrote about it. */
export interface Situation {
  readonly task: TaskView;
  readonly rollout: Rollout;
}

export function promptOf({ roles }: Candidate, role: RoleId): string {
  return roles[role] ?? '';
}

/** Roles as blame travels: from those who end the work to those who begin it. */
export function leavesFirst({ roles }: TeamGraph): RoleNode[] {
  return [...roles].reverse();
}
