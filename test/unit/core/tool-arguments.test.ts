/** Are damaged arguments told from whole ones, and never guessed at? */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readToolArguments } from '../../../src/core/tool-arguments.ts';

describe('arguments of a function call', () => {
  test.each([
    // Cases that users of inspect_ai and vLLM reported, and their kin.
    ['', {}, false],
    ['  \n', {}, false],
    ['{}', {}, false],
    ['{"a":1}', { a: 1 }, false],
    ['{}"', {}, true],
    ['{"a":"b"}"', { a: 'b' }, true],
    ['{"a":{"b":"}"}}}', { a: { b: '}' } }, true],
    ['{"a":"\\"}"}`', { a: '"}' }, true],
    ['"{\\"a\\":1}"', { a: 1 }, true],
    ['null', {}, true],
  ])('%j say %j', (sent, value, repaired) => {
    expect(readToolArguments(sent)).toMatchObject({ value, repaired });
  });

  test.each([
    ['cut in a text', '{"cmd": "a\n</parameter": '],
    ['cut behind a comma', '{"a":1,'],
    ['a list', '[1]'],
    ['a number', '3'],
    ['a text that is no object', '"hello"'],
    ['two objects', '{"a":1}{"b":2}'],
    ['words behind the object', '{"a":1} as asked'],
    ['words before the object', 'sure: {"a":1}'],
    ['single quotes', "{'a': 1}"],
    ['a brace that closes nothing', '}'],
  ])('%s: nothing is guessed', (_name, sent) => {
    expect(readToolArguments(sent)).toBeNull();
  });

  test('whole objects stay as they are, and marks left over behind them change nothing', () => {
    const marks = fc.string({ unit: fc.constantFrom('"', '}', '`', "'", ' '), minLength: 1 });
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), marks, (object, leftover) => {
        const text = JSON.stringify(object);
        const whole = JSON.parse(text) as unknown;
        expect(readToolArguments(text)).toEqual({ text, value: whole, repaired: false });
        const read = readToolArguments(text + leftover);
        expect(read).toEqual({ text, value: whole, repaired: leftover.trim() !== '' });
      }),
    );
  });
});
