/** Who speaks to whom in a topology, and which parameters may a method choose there? */
import type { JsonObject } from '../../core/json.ts';
import {
  countSettings,
  defaultParameters,
  type NumberRange,
  type ParameterSpec,
  type SearchSpace,
} from '../../core/space.ts';
import type { Lineup, Topology } from '../../core/topology.ts';
import { boundedSpace } from '../../protocol/search/space.ts';
import { pairTable } from '../render/wrapped.ts';
import type { ExplainedShape } from './method-explanation.ts';

/** A topology with a team to show it on. */
export interface ExplainedTeam extends ExplainedShape {
  readonly lineup: Lineup;
}

export function topologyData(topology: Topology, { shape, lineup }: ExplainedTeam): JsonObject {
  const { agents, callsPerTask } = shape.graph;
  return {
    kind: 'topology',
    id: topology.id,
    title: topology.title,
    parameters: topology.parameters as unknown as JsonObject[],
    wider: widerParameters(topology, lineup) as unknown as JsonObject[],
    defaultTeam: {
      agents: agents.map(({ role, answers }) => ({ role, answers })),
      reads: Object.fromEntries(
        shape.graph.roles.map(({ role, predecessors }) => [role, predecessors]),
      ),
      callsPerTask,
    },
  };
}

export function topologyText(topology: Topology, { shape, lineup }: ExplainedTeam): string {
  const { graph } = shape;
  const seats = (role: string): string => {
    const count = graph.agents.filter((agent) => agent.role === role).length;
    return count === 1 ? '' : ` × ${count}`;
  };
  const team = graph.roles.map(({ role, predecessors, terminal }): [string, string] => [
    `${role}${seats(role)}`,
    [
      predecessors.length === 0 ? 'reads the task' : `reads ${predecessors.join(', ')}`,
      ...(terminal ? ['its output is the answer, or a vote for it'] : []),
    ].join('; '),
  ]);
  return [
    `${topology.id}: ${topology.title}`,
    '',
    `Default team (${graph.callsPerTask} model calls per task):`,
    ...pairTable(team),
    '',
    'Parameters (searched with --optimize topology, here with their defaults):',
    ...parameterTable(topology.parameters),
    '',
    'Beyond the grid (searched with --space wide, fixed with --parameter NAME=VALUE):',
    ...parameterTable(widerParameters(topology, lineup)),
    '',
    `Settings within the calls of the default team: ${settingsWords(topology, lineup)}`,
    '',
    'Example:',
    `  protocol run --method random --topology ${topology.id} --dataset apibank-synth --model sim --budget 40`,
    '',
  ].join('\n');
}

function settingsWords(topology: Topology, lineup: Lineup): string {
  const [grid, wide] = [false, true].map((isWide) =>
    countSettings(
      boundedSpace({
        topology,
        lineup,
        seed: defaultParameters(topology.parameters),
        fixed: {},
        isWide,
        optimizeTopology: true,
        maxCallRatio: 1,
      }),
    ),
  );
  const shown = (count: number | null | undefined): string =>
    typeof count === 'number' ? count.toLocaleString('en-US') : 'too many to count';
  return `${shown(grid)} in the grid, ${shown(wide)} in all`;
}

/** For the roles of the default team; a larger one has those of its own roles. */
function widerParameters(topology: Topology, lineup: Lineup): SearchSpace {
  const { parameters } = topology;
  const wider = topology.wider?.(lineup) ?? [];
  return wider.filter(
    ({ name }) => topology.matters?.(lineup, defaultParameters(parameters), name) !== false,
  );
}

function parameterTable(specs: readonly ParameterSpec[]): string[] {
  if (specs.length === 0) return ['  none'];
  return pairTable(
    specs.map(({ name, values, range, description, default: preset }): [string, string] => {
      const more = range === undefined || values.length === 1 ? '' : `; any ${rangeWords(range)}`;
      return [`${name}=${String(preset)}`, `${description} (${values.join('|')}${more})`];
    }),
  );
}

function rangeWords({ minimum, maximum, whole }: NumberRange): string {
  return `${whole ? 'whole number' : 'number'} from ${minimum} to ${maximum} can be fixed`;
}
