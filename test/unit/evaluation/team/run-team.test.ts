/** Does the engine keep a topology honest, a failure clean and a record complete? */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { ContractError, ModelError } from '../../../../src/core/errors.ts';
import type { ModelReply } from '../../../../src/core/model.ts';
import { derivedSeed } from '../../../../src/core/random.ts';
import type { Topology } from '../../../../src/core/topology.ts';
import type { TurnRequest } from '../../../../src/evaluation/team/options.ts';
import { runTeam } from '../../../../src/evaluation/team/run-team.ts';
import { topology as centralized } from '../../../../src/topologies/centralized.ts';
import { topology as decentralized } from '../../../../src/topologies/decentralized.ts';
import { topology as sequential } from '../../../../src/topologies/sequential.ts';

import { candidate, never, optionsFor, reply, topologyThat, turn } from './script-team.ts';

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
