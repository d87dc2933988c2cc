import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonErrorOffset } from '../../../../../src/datasets/apibank/data/json-error.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('jsonErrorOffset', () => {
  it.each([
    ['{"a": }', 6],
    ['[1, 2', 5],
    ['[1, 2,]', 6],
    ['{"a" 1}', 1],
    ['{a: 1}', 1],
    ['01', 1],
    ['"a\nb"', 0],
    ['', 0],
    ['{} x', 3],
    ['[NaN]', 1],
  ])('finds the error of %s', (text, offset) => {
    expect(jsonErrorOffset(text)).toBe(offset);
  });

  it('accepts exactly what JSON.parse accepts', () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', ',', '"', '}', ' ', '0', '\\'),
        (json, at, extra) => {
          const offset = at % (json.length + 1);
          const text = json.slice(0, offset) + extra + json.slice(offset + (extra === '' ? 1 : 0));
          expect(jsonErrorOffset(text) === null).toBe(isJson(text));
        },
      ),
    );
  });
});
