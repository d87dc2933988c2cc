import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../../src/core/json.ts';
import { readPythonClasses } from '../../../../../src/datasets/apibank/data/python-source/classes.ts';
import { PYTHON_STYLES, pythonText } from './upstream-tree.ts';

function attribute(literal: string): Json | undefined {
  const [only] = readPythonClasses(`class A(API):\n    value = ${literal}\n`, 'a.py', ['value']);
  return only?.attributes['value'];
}

describe('literals', () => {
  it.each<[string, Json]>([
    [`'single'`, 'single'],
    [`"it's"`, "it's"],
    [`'it\\'s'`, "it's"],
    [`'''two\nlines'''`, 'two\nlines'],
    [`"""a "quoted" word"""`, 'a "quoted" word'],
    [`'a' "b"\\\n  'c'`, 'abc'],
    [`('a'\n   # between\n 'b')`, 'ab'],
    [`'a' + "b" + 'c'`, 'abc'],
    [`r'\\d\\n'`, '\\d\\n'],
    [`'\\x41\\u00e9\\U0001F600\\101\\t\\q'`, 'Aé\u{1f600}A\t\\q'],
    [`'joined \\\nline'`, 'joined line'],
    [`{}`, {}],
    [
      `{'a': {'b': [1, -2.5, 1_000, 1e3]}, "c": (True, None,),}`,
      { a: { b: [1, -2.5, 1000, 1000] }, c: [true, null] },
    ],
    [`('one',)`, ['one']],
    [`('one')`, 'one'],
    [`()`, []],
    [`{'a': 'x',  # said: 'why' {\n 'b': 'y'}`, { a: 'x', b: 'y' }],
  ])('reads %s', (literal, expected) => {
    expect(attribute(literal)).toEqual(expected);
  });

  it.each([
    ['a call', 'dict(a=1)'],
    ['a name', 'other'],
    ['a formatted string', `f'{x}'`],
    ['a number key', '{1: 2}'],
    ['a sum of text and number', `'a' + 1`],
    ['nothing', ''],
  ])('refuses %s, naming file and line', (_, literal) => {
    expect(() => attribute(literal)).toThrow(/a\.py:2: expected a literal value/u);
  });

  it.each([
    [
      'string',
      `class A(API):\n    x = 1\n    value = 'open\n`,
      /a\.py:3: a string is never closed/u,
    ],
    ['bracket', `class A(API):\n    value = {'a': [1,\n`, /a\.py:2: a bracket is never closed/u],
  ])('names the line of a %s that is never closed', (_, source, message) => {
    expect(() => readPythonClasses(source, 'a.py', ['value'])).toThrow(message);
  });

  it('reads back any text, in every style', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom(...PYTHON_STYLES),
        (text, style) => {
          // A carriage return and lone surrogates cannot stand in a source file as they are.
          const writable = text.replaceAll(/[\r\0]|\p{Cs}/gu, '');
          expect(attribute(pythonText(writable, style))).toBe(writable);
        },
      ),
    );
  });
});

describe('classes', () => {
  const source = [
    'import x',
    'VALUE = compute(1)',
    'class Helper:',
    '\tvalue = 1',
    'class Second(base.API, Mixin):',
    "    '''value = 'in a docstring' '''",
    '    ignored = compute(2)',
    "    value: str = 'annotated'",
    '    def call(self, a, b: Dict[str, Tuple[int, ...]] = None, *rest, c=(1, 2), **more) -> dict:',
    "        value = 'local'",
    '        class Inner(API): pass',
    '    async def later(self): pass',
    '    @staticmethod',
    '    def loose(a, *, b): return a',
    '',
    'def function(): pass',
  ].join('\r\n');

  it('reads attributes, bases and signatures of top-level classes only', () => {
    const [helper, second, ...rest] = readPythonClasses(source, 'b.py', ['value']);
    expect(rest).toEqual([]);
    expect(helper).toMatchObject({
      name: 'Helper',
      bases: [],
      attributes: { value: 1 },
      methods: {},
    });
    expect(second).toMatchObject({
      name: 'Second',
      line: 5,
      bases: ['API', 'Mixin'],
      attributes: { value: 'annotated' },
      methods: {
        call: [
          { name: 'a', kind: 'positional_or_keyword', default: undefined },
          { name: 'b', kind: 'positional_or_keyword', default: null },
          { name: 'rest', kind: 'var_positional', default: undefined },
          { name: 'c', kind: 'keyword_only', default: [1, 2] },
          { name: 'more', kind: 'var_keyword', default: undefined },
        ],
        later: [],
        loose: [
          { name: 'a', kind: 'positional_or_keyword', default: undefined },
          { name: 'b', kind: 'keyword_only', default: undefined },
        ],
      },
    });
  });
});
