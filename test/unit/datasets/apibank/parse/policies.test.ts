import { describe, expect, it } from 'vitest';
import { callSpans } from '../../../../../src/datasets/apibank/parse/call-spans.ts';
import { coerceRecordedArguments } from '../../../../../src/datasets/apibank/parse/call-text.ts';
import { parseAnswer } from '../../../../../src/datasets/apibank/parse/parse-answer.ts';
import { printCall } from '../../../../../src/datasets/apibank/parse/print-call.ts';
import type { ParsePolicy } from '../../../../../src/datasets/apibank/parse/result.ts';
import { majority, voteKey } from '../../../../../src/datasets/apibank/parse/vote-key.ts';
import { encodeValue } from '../../../../../src/datasets/apibank/python/convert.ts';
import { PyDict, PySet } from '../../../../../src/datasets/apibank/python/value.ts';

function read(text: string, policy: ParsePolicy): unknown {
  const result = parseAnswer(text, policy);
  return result.ok ? [result.name, encodeValue(result.arguments)] : result.kind;
}

describe('policy last', () => {
  it('submits the last call that parses, else the last call, else the whole text', () => {
    expect(parseAnswer('[A(x=1)] or [B(2)] ', 'last').callText).toBe('[A(x=1)]');
    expect(parseAnswer('[A(1)] or [B(2)] ', 'last').callText).toBe('[B(2)]');
    expect(parseAnswer('  nothing here\n', 'last').callText).toBe('nothing here');
  });

  it('submits a call with ** or an arithmetic value although an earlier one reads well', () => {
    expect(read('[A(x=1)] [B(**y)]', 'last')).toBe('star_kwargs');
    expect(read('[A(x=1)] [B(y=1+2)]', 'last')).toBe('unsupported_expression');
  });

  it('tells what it passed over', () => {
    const repairs = (text: string): unknown => parseAnswer(text, 'last').repairs;
    expect(repairs('[A(x=1)]\n')).toEqual([]);
    expect(repairs('Answer: [A(x=1)].')).toEqual(['surrounding-text']);
    expect(repairs('```python\n[A(x=1)]\n```')).toEqual(['code-fence']);
    expect(repairs('<think>[B()]</think>[A(x=1)]')).toEqual(['reasoning']);
    expect(repairs('[A(x=1)] [B()]')).toEqual(['other-calls', 'surrounding-text']);
    expect(repairs('no call at all')).toEqual([]);
  });

  it('shows at most 200 characters of a rejected value', () => {
    const result = parseAnswer(`[A(x=${'-'.repeat(5000)}1)]`, 'last');
    expect(result.ok ? '' : result.error).toHaveLength(
      'ValueError: unsupported argument expression: '.length + 200,
    );
  });
});

