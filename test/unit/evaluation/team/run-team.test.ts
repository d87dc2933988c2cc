/** Does the engine keep a topology honest, a failure clean and a record complete? */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import type { Candidate } from '../../../../src/core/candidate.ts';
import { ContractError, ModelError } from '../../../../src/core/errors.ts';
import type { ModelReply } from '../../../../src/core/model.ts';
import { derivedSeed } from '../../../../src/core/random.ts';
import type { Topology, Turn } from '../../../../src/core/topology.ts';
import type { TeamRunOptions, TurnRequest } from '../../../../src/evaluation/team/options.ts';
import { runTeam } from '../../../../src/evaluation/team/run-team.ts';
import { topology as centralized } from '../../../../src/topologies/centralized.ts';
import { topology as decentralized } from '../../../../src/topologies/decentralized.ts';
import { topology as sequential } from '../../../../src/topologies/sequential.ts';

const lineup = {
  roles: [
    { id: 'reader', priority: 3 },
    { id: 'planner', priority: 2 },
    { id: 'verifier', priority: 1 },
  ],
};

const candidate: Candidate = {
  roles: { reader: 'Read.', planner: 'Plan.', verifier: 'Verify.' },
  demonstrations: { planner: [{ input: 'a task', output: 'a plan' }] },
  parameters: { teamSize: 3 },
};

function reply(text: string, changes: Partial<ModelReply> = {}): ModelReply {
  return {
    text,
    reasoning: null,
    finishReason: 'stop',
    usage: { modelCalls: 1, inputTokens: 10, outputTokens: 2 },
    servedModel: 'script',
    ...changes,
  };
}

function optionsFor(topology: Topology, changes: Partial<TeamRunOptions> = {}): TeamRunOptions {
  const configured = changes.candidate ?? candidate;
  return {
    topology,
    graph: topology.graph(lineup, configured.parameters),
    brief: { task: 'Find the port.', outputContract: 'One call.' },
    candidate: configured,
    decoding: {
      temperature: 0,
      topP: 1,
      maxTokens: 100,
      repetitionPenalty: 1,
      thinking: false,
    },
    ask: async ({ role }) => reply(`${role} speaks`),
    seed: 11,
    voteKey: (answer) => answer,
    signal: new AbortController().signal,
    ...changes,
  };
}

/** A topology that behaves as told. */
function topologyThat(run: Topology['run']): Topology {
  return { ...sequential, id: 'odd', run };
}

const turn = (agent: number, changes: Partial<Turn> = {}): Turn => ({
  agent,
  round: 0,
  instruction: 'Go.',
  reports: [],
  handsOff: true,
  ...changes,
});

