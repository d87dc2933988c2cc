/** Who speaks to whom in a topology, and which parameters may a method choose there? */
import type { JsonObject } from '../../core/json.ts';
import type { Topology } from '../../core/topology.ts';
import { pairTable } from '../render/wrapped.ts';
import type { ExplainedShape } from './method-explanation.ts';

export function topologyData(topology: Topology, { shape }: ExplainedShape): JsonObject {
  const { agents, callsPerTask } = shape.graph;
  return {
    kind: 'topology',
    id: topology.id,
    title: topology.title,
    parameters: topology.parameters as unknown as JsonObject[],
    defaultTeam: {
      agents: agents.map(({ role, answers }) => ({ role, answers })),
      reads: Object.fromEntries(
        shape.graph.roles.map(({ role, predecessors }) => [role, predecessors]),
      ),
      callsPerTask,
    },
  };
}

export function topologyText(topology: Topology, { shape }: ExplainedShape): string {
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
  const parameters = topology.parameters.map(
    ({ name, values, description, default: preset }): [string, string] => [
      `${name}=${String(preset)}`,
      `${description} (${values.join('|')})`,
    ],
  );
  return [
    `${topology.id}: ${topology.title}`,
    '',
    `Default team (${graph.callsPerTask} model calls per task):`,
    ...pairTable(team),
    '',
    'Parameters (searched with --optimize topology, here with their defaults):',
    ...(parameters.length === 0 ? ['  none'] : pairTable(parameters)),
    '',
    'Example:',
    `  protocol run --method random --topology ${topology.id} --dataset apibank-synth --model sim --budget 40`,
    '',
  ].join('\n');
}
