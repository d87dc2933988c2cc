import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../../src/core/json.ts';
import {
  decodeValue,
  encodeValue,
  fromJson,
} from '../../../../../src/datasets/apibank/python/convert.ts';
import { isTruthy, pyEquals } from '../../../../../src/datasets/apibank/python/equality.ts';
import { PyError } from '../../../../../src/datasets/apibank/python/error.ts';
import {
  PyBytes,
  PyComplex,
  PyDict,
  PyEllipsis,
  PyExceptionObject,
  PyFloat,
  PySet,
  PyTuple,
  type PyValue,
  typeName,
} from '../../../../../src/datasets/apibank/python/value.ts';

const bytes = (...data: number[]): PyBytes => new PyBytes(Uint8Array.from(data));
const huge = 10n ** 20n;

describe('pyEquals', () => {
  const equal: [string, PyValue, PyValue][] = [
    ['int and float', 1, new PyFloat(1)],
    ['int and bool', 1, true],
    ['float and bool', new PyFloat(0), false],
    ['zero and minus zero', 0, new PyFloat(-0)],
    ['a large int and the float of the same value', huge, new PyFloat(1e20)],
    ['int and complex', 2, new PyComplex(2, 0)],
    ['complex and float', new PyComplex(0.5, 0), new PyFloat(0.5)],
    [
      'dictionaries in another order',
      new PyDict([
        ['a', 1],
        ['b', 2],
      ]),
      new PyDict([
        ['b', 2],
        ['a', true],
      ]),
    ],
    ['keys of the number tower', new PyDict([[1, 'x']]), new PyDict([[new PyFloat(1), 'x']])],
    ['tuples', new PyTuple([1, 'a']), new PyTuple([true, 'a'])],
    ['sets in another order', new PySet([1, 'a']), new PySet(['a', new PyFloat(1)])],
    ['bytes', bytes(1, 2), bytes(1, 2)],
    ['ellipsis', new PyEllipsis(), new PyEllipsis()],
  ];
  it.each(equal)('%s', (_, left, right) => {
    expect(pyEquals(left, right)).toBe(true);
    expect(pyEquals(right, left)).toBe(true);
  });

  const different: [string, PyValue, PyValue][] = [
    ['number and text', 1, '1'],
    ['list and tuple', [1], new PyTuple([1])],
    ['set and list', new PySet([1]), [1]],
    ['lists in another order', [1, 2], [2, 1]],
    ['a large int and its neighbour float', huge + 1n, new PyFloat(1e20)],
    ['text and bytes', 'a', bytes(97)],
    ['None and False', null, false],
    ['a missing key', new PyDict([['a', null]]), new PyDict([['b', null]])],
    ['NaN', new PyFloat(Number.NaN), new PyFloat(Number.NaN)],
    [
      'two exceptions of the same text',
      new PyExceptionObject("E('x')"),
      new PyExceptionObject("E('x')"),
    ],
  ];
  it.each(different)('not %s', (_, left, right) => {
    expect(pyEquals(left, right)).toBe(false);
    expect(pyEquals(right, left)).toBe(false);
  });

  it('asks for identity first inside containers, so that a copy with NaN equals its source', () => {
    const nan = new PyFloat(Number.NaN);
    const value = (): PyValue => [nan, new PyDict([['a', nan]])];
    expect(pyEquals(nan, nan)).toBe(false);
    expect(pyEquals(value(), value())).toBe(true);
    expect(pyEquals([nan], [new PyFloat(Number.NaN)])).toBe(false);
  });
});