describe('a turn', () => {
  test('asks with the composed messages, the decoding and a seed of its own', async () => {
    const asked: TurnRequest[] = [];
    const options = optionsFor(sequential, {
      ask: async (request) => {
        asked.push(request);
        return reply(`${request.role} speaks`);
      },
    });
    const run = await runTeam(options);
    expect(asked.map(({ agent, role, round, seed }) => [agent, role, round, seed])).toEqual([
      [0, 'reader', 0, derivedSeed(11, 0, 0)],
      [1, 'planner', 0, derivedSeed(11, 1, 0)],
      [2, 'verifier', 0, derivedSeed(11, 2, 0)],
    ]);
    expect(asked[1]?.decoding).toBe(options.decoding);
    expect(asked[1]?.messages[0]?.content).toContain('Input:\na task\nOutput:\na plan');
    expect(asked[2]?.messages[1]?.content).toContain(
      '--- from reader (agent 1, round 1) ---\nreader speaks\n--- end ---\n--- from planner (agent 2, round 1) ---\nplanner speaks\n--- end ---',
    );
    const hasContract = asked.map(({ messages }) => messages[0]?.content.includes('One call.'));
    expect(hasContract).toEqual([false, false, true]);
    expect(run.answer).toEqual({ answer: 'verifier speaks', votes: [] });
    expect(run.usage).toEqual({ modelCalls: 3, inputTokens: 30, outputTokens: 6 });
    expect(run.format).toEqual({ parsed: 0, total: 0 });
  });

  test('has the same seed for every candidate', async () => {
    const seeds: number[][] = [];
    for (const prompt of ['Read.', 'Read well.']) {
      const roles = { ...candidate.roles, reader: prompt };
      const mine: number[] = [];
      await runTeam(
        optionsFor(decentralized, {
          candidate: { ...candidate, roles, parameters: { teamSize: 3, rounds: 2 } },
          ask: async ({ seed }) => {
            mine.push(seed);
            return reply(prompt);
          },
        }),
      );
      seeds.push(mine);
    }
    expect(seeds[0]).toEqual(seeds[1]);
    expect(new Set(seeds[0]).size).toBe(6);
  });

  test('keeps reasoning in the record and out of what others read', async () => {
    const asked: TurnRequest[] = [];
    const run = await runTeam(
      optionsFor(sequential, {
        ask: async (request) => {
          asked.push(request);
          return reply('<think>[Secret()]</think>Said.', {
            reasoning: 'apart',
            finishReason: 'length',
          });
        },
      }),
    );
    expect(JSON.stringify(asked)).not.toContain('Secret');
    expect(run.turns[0]).toMatchObject({
      output: 'Said.',
      reasoning: 'apart\n[Secret()]',
      finishReason: 'length',
      reused: false,
      formatParsed: null,
    });
    expect(run.roleOutputs).toEqual({ reader: 'Said.', planner: 'Said.', verifier: 'Said.' });
  });

  test('follows the message format only where it hands on', async () => {
    const asked: TurnRequest[] = [];
    const run = await runTeam(
      optionsFor(sequential, {
        candidate: {
          ...candidate,
          parameters: { teamSize: 3, communication: 'semi_structured' },
        },
        ask: async (request) => {
          asked.push(request);
          return reply(
            request.role === 'reader' ? 'Chat.\nProposed answer: none\nFinding: a port' : 'No.',
          );
        },
      }),
    );
    const formatted = asked.map(({ messages }) =>
      messages[0]?.content.includes('Message format (fixed):\n'),
    );
    expect(formatted).toEqual([true, true, false]);
    expect(run.turns.map(({ formatParsed }) => formatParsed)).toEqual([true, false, null]);
    expect(run.format).toEqual({ parsed: 1, total: 2 });
    expect(asked[1]?.messages[1]?.content).toContain(
      '---\nFinding: a port\nProposed answer: none\n--- end ---',
    );
    expect(run.turns[0]?.output).toBe('Chat.\nProposed answer: none\nFinding: a port');
  });

  test('of the last debating round is an answer, not a message', async () => {
    const asked: TurnRequest[] = [];
    const parameters = { teamSize: 2, rounds: 3, communication: 'structured_soft' };
    const run = await runTeam(
      optionsFor(decentralized, {
        candidate: { ...candidate, parameters },
        ask: async (request) => {
          asked.push(request);
          return reply(`call ${request.round}`);
        },
      }),
    );
    const places = asked.map(({ round, messages }) => [
      round,
      messages[0]?.content.includes('Message format (fixed):'),
      messages[0]?.content.includes('Output contract (fixed):'),
    ]);
    expect(places).toEqual([
      [0, true, true],
      [0, true, true],
      [1, true, true],
      [1, true, true],
      [2, false, true],
      [2, false, true],
    ]);
    expect(run.format).toEqual({ parsed: 0, total: 4 });
    expect(run.answer.answer).toBe('call 2');
  });

  test('of a masked answerer goes to the next in line, with the output contract', async () => {
    const asked: TurnRequest[] = [];
    const ask = async (request: TurnRequest): Promise<ModelReply> => {
      asked.push(request);
      return reply(`${request.role} speaks`);
    };
    const chain = await runTeam(optionsFor(sequential, { mask: ['verifier'], ask }));
    expect(chain.answer.answer).toBe('planner speaks');
    expect(asked.at(-1)?.messages[0]?.content).toContain('One call.');
    const vote = await runTeam(optionsFor(centralized, { mask: ['verifier'], ask }));
    expect(vote.answer.votes.map(({ text }) => text)).toEqual(['reader speaks', 'planner speaks']);
    expect(vote.answer.answer).toBe('reader speaks');
  });
});

