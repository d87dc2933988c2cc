import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  packageRougeL,
  roundedToFour,
  textbookRougeL,
} from '../../../../../src/datasets/apibank/replies/rouge.ts';

interface Row {
  readonly hypothesis: string;
  readonly reference: string;
  /** Precision, recall, F, F rounded; or the text of the error that the package raised. */
  readonly rouge: readonly [number, number, number, number] | string;
  readonly textbook: readonly [number, number, number];
}

const { rows } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'rouge-values.json'), 'utf8'),
) as { readonly rows: readonly Row[] };

describe('ROUGE-L', () => {
  test('is that of the package, for every recorded pair', () => {
    let raised = 0;
    for (const { hypothesis, reference, rouge } of rows) {
      const { precision, recall, f1 } = packageRougeL(hypothesis, reference);
      const expected = typeof rouge === 'string' ? [0, 0, 0, 0] : rouge;
      if (typeof rouge === 'string') raised += 1;
      const found = [precision, recall, f1, roundedToFour(f1)];
      const pair = JSON.stringify({ hypothesis, reference });
      for (const [index, value] of found.entries())
        expect(value, pair).toBeCloseTo(expected[index] ?? -1, 9);
      expect(found[3], pair).toBe(expected[3]);
    }
    expect({ rows: rows.length, raised }).toEqual({ rows: 420, raised: 7 });
  });

  test('by the textbook is that of rouge-score, for every recorded pair', () => {
    for (const { hypothesis, reference, textbook } of rows) {
      const { precision, recall, f1 } = textbookRougeL(hypothesis, reference);
      const pair = JSON.stringify({ hypothesis, reference });
      for (const [index, value] of [precision, recall, f1].entries())
        expect(value, pair).toBeCloseTo(textbook[index] ?? -1, 9);
    }
  });

  test('the two differ where words repeat and where case does', () => {
    const repeated = ['the cat', 'the the cat'] as const;
    expect(roundedToFour(packageRougeL(...repeated).f1)).toBe(1);
    expect(textbookRougeL(...repeated).f1).toBeCloseTo(0.8, 12);
    const cased = ['The cat sat.', 'the cat sat'] as const;
    expect(packageRougeL(...cased).f1).toBeCloseTo(2 / 3, 6);
    expect(textbookRougeL(...cased).f1).toBe(1);
  });

  test('long texts, at which the package gives up, have a value', () => {
    const words = Array.from({ length: 3000 }, (_, index) => `w${index}`);
    const third = words.filter((_, index) => index % 3 === 0);
    const { precision, recall } = packageRougeL(words.join(' '), third.join(' '));
    expect([precision, recall]).toEqual([1 / 3, 1]);
  });

  test('stays within bounds, and is 1 after rounding for a text and itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (left, right) => {
        for (const measure of [packageRougeL, textbookRougeL]) {
          const { precision, recall, f1 } = measure(left, right);
          for (const value of [precision, recall, f1]) expect(value >= 0 && value <= 1).toBe(true);
        }
        const { precision, recall } = textbookRougeL(left, right);
        expect(textbookRougeL(right, left)).toMatchObject({ precision: recall, recall: precision });
        if (/[^.]/u.test(left)) expect(roundedToFour(packageRougeL(left, left).f1)).toBe(1);
      }),
    );
  });

  // Values of Python's `round(value, 4)`.
  test.each([
    [0.03125, 0.0312],
    [0.09375, 0.0938],
    [0.71875, 0.7188],
    [0.28125, 0.2812],
    [0.5, 0.5],
    [0.25, 0.25],
    [1, 1],
    [0, 0],
    [0.999999995, 1],
    [0.66666666222, 0.6667],
    [0.00005, 0.0001],
    [0.12345, 0.1235],
    [0.00015, 0.0001],
  ])('rounds %d to %d', (value, expected) => {
    expect(roundedToFour(value)).toBe(expected);
  });
});
