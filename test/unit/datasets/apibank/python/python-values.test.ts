import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PyError } from '../../../../../src/datasets/apibank/python/error.ts';
import { toPyFloat, toPyInt } from '../../../../../src/datasets/apibank/python/numbers.ts';
import { pyRepr, pyStr } from '../../../../../src/datasets/apibank/python/repr.ts';
import {
  type DateFormat,
  lenientDate,
  strftime,
  strptime,
} from '../../../../../src/datasets/apibank/python/strptime.ts';
import {
  codePointLength,
  pyLower,
  pySplitWhitespace,
  pyStrip,
  pyUpper,
} from '../../../../../src/datasets/apibank/python/text.ts';
import {
  PyBytes,
  PyComplex,
  PyDict,
  PyEllipsis,
  PyFloat,
  PySet,
  PyTuple,
  type PyValue,
} from '../../../../../src/datasets/apibank/python/value.ts';

type Outcome = ['ok', string] | ['err', string, string];

/** Inputs and what CPython 3.11.7 made of them. */
const recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, 'python-values.json'), 'utf8'),
) as {
  int: [string, Outcome][];
  float: [string, Outcome][];
  strptime: [[string, DateFormat], Outcome][];
  lenient: [[string, DateFormat], Outcome][];
  /** Outcome: repr, JSON, strip, split, lower, upper, length. */
  repr: [string, [string, string, string, string[], string, string, number]][];
  /** Input: the double's big-endian bytes; outcome: repr of it, of it as imaginary part, of -x + xj. */
  'float repr': [string, [string, string, string]][];
};

function outcome(run: () => string): Outcome {
  try {
    return ['ok', run()];
  } catch (error) {
    if (error instanceof PyError) return ['err', error.type, error.text];
    throw error;
  }
}

describe('values as CPython 3.11 has them', () => {
  it.each(recorded.int)('int(%j)', (text, expected) => {
    expect(outcome(() => toPyInt(text).toString())).toEqual(expected);
  });

  it.each(recorded.float)('float(%j)', (text, expected) => {
    expect(outcome(() => pyRepr(toPyFloat(text)))).toEqual(expected);
  });

  it.each(recorded.strptime)('strptime(%j)', ([text, format], expected) => {
    const two = (value: number): string => String(value).padStart(2, '0');
    const print = (): string => {
      const date = strptime(text, format);
      const day = `${String(date.year).padStart(4, '0')}-${two(date.month)}-${two(date.day)}`;
      return `${day} ${two(date.hour)}:${two(date.minute)}:${two(date.second)}`;
    };
    expect(outcome(print)).toEqual(expected);
  });

  it.each(recorded.lenient)('lenient date %j', ([text, format], expected) => {
    const date = lenientDate(text, format);
    expect(date instanceof PyError ? ['err', date.type, date.text] : ['ok', date]).toEqual(
      expected,
    );
  });

  it.each(recorded.repr)('text %j', (text, [repr, , stripped, words, lower, upper, length]) => {
    expect(pyRepr(text)).toBe(repr);
    expect(pyStrip(text)).toBe(stripped);
    expect(pySplitWhitespace(text)).toEqual(words);
    expect(pyLower(text)).toBe(lower);
    expect(pyUpper(text)).toBe(upper);
    expect(codePointLength(text)).toBe(length);
  });

  it.each(recorded['float repr'])('double %s', (hex, expected) => {
    const value = Buffer.from(hex, 'hex').readDoubleBE();
    const complex = [new PyComplex(0, value), new PyComplex(-value, value)].map(pyRepr);
    expect([pyRepr(new PyFloat(value)), ...complex]).toEqual(expected);
  });
});

