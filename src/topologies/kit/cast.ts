/** Which agent plays which role when the team is smaller or larger than the lineup? */
import type { RoleId } from '../../core/candidate.ts';
import { UsageError } from '../../core/errors.ts';
import type { RoleNode } from '../../core/topology.ts';

export type LineupRole = { readonly id: RoleId; readonly priority: number };

/** @throws UsageError when the lineup cannot fill a team. */
export function checkLineup(topologyId: string, roles: readonly LineupRole[]): void {
  if (roles.length === 0) {
    throw new UsageError(`topology "${topologyId}" needs at least one role, the lineup has none`, {
      hints: ['list roles in team.yaml beside the prompts'],
    });
  }
  const seen = new Set<RoleId>();
  for (const { id } of roles) {
    if (seen.has(id)) throw new UsageError(`the lineup names role "${id}" twice; name it once`);
    seen.add(id);
  }
}

/**
 * The roles of `size` agents, in speaking order. Fewer agents than roles: the roles of highest priority (lowest number,
 * ties to the earlier speaker). More: every role repeats equally often and the remainder goes to the earliest
 * speakers. Agents of one role stand next to each other, so that a chain of agents is also a chain of roles.
 */
export function castRoles(roles: readonly LineupRole[], size: number): RoleId[] {
  if (size >= roles.length) {
    const each = Math.floor(size / roles.length);
    const remainder = size % roles.length;
    return roles.flatMap(({ id }, position) =>
      new Array<RoleId>(each + (position < remainder ? 1 : 0)).fill(id),
    );
  }
  const chosen = new Set(
    roles
      .map(({ id, priority }, position) => ({ id, priority, position }))
      .sort((left, right) => left.priority - right.priority || left.position - right.position)
      .slice(0, size)
      .map(({ id }) => id),
  );
  return roles.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
}

export function distinctRoles(cast: readonly RoleId[]): RoleId[] {
  return [...new Set(cast)];
}

/** Nodes of roles that stand side by side: each answers for itself, none comes before another. */
export function terminalNodes(cast: readonly RoleId[]): RoleNode[] {
  return distinctRoles(cast).map((role) => ({
    role,
    predecessors: [],
    successors: [],
    terminal: true,
  }));
}
