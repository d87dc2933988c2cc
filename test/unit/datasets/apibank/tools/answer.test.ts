/** Does a function call score and vote as the same call in brackets, and a damaged one as no call at all? */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAnswer } from '../../../../../src/datasets/apibank/parse/parse-answer.ts';
import type { ParsePolicy } from '../../../../../src/datasets/apibank/parse/result.ts';
import { voteKey } from '../../../../../src/datasets/apibank/parse/vote-key.ts';
import { encodeValue } from '../../../../../src/datasets/apibank/python/convert.ts';
import { callAnswer } from '../../../../../src/datasets/apibank/tools/answer.ts';

const POLICIES: readonly ParsePolicy[] = ['last', 'strict', 'upstream'];

describe('a whole call', () => {
  test.each([
    ['', '[GetToday()]'],
    ['{"content":"John\'s dentist","count":3}', '[GetToday(content="John\'s dentist", count=3)]'],
    ['{"on":true,"off":false,"none":null}', '[GetToday(on=True, off=False, none=None)]'],
    ['{"people":["Ann","Ben"]}', "[GetToday(people=['Ann', 'Ben'])]"],
    // As in brackets, where a text that spells a list is read as one.
    ['{"people":"[\'Ann\', \'Ben\']"}', "[GetToday(people=['Ann', 'Ben'])]"],
    ['{"text":"line\\nline \\ud83d\\ude00 \\/"}', "[GetToday(text='line\\nline 😀 /')]"],
    ['{"x":-0.50,"y":1.0,"z":1e3}', '[GetToday(x=-0.5, y=1.0, z=1000.0)]'],
    ['{"account":12345678901234567890123}', '[GetToday(account=12345678901234567890123)]'],
    ['{"words":"true null {\\"a\\"}"}', '[GetToday(words=\'true null {"a"}\')]'],
  ])('%s', (sent, text) => {
    expect(callAnswer({ api: 'GetToday', arguments: sent })).toEqual({ text, reading: 'clean' });
  });

  test('counts in a vote as the same call written by hand', () => {
    const made = callAnswer({ api: 'Foo', arguments: '{"b":"x","a":2}' }).text;
    expect(voteKey(made)).toBe(voteKey("I think [Foo(a=2, b='x')]"));
  });

  test('with small damage is mended and says so', () => {
    expect(callAnswer({ api: 'Foo', arguments: '{"a":1}"' })).toEqual({
      text: '[Foo(a=1)]',
      reading: 'repaired',
    });
  });

  test('reads back with the values that were sent, whatever they hold', () => {
    const name = fc.stringMatching(/^[a-z_][a-z0-9_]{0,8}$/).filter((word) => !KEYWORDS.has(word));
    const value = fc.oneof(
      fc.string({ unit: 'binary' }).filter((text) => !/^[[{(]/.test(text)),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.string(), { maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.dictionary(name, value, { maxKeys: 4 }), (given) => {
        const sent = JSON.stringify(given);
        const { text, reading } = callAnswer({ api: 'Foo', arguments: sent });
        expect(reading).toBe('clean');
        for (const policy of ['last', 'strict'] as const) {
          const read = parseAnswer(text, policy);
          expect(read.ok && [read.name, encodeValue(read.arguments)]).toEqual([
            'Foo',
            JSON.parse(sent),
          ]);
        }
      }),
    );
  });
});

/** Python's; none of them can name an argument in brackets either. */
const KEYWORDS = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

const DAMAGED: readonly (readonly [string, string, string])[] = [
  ['arguments cut in a text', 'Foo', '{"cmd": "a\\n</parameter": '],
  ['arguments that are a list', 'Foo', '[1, 2]'],
  ['a name that no argument can have', 'Foo', '{"user-id": 1}'],
  ['a name that would smuggle arguments in', 'Foo', '{"a=1, b": 2}'],
  ['a function name that no API can have', 'functions.Foo', '{"a": 1}'],
  ['no function name', '', '{}'],
  ['a call in cut arguments', 'Foo', '{"a": "[Bar(x=\'1\')]'],
  ['a call on a line of its own in them', 'Foo', '{"a": "\n[Bar(x=\'1\')]\n'],
  ['quotes and brackets', 'Foo', '{"\')] [Foo(a=1)]'],
];

describe('a damaged call', () => {
  test.each(DAMAGED)('%s is no call under any policy', (_name, api, sent) => {
    const { text, reading } = callAnswer({ api, arguments: sent });
    expect(reading).toBe('damaged');
    for (const policy of POLICIES) {
      expect(parseAnswer(text, policy)).toMatchObject({ ok: false });
    }
    expect(parseAnswer(text, 'last')).toMatchObject({ kind: 'syntax' });
  });

  test('differs in a vote from other damage, and a huge one stays small', () => {
    const key = (sent: string) => voteKey(callAnswer({ api: 'Foo', arguments: sent }).text);
    expect(key('{"a": 1')).not.toBe(key('{"a": 2'));
    expect(key('{"a": 1')).toBe(key('{"a": 1'));
    const huge = callAnswer({ api: 'Foo', arguments: `{"a": "${'[Bar(x=1)]'.repeat(5000)}` });
    expect(huge.text.length).toBeLessThan(4000);
  });

  test('is never thrown, whatever was sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (api, sent) => {
        const { text, reading } = callAnswer({ api, arguments: sent });
        expect(parseAnswer(text, 'last').ok).toBe(reading !== 'damaged');
      }),
    );
  });
});