describe('pyRepr and pyStr', () => {
  const cases: [PyValue, string][] = [
    [null, 'None'],
    [new PyTuple([1]), '(1,)'],
    [new PyTuple([true, [null, 'a']]), "(True, [None, 'a'])"],
    [
      new PyDict([
        ['a', new PyFloat(1)],
        [2, new PyTuple([])],
      ]),
      "{'a': 1.0, 2: ()}",
    ],
    [new PySet(), 'set()'],
    [new PySet(['x']), "{'x'}"],
    [new PyBytes(Buffer.from("a'\n\u0000\\\u007f", 'latin1')), 'b"a\'\\n\\x00\\\\\\x7f"'],
    [new PyEllipsis(), 'Ellipsis'],
    [10n ** 30n, `1${'0'.repeat(30)}`],
    [new PyFloat(1e16), '1e+16'],
    [new PyFloat(123456789012345680), '1.2345678901234568e+17'],
    [new PyFloat(0.0001), '0.0001'],
    [new PyFloat(0.00001), '1e-05'],
  ];
  it.each(cases)('%#: %o', (value, expected) => {
    expect(pyRepr(value)).toBe(expected);
    expect(pyStr(value)).toBe(expected);
  });

  it('prints text as it is only at the top', () => {
    expect(pyStr("it's")).toBe("it's");
    expect(pyStr(["it's"])).toBe('["it\'s"]');
  });
});

describe('toPyInt and toPyFloat', () => {
  const error = (type: string, text: string): PyError => new PyError(type, text);

  it('cuts floats toward zero and keeps large ones exact', () => {
    expect(toPyInt(new PyFloat(-2.9))).toBe(-2);
    expect(toPyInt(new PyFloat(1e20))).toBe(10n ** 20n);
    expect(toPyInt(true)).toBe(1);
    expect(toPyInt(new PyBytes(Buffer.from(' 12 ')))).toBe(12);
  });

  it('refuses what Python refuses, in its words', () => {
    expect(() => toPyInt(null)).toThrow(
      error(
        'TypeError',
        "int() argument must be a string, a bytes-like object or a real number, not 'NoneType'",
      ),
    );
    expect(() => toPyInt(new PyFloat(Infinity))).toThrow(
      error('OverflowError', 'cannot convert float infinity to integer'),
    );
    expect(() => toPyInt(new PyFloat(Number.NaN))).toThrow(
      error('ValueError', 'cannot convert float NaN to integer'),
    );
    expect(() => toPyInt('9'.repeat(4301))).toThrow(
      /Exceeds the limit \(4300 digits\).*has 4301 digits/,
    );
    expect(() => toPyFloat([])).toThrow(
      error('TypeError', "float() argument must be a string or a real number, not 'list'"),
    );
    expect(() => toPyFloat(10n ** 400n)).toThrow(
      error('OverflowError', 'int too large to convert to float'),
    );
  });

  it('cuts the repr in an int error at 200 characters', () => {
    expect(outcome(() => String(toPyInt('z'.repeat(300))))[2]).toBe(
      `invalid literal for int() with base 10: '${'z'.repeat(199)}`,
    );
  });
});

describe('strptime', () => {
  it('names the type of anything but text', () => {
    const message = (value: PyValue): string | undefined =>
      outcome(() => strftime(strptime(value, '%Y-%m-%d'), '%Y-%m-%d'))[2];
    expect(message(null)).toBe('strptime() argument 1 must be str, not None');
    expect(message([1])).toBe('strptime() argument 1 must be str, not list');
  });

  it('orders instants, also in the first centuries and across leap days', () => {
    const instants = [
      '0001-01-01',
      '0099-12-31',
      '1899-12-31',
      '2024-02-29',
      '2024-03-01',
      '9999-12-31',
    ].map((text) => strptime(text, '%Y-%m-%d').instant);
    expect(instants).toEqual([...instants].sort((left, right) => left - right));
    expect((instants[4] as number) - (instants[3] as number)).toBe(86_400);
  });

  it('prints a year below 1000 without padding', () => {
    expect(strftime(strptime('0023-01-05', '%Y-%m-%d'), '%Y-%m-%d')).toBe('23-01-05');
  });

  it('gives bad dates that never are the same object', () => {
    expect(lenientDate('x', '%Y-%m-%d')).not.toBe(lenientDate('x', '%Y-%m-%d'));
  });
});