describe('policy strict', () => {
  const cases: [string, unknown][] = [
    [`[A(x="John's", y='Re: "Q1"')]`, ['A', { x: "John's", y: 'Re: "Q1"' }]],
    ["[A(x='', y='z')]", ['A', { x: '', y: 'z' }]],
    ["[A(x='line1\nline2')]", ['A', { x: 'line1\nline2' }]],
    ['[A(x=true, y=[false, null, -1.5], z={"k": (1, 2)})]', expect.anything()],
    ['**[A()]** and `text`.', ['A', {}]],
    ['<THINK>[B()]</THINK >\n[A()]', ['A', {}]],
    ["[A(x='1', x='2')]", 'unparsable'],
    ["[A(x=B(y='1'))]", 'unparsable'],
    ['[A(x=UNKNOWN)]', 'unparsable'],
    ['[A(x=[UNKNOWN])]', 'unparsable'],
    ["[A(x=b'1')]", 'unparsable'],
    ['[A(x=...)]', 'unparsable'],
    ['[A(x=2j)]', 'unparsable'],
    ['[A(x={1, 2})]', 'unparsable'],
    ['[A(x={[1]: 2})]', 'unparsable'],
    ["[A(x: '1')]", 'unparsable'],
    ['[A(x=\u22125)]', 'unparsable'],
    ['[A(x=1)(y=2)]', 'unparsable'],
    ['[A(x=1), 2]', 'unparsable'],
    ['[A(x=1) ]', 'unparsable'],
    ["[A(x='1']", 'unparsable'],
    ['[A(**x)]', 'unparsable'],
    ["[A('1')]", 'positional_args'],
    ["[A('1', x=2)]", 'positional_args'],
    ['[A(*x)]', 'positional_args'],
    ['[A(x=1), B(y=2)]', 'multiple_calls'],
    ['[A(x=1)]\n[A(x=1)]', 'multiple_calls'],
    ["[A(x='1', y='2023-03-", 'truncated'],
    ["[A(x='1')", 'truncated'],
    [' \n\t', 'empty'],
    ['<think>cut off in the middle of', 'no_call'],
    ['I cannot help with that.', 'no_call'],
  ];
  it.each(cases)('%j', (text, expected) => {
    expect(read(text, 'strict')).toEqual(expected);
  });

  const hints: [string, string, RegExp][] = [
    ['[Get\\_Today()]', 'unparsable', /markdown escape/],
    ['[apis.GetToday()]', 'unparsable', /dotted name/],
    ['[GetToday ()]', 'unparsable', /blank/],
    ['[ GetToday() ]', 'unparsable', /blank/],
    ['\uff3bGetToday\uff08\uff09\uff3d', 'no_call', /full-width brackets/],
    ['GetToday()', 'no_call', /call without brackets/],
    ['```json\n[{"name":"GetToday","arguments":{}}]\n```', 'unparsable', /JSON call/],
    ['<think>[A()]', 'no_call', /only reasoning/],
    ['[A(x=\u22125)]', 'unparsable', /U\+2212/],
    ['[A(x=\u2018t\u2019)]', 'unparsable', /U\+2018/],
    ['[A(x=B(y=1))]', 'unparsable', /nested call/],
    ["[A(x='1', x='2')]", 'unparsable', /^x='1', x='2'\n {9}\^$/],
    ['[A(to=x@y.z)]', 'unparsable', /to=x@y\.z\n {4}\^$/],
  ];
  it.each(hints)('hints: %j', (text, kind, hint) => {
    const result = parseAnswer(text, 'strict');
    expect(result.ok ? result : [result.kind, result.hint]).toEqual([
      kind,
      expect.stringMatching(hint),
    ]);
  });
});

describe('policy upstream', () => {
  const cases: [string, unknown][] = [
    ["[A(x='John's')] [B(y=1)]", ['A', { x: 'John', y: '1' }]],
    ["[A(x='', y='b')]", ['A', { x: "', y=" }]],
    ['[A(x=25.0, y=-5, z=[1, 2])]', ['A', { x: '25', z: '[1, 2]' }]],
    ['[A(x=[1], y=[2], z=3)]', ['A', { x: '[1], y=[2]', z: '3' }]],
    ['x [A(\ny=1)]', 'no_call'],
    ['[A(x=1) ]\n[B(y=2)]', ['B', { y: '2' }]],
    ["[A(x = 'a' , x='b')]", ['A', { x: 'b' }]],
    ["[A(x='a)]", ['A', {}]],
    ['[A(=1, \u{10400}b=2)]', ['A', { '\u{10400}b': '2' }]],
    ["[A(x='ab'y=1)]", ['A', { x: 'ab', y: '1' }]],
  ];
  it.each(cases)('%j', (text, expected) => {
    expect(read(text, 'upstream')).toEqual(expected);
  });
});

describe('long garbage', () => {
  const nested = (count: number): string => '[A('.repeat(count) + ')]'.repeat(count);
  const texts: [string, string][] = [
    ['open calls', '[A('.repeat(70_000)],
    ['open brackets', '['.repeat(200_000)],
    ['open parentheses', `[A(${'('.repeat(200_000)}`],
    ['nested calls', nested(30_000)],
    ['open calls and quotes', "[A('".repeat(50_000)],
    ['quotes in quotes', `[A(x='[B(y="`.repeat(20_000) + `")]')]`.repeat(20_000)],
    ['escapes', "[A('\\".repeat(40_000)],
    ['many calls', '[A(1)]'.repeat(30_000)],
    ['signs', `[A(x=${'-'.repeat(200_000)}1)]`],
    ['sums', `[A(x=${'1+'.repeat(100_000)}1)]`],
    ['lambdas', `[A(x=${'lambda:'.repeat(30_000)}1)]`],
    ['powers', `[A(x=${'2**'.repeat(60_000)}2)]`],
    ['conditions', `[A(x=${'1 if x else '.repeat(20_000)}2)]`],
    ['attributes', `[A(x=y${'.z'.repeat(100_000)})]`],
    ['a long word', `[A(${'a'.repeat(200_000)})]`],
    ['tags', '<think>'.repeat(30_000)],
    ['reasoning', '<think>[A(x=1)]</think>'.repeat(9000)],
    ['tags in values', '[A(x="<think>")]'.repeat(9000)],
    ['blanks', `[${' '.repeat(100_000)}[${' '.repeat(100_000)}`],
  ];
  it.each(texts)(
    '%s end in a verdict',
    (_, text) => {
      // A quadratic step would take minutes here and run into the time limit of the test.
      for (const policy of ['last', 'strict', 'upstream'] as const) {
        expect(parseAnswer(text, policy).repairs).toBeDefined();
      }
    },
    20_000,
  );

  it('finds all of many nested calls', () => {
    const spans = callSpans(nested(30_000));
    expect(spans).toHaveLength(30_000);
    expect(spans.at(-1)).toEqual({ start: 89_997, end: 90_002 });
    expect(spans[0]).toEqual({ start: 0, end: 150_000 });
  });
});

