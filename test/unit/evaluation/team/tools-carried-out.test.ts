/** Which call is the answer of an agent that may carry out its calls first? */
import { describe, expect, test } from 'vitest';
import type { ToolResult } from '../../../../src/core/dataset.ts';
import type { ToolCall } from '../../../../src/core/model.ts';
import { topology as decentralized } from '../../../../src/topologies/decentralized.ts';
import { calls, ok, play, refused, type Said, to } from './tool-script.ts';

describe('calls that are carried out', () => {
  const tried = async (
    world: (call: ToolCall) => ToolResult,
    replies: readonly Said[],
    modelCalls = 4,
  ) => {
    const { run, asked, executed } = await play({ replies, world, modelCalls });
    return { run, asked, answer: run.answer.answer, executed: executed[0] };
  };
  const refuses =
    (...bad: readonly string[]) =>
    ({ name, arguments: sent }: ToolCall): ToolResult =>
      bad.includes(`${name}${sent}`) ? refused : ok;

  test('the agent sees what came back, and its first call stands when it has no other', async () => {
    const { run, asked, answer, executed } = await tried(
      () => ok,
      [{ text: 'I try.', toolCalls: calls(['Dial', to(1)]) }, 'It works.'],
    );
    expect(answer).toBe('[Dial(port=1)]');
    expect(executed).toEqual([`Dial${to(1)}`]);
    expect(asked[1]?.messages.slice(2)).toEqual([
      {
        role: 'assistant',
        content: 'I try.',
        toolCalls: [{ id: 'call00001', name: 'Dial', arguments: to(1) }],
      },
      { role: 'tool', toolCallId: 'call00001', content: ok.text },
    ]);
    expect(asked[1]?.seed).not.toBe(asked[0]?.seed);
    expect(run.usage).toEqual({ modelCalls: 2, inputTokens: 20, outputTokens: 4 });
    expect(run.tools).toMatchObject({ turns: 1, proposed: 1, executed: 1, plainText: 0 });
  });

  test('a refused call gives way to the one that was carried out', async () => {
    const bad = refuses(`Dial${to(1)}`);
    const { answer } = await tried(bad, [['Dial', to(1)], ['Dial', to(2)], 'Done.']);
    expect(answer).toBe('[Dial(port=2)]');
    const other = await tried(bad, [
      ['Dial', to(1)],
      ['Hang_up', '{}'],
      ['Dial', to(3)],
    ]);
    expect(other.answer).toBe('[Hang_up()]');
    expect(other.executed).toEqual([`Dial${to(1)}`, 'Hang_up{}']);
  });

  test('the same function again is a correction, another one a later step that ends the turn', async () => {
    const corrected = await tried(
      () => ok,
      [
        ['Dial', to(1)],
        ['Dial', to(2)],
        ['Hang_up', '{}'],
      ],
    );
    expect(corrected.answer).toBe('[Dial(port=2)]');
    expect(corrected.executed).toEqual([`Dial${to(1)}`, `Dial${to(2)}`]);
    expect(corrected.run.tools).toMatchObject({ proposed: 3, executed: 2 });
  });

  test('a correction that is refused leaves the call that was carried out', async () => {
    const { answer } = await tried(refuses(`Dial${to(2)}`), [
      ['Dial', to(1)],
      ['Dial', to(2)],
      'Then the first.',
    ]);
    expect(answer).toBe('[Dial(port=1)]');
  });

  test('a call that repeats the one before ends the turn', async () => {
    for (const world of [() => ok, () => refused]) {
      const { answer, executed } = await tried(world, [
        ['Dial', to(1)],
        ['Dial', to(1)],
      ]);
      expect(answer).toBe('[Dial(port=1)]');
      expect(executed).toHaveLength(1);
    }
  });

  test('the cap ends the turn; of calls that were all refused the last one is the answer', async () => {
    const replies = [1, 2, 3, 4, 5].map((port): Said => ['Dial', to(port)]);
    const { run, answer, asked } = await tried(() => refused, replies, 3);
    expect(asked).toHaveLength(3);
    expect(answer).toBe('[Dial(port=3)]');
    expect(run.usage.modelCalls).toBe(3);
    const once = await tried(() => ok, replies, 1);
    expect([once.answer, once.asked.length]).toEqual(['[Dial(port=1)]', 1]);
  });

  test('a text at once is the answer; damage is told to the agent and can be mended', async () => {
    expect((await tried(() => ok, ['[Dial(port=7)]'])).answer).toBe('[Dial(port=7)]');
    const world = ({ arguments: sent }: ToolCall) => (sent.endsWith('}') ? ok : refused);
    const { run, answer } = await tried(world, [['Dial', '{"port":'], ['Dial', to(2)], 'Good.']);
    expect(answer).toBe('[Dial(port=2)]');
    expect(run.tools).toMatchObject({ damaged: 0, executed: 2 });
  });

  test('every turn has a world of its own, and peers read what came back', async () => {
    const { asked, executed } = await play({
      topology: decentralized,
      parameters: { teamSize: 2, rounds: 2 },
      world: () => ok,
      replies: {
        '0/0': [['Dial', to(1)], 'Fine.'],
        '1/0': [['Dial', to(2)], 'Fine.'],
        '0/1': [['Dial', to(1)], 'Fine.'],
        '1/1': [['Dial', to(1)], 'Fine.'],
      },
    });
    expect(executed).toHaveLength(4);
    expect(executed.every((mine) => mine.length === 1)).toBe(true);
    const read = asked.find(({ agent, round }) => agent === 1 && round === 1)?.messages[1]?.content;
    expect(read).toContain(`Fine.\n[Dial(port=1)]\nWhat came back: ${ok.text}\n--- end ---`);
  });
});
