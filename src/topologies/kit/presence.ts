/** Which roles of a team are left out? */
import type { RoleId, TopologyParameters } from '../../core/candidate.ts';
import type { ParameterSpec } from '../../core/space.ts';

export function presenceSpec(role: RoleId): ParameterSpec {
  return {
    name: `role.${role}`,
    description: `Whether ${role} acts; absent, its agents are left out and ask no model.`,
    values: ['present', 'absent'],
    ordered: false,
    default: 'present',
  };
}

/** The role whose presence a parameter of this name says; null for another name. */
export function presenceNamed(name: string, roles: readonly RoleId[]): RoleId | null {
  return roles.find((role) => `role.${role}` === name) ?? null;
}

export function isAbsent(role: RoleId, parameters: TopologyParameters): boolean {
  return parameters[`role.${role}`] === 'absent';
}

/** Whether a parameter of roles or edges changes anything in a team of this cast. */
export function mattersInCast(
  cast: readonly RoleId[],
  parameters: TopologyParameters,
  name: string,
): boolean {
  const [kind, ...roles] = name.split('.');
  if (kind === 'role') return roles.every((role) => cast.includes(role));
  if (kind !== 'edge') return true;
  return roles.every((role) => cast.includes(role) && !isAbsent(role, parameters));
}
