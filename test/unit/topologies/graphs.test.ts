/** Do the teams of API-Bank have the casts and links that MAS-PromptBench documents? */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadTeamPrompts } from '../../../src/config/load-prompts.ts';
import type { TopologyParameters } from '../../../src/core/candidate.ts';
import type { Topology } from '../../../src/core/topology.ts';
import { MESSAGE_FORMATS } from '../../../src/evaluation/team/formats/message-format.ts';
import { topology as centralized } from '../../../src/topologies/centralized.ts';
import { topology as decentralized } from '../../../src/topologies/decentralized.ts';
import { topology as independent } from '../../../src/topologies/independent.ts';
import { castRoles } from '../../../src/topologies/kit/cast.ts';
import { communicationSpec } from '../../../src/topologies/kit/parameters.ts';
import { topology as sequential } from '../../../src/topologies/sequential.ts';
import { topology as single } from '../../../src/topologies/single.ts';
import { repositoryRoot } from '../../support/shared.ts';

async function graphOf(topology: Topology, parameters: TopologyParameters) {
  const root = join(repositoryRoot, 'configs');
  const { lineup } = await loadTeamPrompts(root, topology.id, 'apibank');
  return topology.graph(lineup, parameters);
}

async function castOf(topology: Topology, teamSize: number) {
  return (await graphOf(topology, { teamSize })).agents.map(({ role }) => role);
}

describe('sequential', () => {
  test('is a chain of reader, mapper, planner and verifier at the usual size', async () => {
    const graph = await graphOf(sequential, {});
    expect(graph).toEqual({
      agents: [
        { agent: 0, role: 'dialogue_reader', answers: false },
        { agent: 1, role: 'schema_mapper', answers: false },
        { agent: 2, role: 'argument_planner', answers: false },
        { agent: 3, role: 'verifier', answers: true },
      ],
      roles: [
        {
          role: 'dialogue_reader',
          predecessors: [],
          successors: ['schema_mapper'],
          terminal: false,
        },
        {
          role: 'schema_mapper',
          predecessors: ['dialogue_reader'],
          successors: ['argument_planner'],
          terminal: false,
        },
        {
          role: 'argument_planner',
          predecessors: ['schema_mapper'],
          successors: ['verifier'],
          terminal: false,
        },
        { role: 'verifier', predecessors: ['argument_planner'], successors: [], terminal: true },
      ],
      callsPerTask: 4,
    });
  });

  test('ends with the verifier at every size and grows by specialists', async () => {
    for (const size of [1, 2, 3, 4, 8, 10, 11, 25]) {
      const cast = await castOf(sequential, size);
      expect(cast).toHaveLength(size);
      expect(cast.at(-1)).toBe('verifier');
      expect(new Set(cast).size).toBe(Math.min(size, 10));
    }
    const eight = await castOf(sequential, 8);
    expect(eight).toEqual(expect.arrayContaining(await castOf(sequential, 4)));
  });
});

describe('centralized', () => {
  test('has inspector, caller and validator report to the manager at the usual size', async () => {
    const graph = await graphOf(centralized, {});
    expect(graph.agents.map(({ role, answers }) => [role, answers])).toEqual([
      ['inspector', false],
      ['caller', false],
      ['validator', false],
      ['manager', true],
    ]);
    expect(graph.roles.slice(0, -1)).toEqual(
      ['inspector', 'caller', 'validator'].map((role) => ({
        role,
        predecessors: [],
        successors: ['manager'],
        terminal: false,
      })),
    );
    expect(graph.roles.at(-1)).toEqual({
      role: 'manager',
      predecessors: ['inspector', 'caller', 'validator'],
      successors: [],
      terminal: true,
    });
    expect(graph.callsPerTask).toBe(4);
  });

  test('has one manager at every size', async () => {
    for (const size of [1, 2, 8, 10, 11, 30]) {
      const cast = await castOf(centralized, size);
      expect(cast.filter((role) => role === 'manager')).toEqual(['manager']);
      expect(cast.at(-1)).toBe('manager');
    }
  });

  test('is led by the role of highest priority wherever the lineup names it', () => {
    const roles = [
      { id: 'lead', priority: 1 },
      { id: 'worker', priority: 2 },
    ];
    const graph = centralized.graph({ roles }, { teamSize: 3 });
    expect(graph.agents.map(({ role }) => role)).toEqual(['worker', 'worker', 'lead']);
  });
});

describe('topologies with a shared role', () => {
  test.each([
    [single, 'solver', {}, 1, 1],
    [independent, 'solver', {}, 4, 4],
    [independent, 'solver', { teamSize: 10 }, 10, 10],
    [decentralized, 'debater', {}, 4, 8],
    [decentralized, 'debater', { teamSize: 8, rounds: 3 }, 8, 24],
  ] as const)('%o', async (topology, role, parameters, agents, calls) => {
    const graph = await graphOf(topology, parameters);
    expect(graph.agents.map(({ answers }) => answers)).toEqual(new Array(agents).fill(true));
    expect(graph.roles).toEqual([{ role, predecessors: [], successors: [], terminal: true }]);
    expect(graph.callsPerTask).toBe(calls);
  });

  test('single is one agent and says so', () => {
    const lineup = { roles: [{ id: 'solver', priority: 1 }] };
    expect(() => single.graph(lineup, { teamSize: 4 })).toThrow(
      'topology "single" is one agent, but teamSize is 4',
    );
  });
});

describe('castRoles', () => {
  const roles = [
    { id: 'a', priority: 3 },
    { id: 'b', priority: 1 },
    { id: 'c', priority: 2 },
  ];

  test.each([
    [0, []],
    [1, ['b']],
    [2, ['b', 'c']],
    [3, ['a', 'b', 'c']],
    [5, ['a', 'a', 'b', 'b', 'c']],
    [6, ['a', 'a', 'b', 'b', 'c', 'c']],
  ])('%i agents', (size, cast) => {
    expect(castRoles(roles, size)).toEqual(cast);
  });

  test('gives ties to the earlier speaker', () => {
    const equal = roles.map(({ id }) => ({ id, priority: 1 }));
    expect(castRoles(equal, 2)).toEqual(['a', 'b']);
  });
});

test('topologies offer exactly the message formats that the engine has', () => {
  expect(communicationSpec.values).toEqual(MESSAGE_FORMATS.map(({ id }) => id));
});
