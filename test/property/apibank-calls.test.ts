import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/core/json.ts';
import {
  type CallSpan,
  callSpans,
  callStarts,
} from '../../src/datasets/apibank/parse/call-spans.ts';
import { parseLast } from '../../src/datasets/apibank/parse/last.ts';
import { parseAnswer } from '../../src/datasets/apibank/parse/parse-answer.ts';
import { printCall } from '../../src/datasets/apibank/parse/print-call.ts';
import { removeReasoning } from '../../src/datasets/apibank/parse/reasoning.ts';
import { decodeValue, encodeValue } from '../../src/datasets/apibank/python/convert.ts';
import { pyEquals } from '../../src/datasets/apibank/python/equality.ts';
import {
  normalizedInt,
  PyBytes,
  PyComplex,
  PyDict,
  PyEllipsis,
  PyFloat,
  PySet,
  PyTuple,
  type PyValue,
} from '../../src/datasets/apibank/python/value.ts';

const piece = fc.constantFrom(
  ...'[](){}\'"\\,= \n'.split(''),
  '[A(',
  ')]',
  '</think>',
  '<think>',
  'é',
  '1',
);
const garbage = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
/** Quotes and escapes so close together that scans begun in and outside of quotes fall into step. */
const quoted = fc
  .array(fc.constantFrom('[A(', '[A(', "'", '"', '\\', '\\', ']', ')', '(', '['), {
    minLength: 6,
    maxLength: 30,
  })
  .map((pieces) => pieces.join(''));
const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), garbage);
const number = fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(0.1, 1e16, 1e-5, -0));

const hashable: fc.Arbitrary<PyValue> = fc.oneof(
  text,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.bigInt().map(normalizedInt),
  number.map((value) => new PyFloat(value)),
  fc.uint8Array({ maxLength: 6 }).map((data) => new PyBytes(data)),
  fc.constant(new PyEllipsis()),
);

const scalar: fc.Arbitrary<PyValue> = fc.oneof(
  hashable,
  fc
    .tuple(number, fc.double({ noNaN: true, noDefaultInfinity: true }))
    .map(([real, imaginary]) => new PyComplex(real, imaginary)),
);

const { value } = fc.letrec<{ value: PyValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => new PyTuple(items)),
    fc.array(hashable, { maxLength: 3 }).map((items) => new PySet(items)),
    fc.array(fc.tuple(hashable, tie('value')), { maxLength: 3 }).map((pairs) => new PyDict(pairs)),
  ),
}));

const names = fc.stringMatching(/^[a-z_]{3,6}[0-9]$/);
const calls = fc.tuple(
  fc.stringMatching(/^[A-Z][A-Za-z]{0,8}$/),
  fc.dictionary(names, value, { maxKeys: 4 }),
);

/** The definition of a call's extent, start by start. */
function slowSpans(source: string): CallSpan[] {
  const spans: CallSpan[] = [];
  for (const start of callStarts(source)) {
    const end = slowEnd(source, start);
    if (end !== null) spans.push({ start, end });
  }
  return spans;
}

function slowEnd(source: string, start: number): number | null {
  let squares = 0;
  let parentheses = 0;
  let quote = '';
  for (let index = start; index < source.length; index += 1) {
    const character = source.charAt(index);
    if (quote !== '') {
      if (character === '\\') index += 1;
      else if (character === quote) quote = '';
    } else if (character === "'" || character === '"') quote = character;
    else if (character === '[') squares += 1;
    else if (character === ']') {
      squares -= 1;
      if (squares === 0 && parentheses === 0) return index + 1;
    } else if (character === '(') parentheses += 1;
    else if (character === ')') parentheses = Math.max(0, parentheses - 1);
  }
  return null;
}

describe('calls', () => {
  it('print and read back as the same call', () => {
    fc.assert(
      fc.property(calls, ([name, record]) => {
        const values = new PyDict(Object.entries(record));
        const result = parseAnswer(printCall(name, values), 'last');
        const same = result.ok && result.name === name && pyEquals(result.arguments, values);
        expect(same, printCall(name, values)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('with texts and numbers read the same under strict', () => {
    const plain = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null));
    fc.assert(
      fc.property(names, fc.dictionary(names, plain, { maxKeys: 3 }), (name, record) => {
        const values = new PyDict(Object.entries(record));
        const result = parseAnswer(printCall(name, values), 'strict');
        expect(result.ok && pyEquals(result.arguments, values), printCall(name, values)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('stand where the definition says', () => {
    fc.assert(
      fc.property(fc.oneof(garbage, quoted), (source) => {
        expect(callSpans(source)).toEqual(slowSpans(source));
      }),
      { numRuns: 20_000 },
    );
  });

  it('are extracted idempotently, and no text makes a policy throw', () => {
    fc.assert(
      fc.property(text, (source) => {
        const once = parseLast(source).callText;
        expect(parseLast(once).callText).toBe(once);
        for (const policy of ['last', 'strict', 'upstream'] as const) parseAnswer(source, policy);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('removeReasoning', () => {
  it('keeps and removes every character once', () => {
    fc.assert(
      fc.property(garbage, (source) => {
        const { text: kept, removed } = removeReasoning(source);
        expect(kept.length + (removed ?? '').length).toBe(source.length);
      }),
    );
  });
});

describe('values', () => {
  it('survive encoding', () => {
    fc.assert(
      fc.property(value, (sample) => {
        expect(
          pyEquals(decodeValue(JSON.parse(JSON.stringify(encodeValue(sample))) as Json), sample),
        ).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
