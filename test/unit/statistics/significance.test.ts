import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gainExact, holm, mcnemarExact } from '../../../src/statistics/significance.ts';

describe('mcnemarExact', () => {
  // statsmodels 0.15: mcnemar(exact=True); scipy 1.17: binomtest.
  it.each([
    [1, 0, 1],
    [5, 0, 0.0625],
    [21, 8, 0.0241195447742939],
    [9, 9, 1],
    [3, 17, 0.0025768280029296875],
    [60, 41, 0.07275700687752425],
    [700, 620, 0.02963642932538485],
    [1200, 1100, 0.03896685268382023],
  ])('%d gained, %d lost', (gained, lost, expected) => {
    expect(mcnemarExact({ gained, lost })).toBeCloseTo(expected, 12);
  });

  it('is 1 when no task changed sides', () => {
    expect(mcnemarExact({ gained: 0, lost: 0 })).toBe(1);
  });

  it('does not care which arm is called first', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(300), (gained, lost) => {
        const p = mcnemarExact({ gained, lost });
        expect(p).toBe(mcnemarExact({ gained: lost, lost: gained }));
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('refuses what is no count', () => {
    expect(() => mcnemarExact({ gained: 1.5, lost: 0 })).toThrow('1.5 gained');
    expect(() => mcnemarExact({ gained: 0, lost: -1 })).toThrow(RangeError);
  });
});

describe('gainExact', () => {
  // scipy 1.17.1: binomtest(gained, gained + lost, 0.5, alternative='greater').
  it.each([
    [1, 0, 0.5],
    [5, 0, 0.03125],
    [21, 8, 0.01205977238714695],
    [9, 9, 0.5927352905273438],
    [3, 17, 0.9997987747192383],
    [60, 41, 0.03637850343876212],
    [700, 620, 0.014818214662692425],
    [1200, 1100, 0.019483426341910116],
    [0, 4, 1],
    [0, 0, 1],
  ])('%d gained, %d lost', (gained, lost, expected) => {
    expect(gainExact({ gained, lost })).toBeCloseTo(expected, 12);
  });

  it('is half of the two-sided test where gains prevail, and the two sides overlap in one term', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), (gained, lost) => {
        const [up, down] = [gainExact({ gained, lost }), gainExact({ gained: lost, lost: gained })];
        expect(up + down).toBeGreaterThanOrEqual(1 - 1e-12);
        if (gained > lost) expect(2 * up).toBeCloseTo(mcnemarExact({ gained, lost }), 12);
      }),
    );
  });

  it('refuses what is no count', () => {
    expect(() => gainExact({ gained: Number.NaN, lost: 0 })).toThrow(RangeError);
  });
});

describe('holm', () => {
  // statsmodels 0.15: multipletests(method='holm').
  it.each([
    [
      [0.01, 0.04, 0.03, 0.005],
      [0.03, 0.06, 0.06, 0.02],
    ],
    [
      [0.2, 0.2, 0.01],
      [0.4, 0.4, 0.03],
    ],
    [
      [0.6, 0.9],
      [1, 1],
    ],
    [
      [1, 0, 0.5, 0.5],
      [1, 0, 1, 1],
    ],
  ])('%j', (values, expected) => {
    for (const [index, p] of holm(values).entries()) {
      expect(p).toBeCloseTo(expected[index] as number, 12);
    }
  });

  it('never makes a p-value smaller and keeps their order', () => {
    const probability = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(probability, { maxLength: 12 }), (values) => {
        const adjusted = holm(values);
        values.forEach((p, index) => {
          expect(adjusted[index]).toBeGreaterThanOrEqual(p);
          values.forEach((other, place) => {
            if (other >= p) expect(adjusted[place]).toBeGreaterThanOrEqual(adjusted[index] ?? 0);
          });
        });
      }),
    );
  });

  it('refuses NaN', () => {
    expect(() => holm([0.1, Number.NaN])).toThrow('NaN');
  });
});
