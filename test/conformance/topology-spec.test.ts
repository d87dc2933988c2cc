/** Do all topologies keep the contract, with the teams of API-Bank and with others? */
import { join } from 'node:path';
import { describe } from 'vitest';
import { loadTeamPrompts } from '../../src/config/load-prompts.ts';
import type { TopologyParameters } from '../../src/core/candidate.ts';
import type { Lineup, Topology } from '../../src/core/topology.ts';
import { topology as centralized } from '../../src/topologies/centralized.ts';
import { topology as decentralized } from '../../src/topologies/decentralized.ts';
import { topology as independent } from '../../src/topologies/independent.ts';
import { topology as sequential } from '../../src/topologies/sequential.ts';
import { topology as single } from '../../src/topologies/single.ts';
import { repositoryRoot } from '../support/shared.ts';
import { describeTopology } from './topology-spec.ts';

const sizes = [1, 2, 3, 4, 8, 10, 11];
const all = [
  { topology: single, sizes: [1], rounds: [] },
  { topology: independent, sizes, rounds: [] },
  { topology: sequential, sizes, rounds: [] },
  { topology: centralized, sizes, rounds: [] },
  { topology: decentralized, sizes, rounds: [1, 2, 3, 4] },
];

/** Settings of the default team that take roles and edges away, or add edges. */
function beyondGrid(topology: Topology, lineup: Lineup): TopologyParameters[] {
  const { id } = topology;
  if (id !== 'sequential' && id !== 'centralized') return [];
  const [first, second, third, last] = topology.graph(lineup, {}).roles.map(({ role }) => role);
  if (last === undefined) return [];
  const added = id === 'centralized' ? 'on' : 'off';
  return [
    { [`role.${second}`]: 'absent', communication: 'structured_soft' },
    { [`role.${first}`]: 'absent', [`role.${second}`]: 'absent', [`role.${third}`]: 'absent' },
    { [`edge.${first}.${second}`]: added },
    {
      [`edge.${first}.${last}`]: 'off',
      [`edge.${first}.${third}`]: id === 'centralized' ? 'on' : 'off',
    },
    { [`edge.${second}.${third}`]: added, [`edge.${first}.${third}`]: added, teamSize: 8 },
  ];
}

for (const subject of all) {
  const { lineup } = await loadTeamPrompts(
    join(repositoryRoot, 'configs'),
    subject.topology.id,
    'apibank',
  );
  describeTopology({ ...subject, lineup, beyond: beyondGrid(subject.topology, lineup) });
}

describe('with a cast of three for every topology', () => {
  const lineup = {
    roles: [
      { id: 'scout', priority: 3 },
      { id: 'lead', priority: 1 },
      { id: 'critic', priority: 2 },
    ],
  };
  for (const { topology } of all) {
    const some = topology.id === 'single' ? [1] : [1, 2, 7];
    describeTopology({
      topology,
      lineup,
      sizes: some,
      rounds: topology.id === 'decentralized' ? [3] : [],
    });
  }
});

describe('with one role for every topology', () => {
  const lineup = { roles: [{ id: 'everyone', priority: 1 }] };
  for (const { topology } of all) {
    const some = topology.id === 'single' ? [1] : [1, 4];
    describeTopology({
      topology,
      lineup,
      sizes: some,
      rounds: topology.id === 'decentralized' ? [2] : [],
    });
  }
});
