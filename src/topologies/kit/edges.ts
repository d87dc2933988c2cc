/** Who reads whom in a team whose roles speak in an order? */
import type { RoleId, TopologyParameters } from '../../core/candidate.ts';
import { UsageError } from '../../core/errors.ts';
import type { ParameterSpec } from '../../core/space.ts';
import type { RoleNode } from '../../core/topology.ts';

/** From an earlier role to a later one. */
export interface Edge {
  readonly source: RoleId;
  readonly reader: RoleId;
}

export type EdgeRule = (edge: Edge) => boolean;

function edgeName({ source, reader }: Edge): string {
  return `edge.${source}.${reader}`;
}

export function edgeSpec(edge: Edge, isUsual: boolean): ParameterSpec {
  return {
    name: edgeName(edge),
    description: `Whether ${edge.reader} reads what ${edge.source} says.`,
    values: ['on', 'off'],
    ordered: false,
    default: isUsual ? 'on' : 'off',
  };
}

/** The edge of this name; null for a name that is none, or that leads backwards. Roles in speaking order. */
export function edgeNamed(name: string, roles: readonly RoleId[]): Edge | null {
  const [kind, source = '', reader = ''] = name.split('.');
  const edge = { source, reader };
  const isForward = roles.includes(source) && roles.indexOf(source) < roles.indexOf(reader);
  return kind === 'edge' && isForward && edgeName(edge) === name ? edge : null;
}

/** All edges among roles in speaking order, by reader. */
export function edgesOf(roles: readonly RoleId[]): Edge[] {
  return roles.flatMap((reader, position) =>
    roles.slice(0, position).map((source) => ({ source, reader })),
  );
}

/** What a setting says of each edge: `usual` where it says nothing. */
export function edgeRule(parameters: TopologyParameters, usual: EdgeRule): EdgeRule {
  return (edge) => {
    const stated = parameters[edgeName(edge)];
    return stated === undefined ? usual(edge) : stated === 'on';
  };
}

/** True when a setting says something of an edge. */
export function statesEdges(parameters: TopologyParameters): boolean {
  return Object.keys(parameters).some((name) => name.startsWith('edge.'));
}

/**
 * The nodes of roles in speaking order, the last of which answers. An edge is left out where a longer way leads to the
 * same reader: credit assignment looks one step ahead, and the roles that a change can reach are the same either way.
 *
 * @throws UsageError for a role whose words nobody reads
 */
export function readerNodes(roles: readonly RoleId[], isRead: EdgeRule): RoleNode[] {
  const ahead = edgesOf(roles).filter(isRead);
  const idle = roles.slice(0, -1).filter((role) => !ahead.some(({ source }) => source === role));
  if (idle.length > 0) {
    throw new UsageError(
      idle.map((role) => `nobody reads role ${role}: every edge from it is off`),
      { hints: idle.map((role) => `leave the role out instead: role.${role}=absent`) },
    );
  }
  const direct = ahead.filter((edge) => !isDetoured(edge, ahead));
  return roles.map((role, position) => ({
    role,
    predecessors: direct.filter(({ reader }) => reader === role).map(({ source }) => source),
    successors: direct.filter(({ source }) => source === role).map(({ reader }) => reader),
    terminal: position === roles.length - 1,
  }));
}

/** True when the source reaches the reader through others too. */
function isDetoured(edge: Edge, edges: readonly Edge[]): boolean {
  let reached = edges
    .filter(({ source, reader }) => source === edge.source && reader !== edge.reader)
    .map(({ reader }) => reader);
  while (reached.length > 0) {
    if (reached.includes(edge.reader)) return true;
    const from = new Set(reached);
    reached = edges.filter(({ source }) => from.has(source)).map(({ reader }) => reader);
  }
  return false;
}