describe('callSpans', () => {
  it('follows starts inside and outside of quotes apart until an escape brings them into step', () => {
    const text = String.raw`[A(x='[B(\'[C(\')])])]')]`;
    expect(callSpans(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      text,
      String.raw`[B(\'[C(\')])])]')]`,
      String.raw`[C(\')])])]')]`,
    ]);
  });
});

describe('coerceRecordedArguments', () => {
  it('turns texts that are container literals into containers, at the top only', () => {
    const recorded = {
      a: "['x', (1,)]",
      b: '[x',
      c: 2,
      d: '{"x": null}',
      e: ['[1]'],
      f: '(5)',
      g: ' [1]',
    };
    expect(encodeValue(coerceRecordedArguments(recorded))).toEqual({
      ...recorded,
      a: ['x', { $py: 'tuple', items: [1] }],
      f: 5,
    });
  });
});

describe('printCall', () => {
  it('wraps a text that would read as a container', () => {
    const text = printCall(
      'A',
      new PyDict([
        ['x', '[1, 2]'],
        ['y', "it's"],
        ['z', '[1'],
      ]),
    );
    expect(text).toBe(`[A(x="('[1, 2]')", y="it's", z='[1')]`);
    expect(read(text, 'last')).toEqual(['A', { x: '[1, 2]', y: "it's", z: '[1' }]);
  });
});

describe('printCall against the rule that a call inside a value wins', () => {
  it('escapes the bracket', () => {
    const values = new PyDict([
      ['x', 'see [B(y=1)]'],
      ['z', [new PySet()]],
    ]);
    expect(printCall('A', values)).toBe("[A(x='see \\x5bB(y=1)]', z=[ set()])]");
    expect(read(printCall('A', values), 'last')).toEqual([
      'A',
      { x: 'see [B(y=1)]', z: [{ $py: 'set', items: [] }] },
    ]);
  });
});

describe('voteKey and majority', () => {
  it('writes the call as Python writes sorted JSON', () => {
    const key = voteKey(
      "[A(b=(1, 2.0), a='é\u{1f600}\\x7f', c={2: None, 1: True}, d={1, 2}, e=1e999)]",
    );
    expect(key).toBe(
      '{"name": "A", "params": {"a": "\\u00e9\\ud83d\\ude00\\u007f", "b": [1, 2.0], "c": {"1": true, "2": null}, "d": "{1, 2}", "e": Infinity}}',
    );
  });

  it('keeps numbers and texts apart but not tuples and lists', () => {
    expect(voteKey('[A(x=2)]')).not.toBe(voteKey("[A(x='2')]"));
    expect(voteKey('[A(x=(2,))]')).toBe(voteKey("see [A(x='[2]')]!"));
  });

  it('takes the text in lower case when there is no call, or no JSON for it', () => {
    expect(voteKey(' I Refuse ')).toBe('i refuse');
    expect(voteKey('[A(x={(1,): 2})]')).toBe('[a(x={(1,): 2})]');
    expect(voteKey("[A(x={1: 2, 'a': 3})]")).toBe("[a(x={1: 2, 'a': 3})]");
    expect(voteKey(' \n')).toBeNull();
    expect(voteKey('<think>hm</think>')).toBeNull();
  });

  it('breaks ties by the first voter and ignores those who do not vote', () => {
    expect(majority([null, 'b', 'a', 'a', 'b'])).toBe(1);
    expect(majority(['c', 'a', 'a'])).toBe(1);
    expect(majority([null, null])).toBeNull();
    expect(majority([])).toBeNull();
  });
});
