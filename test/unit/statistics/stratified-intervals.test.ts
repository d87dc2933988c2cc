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
  const next = (): number => {
    state = (1_664_525 * state + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
  return { ...randomStream('unused'), next };
}

/** The same, without the tasks that two of the seeds did not observe; the first was observed by one seed only. */
const gaps = threeSeeds.map((items, seed) =>
  items.map((item, task) =>
    (seed === 1 && [0, 7, 20].includes(task)) || (seed === 2 && [0, 11].includes(task))
      ? null
      : item,
  ),
);

function near(interval: Interval | null, [low, high]: readonly [number, number]): void {
  expect(interval).not.toBe(null);
  expect(Math.abs((interval?.low ?? 0) - low)).toBeLessThanOrEqual(0.01 + 1e-9);
  expect(Math.abs((interval?.high ?? 0) - high)).toBeLessThanOrEqual(0.01 + 1e-9);
}

describe('stratifiedIntervals', () => {
  // A plain Python program with the same generator (sfc32, started by Numerical Recipes'), order of draws and index rule;
  // norm.ppf and norm.cdf of scipy 1.17.1.
  it.each([
    ['tasks', 'tasks', threeSeeds, [0.0333333333333333, 0.2066666666666667], [0.04, 0.22]],
    [
      'seeds, then tasks',
      'seeds-then-tasks',
      threeSeeds,
      [-0.02, 0.2333333333333333],
      [-0.006666666666667, 0.246666666666667],
    ],
    [
      'tasks with gaps',
      'tasks',
      gaps,
      [0.0262585034013605, 0.195522664199815],
      [0.033877551020408, 0.217777777777778],
    ],
    [
      'seeds with gaps',
      'seeds-then-tasks',
      gaps,
      [-0.0141843971631206, 0.2119444444444445],
      [-0.007830969267139, 0.216666666666667],
    ],
    ['one seed', 'seeds-then-tasks', threeSeeds.slice(0, 1), [0, 0.24], [0, 0.26]],
  ] as const)('is what Python computes from the same draws: %s', (...row) => {
    const [, resampling, strata, percentile, bca] = row;
    const found = stratifiedIntervals(strata, {
      random: quickStream(11),
      replicates: 2000,
      resampling,
    });
    expect(found.percentile.low).toBeCloseTo(percentile[0], 12);
    expect(found.percentile.high).toBeCloseTo(percentile[1], 12);
    expect(found.bca?.low).toBeCloseTo(bca[0], 12);
    expect(found.bca?.high).toBeCloseTo(bca[1], 12);
  });

  // scipy.stats.bootstrap of the tasks' means over seeds, 200,000 resamples, percentile and BCa, scipy 1.17.1.
  it('agrees with scipy, three seeds', () => {
    const found = stratifiedIntervals(threeSeeds, { random: randomStream('test', 1) });
    near(found.percentile, [0.033333, 0.206667]);
    near(found.bca, [0.04, 0.22]);
  });

  // numpy 2.4.6, a million two-stage resamples and a jackknife over tasks: BCa [0.000, 0.247], percentile [-0.013, 0.240].
  it('agrees with numpy over a million resamples, seeds drawn first', () => {
    const found = stratifiedIntervals(threeSeeds, {
      random: randomStream('test', 1),
      resampling: 'seeds-then-tasks',
    });
    near(found.percentile, [-0.013333, 0.24]);
    near(found.bca, [0, 0.246667]);
  });

  it('takes three equal seeds for no more than one', () => {
    const [first] = threeSeeds as [number[]];
    const interval = (strata: readonly number[][]) =>
      stratifiedIntervals(strata, { random: randomStream('test', 6) });
    const [one, three] = [interval([first]), interval([first, first, first])];
    expect(three.percentile.low).toBeCloseTo(one.percentile.low, 12);
    expect(three.percentile.high).toBeCloseTo(one.percentile.high, 12);
    expect(three.bca?.low).toBeCloseTo(one.bca?.low as number, 12);
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
