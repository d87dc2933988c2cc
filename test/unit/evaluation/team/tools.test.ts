/** How does a team answer by function calls that are proposals? */
import { describe, expect, test } from 'vitest';
import type { Transcript } from '../../../../src/core/rollout.ts';
import { totalToolCounts } from '../../../../src/evaluation/team/tool-counts.ts';
import { topology as decentralized } from '../../../../src/topologies/decentralized.ts';
import { topology as sequential } from '../../../../src/topologies/sequential.ts';
import { calls, play, type Said, SCHEMAS, type Script, to } from './tool-script.ts';

const answered = async (...replies: readonly Said[]) => (await play({ replies })).run;

describe('a proposal', () => {
  test('is the answer, written as text; tools go with the request and nothing is carried out', async () => {
    const { run, asked } = await play({ replies: [['Dial', to(80)]] });
    expect(run.answer.answer).toBe('[Dial(port=80)]');
    expect(asked).toHaveLength(1);
    expect(asked[0]?.tools).toBe(SCHEMAS);
    expect(run.turns[0]).toMatchObject({
      output: '[Dial(port=80)]',
      tools: {
        answerStep: 0,
        reading: 'clean',
        steps: [
          { text: '', result: null, calls: [{ id: 'call00001', name: 'Dial', arguments: to(80) }] },
        ],
      },
    });
    expect(run.roleOutputs).toEqual({ peer: '[Dial(port=80)]' });
  });

  test('the first of several counts, and all are kept', async () => {
    const run = await answered(['Dial', to(80), to(81)]);
    expect(run.answer.answer).toBe('[Dial(port=80)]');
    expect(run.tools).toMatchObject({ proposed: 2, several: 1 });
    expect(run.turns[0]?.tools?.steps[0]?.calls.map(({ arguments: sent }) => sent)).toEqual([
      to(80),
      to(81),
    ]);
  });

  test('a text instead of a call is the answer as it stands', async () => {
    const run = await answered('<think>hm</think>So: [Dial(port=1)]');
    expect(run.answer.answer).toBe('So: [Dial(port=1)]');
    expect(run.turns[0]).toMatchObject({
      reasoning: 'hm',
      tools: { answerStep: null, reading: 'plain-text' },
    });
    expect(run.tools).toMatchObject({ turns: 1, proposed: 0, plainText: 1 });
  });

  test('neither call nor text is no answer, and counted as neither', async () => {
    const run = await answered('');
    expect(run.answer.answer).toBe('');
    expect(run.tools).toMatchObject({ turns: 1, proposed: 0, plainText: 0, truncated: 0 });
  });

  test.each([
    ['no arguments at all', '', 'clean', '[Dial()]'],
    ['a stray quote', '{}"', 'repaired', '[Dial()]'],
  ] as const)('%s', async (_name, sent, reading, text) => {
    const run = await answered(['Dial', sent]);
    expect([run.answer.answer, run.turns[0]?.tools?.reading]).toEqual([text, reading]);
    expect(run.tools?.repaired).toBe(reading === 'repaired' ? 1 : 0);
  });

  test('damage is an answer that says so; cut by the cap it is counted as cut', async () => {
    const toolCalls = calls(['Dial', '{"port": 8']);
    const damaged = await answered({ toolCalls });
    expect(damaged.tools).toMatchObject({ damaged: 1, truncated: 0 });
    expect(damaged.answer.answer).toContain('[Dial(damaged arguments');
    const cut = await answered({ toolCalls, finishReason: 'length' });
    expect(cut.tools).toMatchObject({ damaged: 0, truncated: 1 });
    expect(cut.turns[0]?.finishReason).toBe('length');
    const nothing = await answered({ text: '', finishReason: 'length' });
    expect(nothing.tools).toMatchObject({ plainText: 0, truncated: 1 });
    // What came before the cut is whole.
    const whole = await answered({
      toolCalls: calls(['Dial', to(1), '{"po']),
      finishReason: 'length',
    });
    expect(whole.answer.answer).toBe('[Dial(port=1)]');
    expect(whole.tools).toMatchObject({ damaged: 0, truncated: 0, several: 1 });
  });
});

