import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../src/core/random.ts';
import { signFlipTest } from '../../../src/statistics/sign-flip.ts';
import { mcnemarExact } from '../../../src/statistics/significance.ts';

const unused = randomStream('unused');

describe('signFlipTest', () => {
  // scipy 1.17.1: permutation_test((units,), sum, permutation_type='samples', n_resamples=inf).
  it.each([
    [[1, 1, 1, 1, 1, -1], 0.21875],
    [[3, 2, -1, 1, 0, 2, -1, 3], 0.140625],
    [[2, 2, 2, 2], 0.125],
    [[0, 0, 0], 1],
    [[1, -1, 2, -2], 1],
    [[0.5, 0.25, -0.1, 0.7, 0.3], 0.125],
    [[3, 3, 3, 3, 3, 3, -1, -2, 1, 1, 0, 2], 0.021484375],
  ])('%j', (units, pValue) => {
    const found = signFlipTest(units, unused);
    expect(found.pValue).toBeCloseTo(pValue, 14);
    expect(found.exact).toBe(true);
  });

  it('is the exact McNemar test for one seed', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(40), fc.nat(20), (gained, lost, unchanged) => {
        const units = [
          ...Array<number>(gained).fill(1),
          ...Array<number>(lost).fill(-1),
          ...Array<number>(unchanged).fill(0),
        ];
        expect(signFlipTest(units, unused).pValue).toBeCloseTo(mcnemarExact({ gained, lost }), 12);
      }),
    );
  });

  it('takes three equal seeds for no more than one', () => {
    const one = [1, 1, 1, 1, 1, 1, -1];
    const three = one.map((unit) => 3 * unit);
    expect(signFlipTest(three, unused).pValue).toBeCloseTo(signFlipTest(one, unused).pValue, 14);
  });

  it('draws where there are too many degrees to count, and never says zero', () => {
    const units = Array.from({ length: 30 }, (_, index) => 0.1 + index / 100);
    const { pValue, exact } = signFlipTest(units, randomStream('flips', 0));
    expect(exact).toBe(false);
    expect(pValue).toBeCloseTo(1 / 10_001, 10);
  });

  it('refuses what is no number', () => {
    expect(() => signFlipTest([1, Number.NaN], unused)).toThrow(RangeError);
  });

  // Under the null every p-value must be at or below its level at most as often as the level says.
  it('rejects a true null at most at its level', () => {
    const studies = 2000;
    let rejected = 0;
    for (let study = 0; study < studies; study += 1) {
      const random = randomStream('null', study);
      const units = Array.from({ length: 50 }, () => {
        const hardness = random.next();
        // Three seeds of one task go the same way more often than not.
        const draw = (): number => (random.next() < 0.3 ? Math.sign(random.next() - 0.5) : 0);
        const shared = hardness < 0.5 ? 3 * draw() : draw() + draw() + draw();
        return shared;
      });
      if (signFlipTest(units, unused).pValue <= 0.05) rejected += 1;
    }
    // Three standard errors above 5 %.
    expect(rejected / studies).toBeLessThanOrEqual(0.05 + 3 * Math.sqrt((0.05 * 0.95) / studies));
  });
});