describe('a topology that breaks its contract', () => {
  test.each<[string, Topology['run'], RegExp]>([
    [
      'an agent outside the team',
      (_b, team) => team.act(turn(3)).then(() => never()),
      /agent 3 .*3 agents/,
    ],
    ['a negative agent', (_b, team) => team.act(turn(-1)).then(() => never()), /agent -1/],
    ['no round', (_b, team) => team.act(turn(0, { round: 0.5 })).then(() => never()), /no round/],
    [
      'the same turn twice',
      async (_b, team) => {
        await team.act(turn(0));
        await team.act(turn(0));
        return never();
      },
      /already acted/,
    ],
    [
      'more calls than the graph allows',
      async (_b, team) => {
        for (let round = 0; round < 9; round += 1) await team.act(turn(0, { round }));
        return never();
      },
      /allows 3 calls/,
    ],
    [
      'an answer before the work is done',
      async (_b, team) => {
        void team.act(turn(0));
        return { answer: 'hasty', votes: [] };
      },
      /1 of its agents were still at work/,
    ],
  ])('%s', async (_name, run, message) => {
    const failing = runTeam(optionsFor(topologyThat(run)));
    await expect(failing).rejects.toThrow(ContractError);
    await expect(failing).rejects.toThrow(message);
  });

  test('letting a masked agent act', async () => {
    const run = runTeam(
      optionsFor(
        topologyThat((_brief, team) => team.act(turn(0)).then(() => never())),
        { mask: ['reader'] },
      ),
    );
    await expect(run).rejects.toThrow('its role reader is masked');
  });

  test('its own defect is not hidden', async () => {
    const defect = new TypeError('oops');
    const run = runTeam(optionsFor(topologyThat(() => Promise.reject(defect))));
    await expect(run).rejects.toBe(defect);
  });
});

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

describe('a failed call', () => {
  const failure = (message: string) => new ModelError(message, { kind: 'timeout', retry: true });

  test('ends the rollout with the failure of the lowest agent, after the others have settled', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const settled: number[] = [];
    const run = runTeam(
      optionsFor(decentralized, {
        candidate: { ...candidate, parameters: { teamSize: 3, rounds: 2 } },
        ask: async ({ agent }) => {
          for (let hop = 0; hop < 6 - 2 * agent; hop += 1) await setImmediate();
          settled.push(agent);
          if (agent > 0) throw failure(`agent ${agent} failed`);
          return reply('fine');
        },
      }),
    );
    await expect(run).rejects.toThrow('agent 1 failed');
    expect(settled).toEqual([2, 1, 0]);
    await setImmediate();
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test('cannot be swallowed by a topology, and nothing more is asked', async () => {
    const asked: number[] = [];
    const stubborn = topologyThat(async (_brief, team) => {
      for (const agent of [0, 1, 2]) await team.act(turn(agent)).catch(() => undefined);
      return { answer: 'all is well', votes: [] };
    });
    const run = runTeam(
      optionsFor(stubborn, {
        ask: async ({ agent }) => {
          asked.push(agent);
          throw failure('server gone');
        },
      }),
    );
    await expect(run).rejects.toThrow('server gone');
    expect(asked).toEqual([0]);
  });

  test('an aborted run asks nobody', async () => {
    const controller = new AbortController();
    const reason = new Error('stop');
    const ask = vi.fn(async () => {
      controller.abort(reason);
      return reply('fine');
    });
    const options = optionsFor(sequential, { ask, signal: controller.signal });
    await expect(runTeam(options)).rejects.toBe(reason);
    expect(ask).toHaveBeenCalledTimes(1);
    await expect(runTeam(options)).rejects.toBe(reason);
    expect(ask).toHaveBeenCalledTimes(1);
  });
});

function never(): never {
  throw new Error('the turn should have been refused');
}

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
