import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordDiff } from '../../../../src/report/page/word-diff.ts';

const texts = fc
  .array(fc.constantFrom('a', 'b', 'c', ' ', '\n', '  ', '<i>', 'é'), { maxLength: 14 })
  .map((parts) => parts.join(''));

const without = (kind: 'gone' | 'new', before: string, after: string): string =>
  wordDiff(before, after)
    .filter((part) => part.kind !== kind)
    .map(({ text }) => text)
    .join('');

test('without what came it is the first text, without what went the second', () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      expect(without('new', before, after)).toBe(before);
      expect(without('gone', before, after)).toBe(after);
    }),
  );
});

test('keeps as many words as the longest common subsequence has', () => {
  const common = (left: readonly string[], right: readonly string[]): number => {
    const [first, ...rest] = left;
    if (first === undefined) return 0;
    const at = right.indexOf(first);
    const kept = at < 0 ? 0 : 1 + common(rest, right.slice(at + 1));
    return Math.max(kept, common(rest, right));
  };
  const words = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 7 });
  fc.assert(
    fc.property(words, words, (left, right) => {
      const kept = wordDiff(left.join(' '), right.join(' '))
        .filter(({ kind }) => kind === 'same')
        .flatMap(({ text }) => text.match(/\S+/g) ?? []);
      expect(kept).toHaveLength(common(left, right));
    }),
  );
});

test('a word more is one part', () => {
  expect(wordDiff('Read it.\nAnswer.', 'Read it twice.\nAnswer.')).toEqual([
    { kind: 'same', text: 'Read ' },
    { kind: 'gone', text: 'it.' },
    { kind: 'new', text: 'it twice.' },
    { kind: 'same', text: '\nAnswer.' },
  ]);
  expect(wordDiff('', 'new')).toEqual([{ kind: 'new', text: 'new' }]);
  expect(wordDiff('same', 'same')).toEqual([{ kind: 'same', text: 'same' }]);
});

test('texts that are too long to compare word by word are gone and new between what they share', () => {
  const long = (name: string): string =>
    Array.from({ length: 2_100 }, (_, index) => `${name}${index}`).join(' ');
  const parts = wordDiff(`start ${long('a')} end`, `start ${long('b')} end`);
  expect(parts.map(({ kind, text }) => [kind, text.length < 10 ? text : '…'])).toEqual([
    ['same', 'start '],
    ['gone', '…'],
    ['new', '…'],
    ['same', ' end'],
  ]);
});