describe('a team', () => {
  test('agents that only hand on are offered nothing', async () => {
    const { run, asked } = await play({
      topology: sequential,
      parameters: { teamSize: 3 },
      replies: { '0/0': ['I read 80.'], '1/0': ['Take 80.'], '2/0': [['Dial', to(80)]] },
    });
    expect(asked.map(({ tools }) => tools)).toEqual([undefined, undefined, SCHEMAS]);
    expect(run.turns.map(({ tools }) => tools !== undefined)).toEqual([false, false, true]);
    expect(run.tools).toMatchObject({ turns: 1, proposed: 1 });
    expect(run.answer.answer).toBe('[Dial(port=80)]');
  });

  const debate = (communication: string, replies: Script['replies'], more: Partial<Script> = {}) =>
    play({
      topology: decentralized,
      parameters: { teamSize: 3, rounds: 2, communication },
      replies,
      ...more,
    });

  test('peers read the words and the call of each, and the last round votes on calls', async () => {
    const { run, asked } = await debate('freeform', {
      '0/0': [{ text: 'The user said 80.', toolCalls: calls(['Dial', to(80)]) }],
      '1/0': [['Dial', to(81)]],
      '2/0': ['[Dial(port=80)]'],
      '0/1': [['Dial', to(80)]],
      '1/1': [['Dial', to(81)]],
      '2/1': ['[Dial(port=80)]'],
    });
    expect(run.answer.answer).toBe('[Dial(port=80)]');
    expect(run.answer.votes.map(({ text }) => text)).toEqual([
      '[Dial(port=80)]',
      '[Dial(port=81)]',
      '[Dial(port=80)]',
    ]);
    const read = asked.find(({ agent, round }) => agent === 2 && round === 1)?.messages[1]?.content;
    expect(read).toContain('The user said 80.\n[Dial(port=80)]\n--- end ---');
    expect(read).toContain('\n[Dial(port=81)]\n--- end ---');
  });

  test('a message in the asked format stands beside the call; a bare call follows none', async () => {
    const message = 'Finding: 80.\nEvidence: line 3.\nOpen question: none\nProposed answer: 80';
    const { run, asked } = await debate('semi_structured', {
      '0/0': [{ text: message, toolCalls: calls(['Dial', to(80)]) }],
      '1/0': [['Dial', to(81)]],
      '2/0': [message],
      '0/1': [['Dial', to(80)]],
      '1/1': [['Dial', to(80)]],
      '2/1': [['Dial', to(80)]],
    });
    expect(run.format).toEqual({ parsed: 2, total: 3 });
    const read = asked.find(({ agent, round }) => agent === 1 && round === 1)?.messages[1]?.content;
    expect(read).toContain('Finding: 80.');
    expect(read).toContain('Proposed answer: 80\n[Dial(port=80)]\n--- end ---');
  });

  test('turns whose input is equal are taken over whole, what peers read of them too', async () => {
    const replies = {
      '0/0': [{ text: 'Look: 80.', toolCalls: calls(['Dial', to(80)]) }],
      '1/0': [['Dial', to(81)]],
      '2/0': [['Dial', '{}"']],
      '0/1': [['Dial', to(80)]],
      '1/1': [['Dial', to(80)]],
      '2/1': [['Dial', to(80)]],
    } as const;
    const first = await debate('freeform', replies);
    const base: Transcript = {
      taskId: 't',
      candidate: 'c',
      turns: first.run.turns,
      answer: first.run.answer,
      score: null,
    };
    const again = await debate('freeform', {}, { base });
    expect(again.asked).toEqual([]);
    expect(again.run.answer).toEqual(first.run.answer);
    expect(again.run.tools).toEqual(first.run.tools);
    expect(again.run.usage.modelCalls).toBe(0);
  });
});

test('counts of rollouts add up, and those without tools count nothing', () => {
  const counts = {
    turns: 1,
    proposed: 2,
    several: 3,
    plainText: 4,
    repaired: 5,
    damaged: 6,
    truncated: 7,
    executed: 8,
  };
  expect(totalToolCounts([{}, {}])).toBeNull();
  expect(totalToolCounts([])).toBeNull();
  const doubled = Object.fromEntries(Object.entries(counts).map(([name, n]) => [name, 2 * n]));
  expect(totalToolCounts([{ tools: counts }, {}, { tools: counts }])).toEqual(doubled);
});
