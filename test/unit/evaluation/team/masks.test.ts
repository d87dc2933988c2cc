/** Who is left out of a run, and at what temperature is it sampled? */
import { expect, test } from 'vitest';
import type { ModelReply } from '../../../../src/core/model.ts';
import type { TurnRequest } from '../../../../src/evaluation/team/options.ts';
import { runTeam } from '../../../../src/evaluation/team/run-team.ts';
import { topology as centralized } from '../../../../src/topologies/centralized.ts';
import { topology as decentralized } from '../../../../src/topologies/decentralized.ts';
import { topology as sequential } from '../../../../src/topologies/sequential.ts';
import { candidate, never, optionsFor, reply, topologyThat, turn } from './script-team.ts';

test('a candidate without a prompt, or a mask with an unknown role, is refused by name', async () => {
  const roles = { reader: 'Read.', verifier: 'Verify.' };
  await expect(
    runTeam(optionsFor(sequential, { candidate: { ...candidate, roles } })),
  ).rejects.toThrow('no prompt for role planner');
  await expect(runTeam(optionsFor(sequential, { mask: ['plannner'] }))).rejects.toThrow(
    /cannot mask role plannner.*reader, planner, verifier/,
  );
});

test.each([
  ['a chain', sequential, {}],
  ['workers under a manager', centralized, {}],
  ['a debate', decentralized, { rounds: 2 }],
] as const)(
  'masked agents of a shared role make no call in %s, and the run says so',
  async (...given) => {
    const [, topology, more] = given;
    const alike = {
      roles: { solver: 'Solve.' },
      demonstrations: {},
      parameters: { teamSize: 4, ...more },
    };
    const graph = topology.graph({ roles: [{ id: 'solver', priority: 1 }] }, alike.parameters);
    const asked = new Set<number>();
    const ask = async ({ agent }: TurnRequest): Promise<ModelReply> => {
      asked.add(agent);
      return reply(`agent ${agent} speaks`);
    };
    const run = await runTeam(
      optionsFor(topology, { candidate: alike, graph, maskAgents: [2, 0], ask }),
    );
    expect([...asked].sort()).toEqual([1, 3]);
    expect([...new Set(run.turns.map(({ agent }) => agent))].sort()).toEqual([1, 3]);
    expect(run.answer.votes.every(({ agent }) => agent === 1 || agent === 3)).toBe(true);
    expect(run.masked).toEqual([0, 2]);
  },
);

test('an agent that is masked may not act, and one that there is not cannot be masked', async () => {
  const acting = topologyThat((_brief, team) => team.act(turn(0)).then(() => never()));
  await expect(runTeam(optionsFor(acting, { maskAgents: [0] }))).rejects.toThrow(
    'agent 0 act in round 0: it is masked',
  );
  await expect(runTeam(optionsFor(sequential, { maskAgents: [1, 3] }))).rejects.toThrow(
    /cannot mask agent 3: the team has 3 agents/,
  );
  expect((await runTeam(optionsFor(sequential))).masked).toEqual([]);
});

test('masking a role that does not act at this size changes nothing', async () => {
  const small = { ...candidate, parameters: { teamSize: 2 } };
  const run = await runTeam(optionsFor(sequential, { candidate: small, mask: ['reader'] }));
  expect(run.turns.map(({ role }) => role)).toEqual(['planner', 'verifier']);
});

test("a team's own temperature reaches its calls, and a reply at another is asked for anew", async () => {
  const warm = { ...candidate, parameters: { teamSize: 3, temperature: 0.7 } };
  const heard: number[] = [];
  const ask = async ({ decoding, role }: TurnRequest): Promise<ModelReply> => {
    heard.push(decoding.temperature);
    return reply(`${role} speaks`);
  };
  const whole = await runTeam(optionsFor(sequential, { candidate: warm, ask }));
  expect(heard).toEqual([0.7, 0.7, 0.7]);
  expect(whole.turns.map(({ temperature }) => temperature)).toEqual([0.7, 0.7, 0.7]);
  const base = {
    taskId: 't',
    candidate: 'd',
    turns: whole.turns,
    answer: whole.answer,
    score: null,
  };
  await runTeam(optionsFor(sequential, { candidate: warm, ask, base }));
  expect(heard).toHaveLength(3);
  const usual = await runTeam(optionsFor(sequential, { ask, base }));
  expect(heard.slice(3)).toEqual([0, 0, 0]);
  expect(usual.turns.every((turn) => !('temperature' in turn))).toBe(true);
});
