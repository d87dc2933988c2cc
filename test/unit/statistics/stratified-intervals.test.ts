import { describe, expect, it } from 'vitest';
import { type RandomStream, randomStream } from '../../../src/core/random.ts';
import { normalCdf, normalQuantile } from '../../../src/statistics/normal.ts';
import { stratifiedIntervals } from '../../../src/statistics/stratified-intervals.ts';
import type { Interval } from '../../../src/statistics/summary.ts';

function repeated(gained: number, lost: number, unchanged: number): number[] {
  return [
    ...Array<number>(gained).fill(1),
    ...Array<number>(lost).fill(-1),
    ...Array<number>(unchanged).fill(0),
  ];
}

const threeSeeds = [repeated(9, 3, 38), repeated(5, 5, 40), repeated(12, 1, 37)];

/** Numerical Recipes' 32-bit generator, so that a Python copy of the procedure draws the same numbers. */
function quickStream(start: number): RandomStream {
  let state = start;
  const integer = (bound: number): number => {
    state = (1_664_525 * state + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * bound);
  };
  return { ...randomStream('unused'), integer };
}

function near(interval: Interval | null, [low, high]: readonly [number, number]): void {
  expect(interval).not.toBe(null);
  expect(Math.abs((interval?.low ?? 0) - low)).toBeLessThanOrEqual(0.01 + 1e-9);
  expect(Math.abs((interval?.high ?? 0) - high)).toBeLessThanOrEqual(0.01 + 1e-9);
}

describe('stratifiedIntervals', () => {
  // A plain Python program with the same generator, order of draws and index rule; norm.ppf and norm.cdf of scipy 1.17.1.
  it('is what Python computes from the same draws', () => {
    const { percentile, bca } = stratifiedIntervals(threeSeeds, {
      random: quickStream(11),
      replicates: 2000,
    });
    expect(percentile.low).toBeCloseTo(-0.006666666666666667, 12);
    expect(percentile.high).toBeCloseTo(0.2333333333333333, 12);
    expect(bca?.low).toBeCloseTo(0, 12);
    expect(bca?.high).toBeCloseTo(0.24, 12);
  });

  // numpy 2.4.6, a million two-stage resamples and a jackknife over tasks: BCa [0.000, 0.247], percentile [-0.013, 0.240].
  it('agrees with numpy over a million resamples, three seeds', () => {
    const found = stratifiedIntervals(threeSeeds, { random: randomStream('test', 1) });
    near(found.percentile, [-0.013333, 0.24]);
    near(found.bca, [0, 0.246667]);
  });

  // scipy.stats.bootstrap(method='BCa' and 'percentile', n_resamples=400_000), scipy 1.17.1.
  it.each([
    ['13 gained, 4 lost of 100', repeated(13, 4, 83), [0.01, 0.17], [0.02, 0.17]],
    ['6 gained of 100', repeated(6, 0, 94), [0.02, 0.11], [0.02, 0.12]],
  ] as const)('agrees with scipy for one seed: %s', (_what, differences, percentile, bca) => {
    const found = stratifiedIntervals([differences], { random: randomStream('test', 2) });
    near(found.percentile, percentile);
    near(found.bca, bca);
  });

  it('has no BCa interval where no task differs from another, and no width', () => {
    const found = stratifiedIntervals([repeated(0, 0, 20)], { random: randomStream('test', 3) });
    expect(found).toEqual({ percentile: { low: 0, high: 0 }, bca: null });
    expect(stratifiedIntervals([repeated(20, 0, 0)], { random: randomStream('test', 3) })).toEqual({
      percentile: { low: 1, high: 1 },
      bca: null,
    });
  });

  it('leaves a task that one seed lacks out of that seed only', () => {
    const [first, second] = [repeated(3, 1, 16), repeated(2, 2, 16)];
    const lacking = [first, second.map((item, task) => (task === 4 ? null : item))];
    const { percentile } = stratifiedIntervals(lacking, { random: randomStream('test', 4) });
    expect(percentile.low).toBeLessThanOrEqual(0.05);
    expect(percentile.high).toBeGreaterThanOrEqual(0.05);
  });

  it.each([
    [[], {}],
    [[[null]], {}],
    [[[1]], { replicates: 99 }],
    [[[1]], { confidence: 1 }],
    [[[1]], { confidence: Number.NaN }],
  ])('refuses %j %j', (strata, options) => {
    const random = randomStream('test', 5);
    expect(() => stratifiedIntervals(strata, { random, ...options })).toThrow(RangeError);
  });
});

describe('coverage', () => {
  // 250 studies of three seeds and 100 tasks with a true gain of 8 points: about 95 % of the intervals hold it.
  it('holds the truth about as often as it says', () => {
    const studies = 250;
    let held = 0;
    for (let study = 0; study < studies; study += 1) {
      const truth = randomStream('truth', study);
      const strata = [0, 1, 2].map(() =>
        Array.from({ length: 100 }, () => {
          const draw = truth.next();
          return draw < 0.16 ? 1 : draw < 0.24 ? -1 : 0;
        }),
      );
      const { percentile } = stratifiedIntervals(strata, {
        random: randomStream('resample', study),
        replicates: 200,
      });
      if (percentile.low <= 0.08 && 0.08 <= percentile.high) held += 1;
    }
    // Seeds are resampled besides: the interval is somewhat wider than tasks alone would make it.
    expect(held / studies).toBeGreaterThanOrEqual(0.93);
  });
});

describe('normalCdf', () => {
  // scipy 1.17.1: norm.cdf.
  it.each([
    [-6, 9.865876450376946e-10],
    [-3.3, 0.00048342414238377744],
    [-1.959963984540054, 0.025],
    [-0.5, 0.3085375387259869],
    [0, 0.5],
    [0.1, 0.539827837277029],
    [1, 0.8413447460685429],
    [2.5, 0.9937903346742238],
    [5, 0.9999997133484281],
    [8, 0.9999999999999993],
  ])('at %d', (z, probability) => {
    expect(Math.abs(normalCdf(z) - probability)).toBeLessThan(1e-15);
  });

  it('is the inverse of the quantile, and ends at 0 and 1', () => {
    for (const p of [0.001, 0.2, 0.5, 0.77, 0.999]) {
      expect(normalCdf(normalQuantile(p))).toBeCloseTo(p, 14);
    }
    expect([normalCdf(-40), normalCdf(Number.POSITIVE_INFINITY)]).toEqual([0, 1]);
    expect(() => normalCdf(Number.NaN)).toThrow(RangeError);
  });
});
