/** Who plays for credit, and who is always there? */
import type { RoleId } from '../../core/candidate.ts';
import { ContractError } from '../../core/errors.ts';
import type { Rollout } from '../../core/rollout.ts';
import type { TeamGraph } from '../../core/topology.ts';
import type { Coalition } from '../kit/games/shapley.ts';

export interface Cast {
  /** The role that decides over the work of all others and is never masked; null where there is none. */
  readonly manager: RoleId | null;
  /** Agents that may be left out, in speaking order: a player is a position in this list. */
  readonly players: readonly { readonly agent: number; readonly role: RoleId }[];
}

/**
 * A manager is the only role with a say in the answer, reads every other role itself, and these read nobody: two of them
 * at least, because one worker before a last role is a chain of two. In all other teams each agent is a player, those that
 * share a role too.
 */
export function castOf({ agents, roles }: TeamGraph): Cast {
  const [only, ...more] = roles.filter(({ terminal }) => terminal);
  const others = roles.filter((node) => node !== only);
  const isHub =
    only !== undefined &&
    more.length === 0 &&
    others.length >= 2 &&
    others.every(
      ({ role, predecessors }) => predecessors.length === 0 && only.predecessors.includes(role),
    );
  const manager = isHub ? only.role : null;
  const players = agents.filter(({ role }) => role !== manager);
  return { manager, players: players.map(({ agent, role }) => ({ agent, role })) };
}

/** Agents that do not act when only this coalition does. */
export function maskOf({ players }: Cast, coalition: Coalition): number[] {
  return players.flatMap(({ agent }, player) => (coalition.includes(player) ? [] : [agent]));
}

/** @throws ContractError when a rollout does not say that exactly these agents were kept from acting. */
export function checkMasked(rollouts: readonly Rollout[], mask: readonly number[]): void {
  for (const { taskId, trace, masked = [] } of rollouts) {
    if (trace === null || masked.join() === mask.join()) continue;
    throw new ContractError(
      `task ${taskId} was to run without agents ${mask.join(', ')}, but ${masked.length === 0 ? 'none' : masked.join(', ')} were masked: no credit can be read from it`,
    );
  }
}

/** Summed credit per role, roles in graph order; a role without players is not there. */
export function roleCredits(
  { roles }: TeamGraph,
  { players }: Cast,
  values: readonly number[],
): { readonly role: RoleId; readonly credit: number }[] {
  return roles.flatMap(({ role }) => {
    const own = players.flatMap((player, index) =>
      player.role === role ? [values[index] ?? 0] : [],
    );
    return own.length === 0 ? [] : [{ role, credit: own.reduce((sum, value) => sum + value, 0) }];
  });
}
