/** Is thinking aloud kept from peers and from the answer? */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitReasoning } from '../../../../src/evaluation/team/reasoning.ts';

const call = "[AddAlarm(time='x')]";

test.each([
  ['no block', `Sure. ${call} `, `Sure. ${call} `, null],
  ['closed', `<think>[GetToday()]?</think>\n${call}`, call, '[GetToday()]?'],
  ['closed and empty', `<think>\n\n</think>\n\n${call}`, call, null],
  ['unclosed', '<think>I will call [GetToday()]', '', 'I will call [GetToday()]'],
  ['unclosed after text', `${call}\n<think>or else`, call, 'or else'],
  ['orphaned end', `Or [GetToday()].</think>${call}`, call, 'Or [GetToday()].'],
  ['only an end', '</think>', '', null],
  ['two blocks', `<think>a</think>One <think>b</think>two`, 'One two', 'a\nb'],
  ['block inside a block', `<think>a<think>b</think>c</think>${call}`, call, 'a<think>b\nc'],
  ['mention of the tag inside', `<think>a <think> b</think>${call}`, call, 'a <think> b'],
  ['other spellings', `<THINKING time="3">a</Thinking><thought>b</thought>${call}`, call, 'a\nb'],
  ['no tag of the family', `<thinker>a</thinker>${call}`, `<thinker>a</thinker>${call}`, null],
])('%s', (_name, reply, visible, reasoning) => {
  const split = splitReasoning(reply);
  expect(split.visible).toBe(visible);
  expect(split.reasoning).toBe(reasoning);
});

test('no tag is ever visible, and nothing visible is lost', () => {
  const pieces = fc.array(fc.constantFrom('a', '<think>', '</think>', '<thinking>', '\n', '<'));
  fc.assert(
    fc.property(pieces, (parts) => {
      const { visible, reasoning } = splitReasoning(parts.join(''));
      expect(visible).not.toMatch(/<\/?think(?:ing)?>/);
      const letters = (text: string) => text.replaceAll(/[^a]/g, '').length;
      expect(letters(visible) + letters(reasoning ?? '')).toBe(
        letters(parts.join('').replaceAll(/<[^<]*>/g, '')),
      );
    }),
  );
});