describe('PyDict', () => {
  it('keeps the place and spelling of a key that comes again as an equal number', () => {
    const dict = new PyDict([
      [1, 'a'],
      ['1', 'b'],
      [new PyFloat(1), 'c'],
      [true, 'd'],
    ]);
    expect([...dict.entries()]).toEqual([
      [1, 'd'],
      ['1', 'b'],
    ]);
  });

  it('compares tuples, bytes, complex and large numbers as keys by value', () => {
    const dict = new PyDict([
      [new PyTuple([1, 'x']), 1],
      [bytes(5), 2],
      [new PyComplex(1, 2), 3],
      [huge, 4],
      [null, 5],
      [new PyEllipsis(), 6],
    ]);
    expect(dict.get(new PyTuple([new PyFloat(1), 'x']))).toBe(1);
    expect(dict.get(new PyTuple([1, 'y']))).toBeUndefined();
    expect(dict.get(bytes(5))).toBe(2);
    expect(dict.get(new PyComplex(1, 2))).toBe(3);
    expect(dict.get(new PyFloat(1e20))).toBe(4);
    expect(dict.get(null)).toBe(5);
    expect(dict.get(new PyEllipsis())).toBe(6);
    expect(dict.delete(new PyTuple([true, 'x']))).toBe(true);
    expect(dict.size).toBe(5);
  });

  it('refuses unhashable keys with the text of Python', () => {
    const dict = new PyDict();
    for (const [key, name] of [
      [[1], 'list'],
      [new PyTuple([new PyDict()]), 'dict'],
      [new PySet(), 'set'],
    ] as const) {
      expect(() => dict.has(key)).toThrow(new PyError('TypeError', `unhashable type: '${name}'`));
    }
  });

  it('keeps names that JavaScript objects treat specially', () => {
    const dict = fromJson(JSON.parse('{"__proto__": 1, "constructor": 2}') as Json);
    expect(JSON.stringify(encodeValue(dict))).toBe('{"__proto__":1,"constructor":2}');
  });
});

describe('isTruthy and typeName', () => {
  const cases: [PyValue, boolean, string][] = [
    [null, false, 'NoneType'],
    [true, true, 'bool'],
    [0, false, 'int'],
    [huge, true, 'int'],
    ['', false, 'str'],
    ['0', true, 'str'],
    [new PyFloat(-0), false, 'float'],
    [new PyFloat(Number.NaN), true, 'float'],
    [[], false, 'list'],
    [[0], true, 'list'],
    [new PyTuple([]), false, 'tuple'],
    [new PySet(), false, 'set'],
    [new PyDict(), false, 'dict'],
    [bytes(), false, 'bytes'],
    [new PyComplex(0, 0), false, 'complex'],
    [new PyEllipsis(), true, 'ellipsis'],
    [new PyExceptionObject("ValueError('x')"), true, 'ValueError'],
  ];
  it.each(cases)('%o', (value, truthy, name) => {
    expect(isTruthy(value)).toBe(truthy);
    expect(typeName(value)).toBe(name);
  });
});

describe('encodeValue and decodeValue', () => {
  const encoded = [
    { $py: 'tuple', items: [1, { $py: 'set', items: ['a'] }] },
    {
      $py: 'dict',
      items: [
        [3, { $py: 'tuple', items: [4] }],
        [null, []],
      ],
    },
    { $py: 'int', repr: '1000000000000000015' },
    { $py: 'float', repr: '-inf' },
    { $py: 'float', repr: 'nan' },
    { $py: 'bytes', repr: 'b"it\'s\\x00\\n\\\\\\xff"' },
    { $py: 'complex', repr: '(1e-05-2.5j)' },
    { $py: 'complex', repr: '2j' },
    { $py: 'complex', repr: '(inf-nanj)'.replace('-nan', '+nan') },
    { $py: 'ellipsis', repr: 'Ellipsis' },
    { $py: 'exception', repr: "Exception('Error')" },
    { a: [null, true, 1.5, 'x', {}] },
  ];
  it.each(encoded)('$py $repr', (json) => {
    expect(encodeValue(decodeValue(json as never))).toEqual(json);
  });

  it('reads whole JSON numbers as ints, others and those beyond 2^53 as floats', () => {
    expect(fromJson([1, 1.5, 1e300, -0])).toEqual([
      1,
      new PyFloat(1.5),
      new PyFloat(1e300),
      new PyFloat(-0),
    ]);
  });

  it('names the kinds it knows when it meets another', () => {
    expect(() => decodeValue({ $py: 'range', repr: '' })).toThrow(
      /unknown \$py kind "range".*tuple/,
    );
  });
});
