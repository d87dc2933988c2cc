import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../src/core/random.ts';
import {
  meanDifferenceInterval,
  newcombeInterval,
} from '../../../src/statistics/rate-difference.ts';

const random = () => randomStream('test');

describe('newcombeInterval', () => {
  // Newcombe (1998), table II, method 10 for the first and fifth; all with statsmodels 0.15.0:
  // confint_proportions_2indep(method='newcomb').
  it.each([
    [56, 70, 48, 80, 0.05243147240236498, 0.33387265403690614],
    [9, 10, 3, 10, 0.1705227239345029, 0.809017973535488],
    [10, 10, 0, 10, 0.6075093504305241, 1],
    [10, 10, 10, 10, -0.27753279986288937, 0.27753279986288937],
    [5, 56, 0, 29, -0.038137147903536936, 0.19256001385511165],
    [40, 50, 21, 106, 0.4457935460955015, 0.71077399464553],
  ])('%d of %d against %d of %d', (successes, trials, others, otherTrials, low, high) => {
    const found = newcombeInterval(
      { successes, trials },
      { successes: others, trials: otherTrials },
    );
    expect(found.low).toBeCloseTo(low, 10);
    expect(found.high).toBeCloseTo(high, 10);
  });

  it('needs trials on both sides', () => {
    expect(() =>
      newcombeInterval({ successes: 0, trials: 0 }, { successes: 1, trials: 2 }),
    ).toThrow(RangeError);
  });
});

describe('meanDifferenceInterval', () => {
  it('is Newcombe’s for right and wrong', () => {
    const first = [...Array<number>(9).fill(1), 0];
    const second = [...Array<number>(3).fill(1), ...Array<number>(7).fill(0)];
    const { low, high } = meanDifferenceInterval(first, second, random());
    expect([low, high].map((value) => value.toFixed(4))).toEqual(['0.1705', '0.8090']);
  });

  it('is about the normal interval for degrees', () => {
    const stream = randomStream('degrees');
    const draw = (count: number, shift: number) =>
      Array.from({ length: count }, () => shift + 0.5 * stream.next());
    const [first, second] = [draw(200, 0.4), draw(300, 0.2)];
    const { low, high } = meanDifferenceInterval(first, second, random());
    // Uniform on half a unit: variance 1/48.
    const error = 1.96 * Math.sqrt(1 / 48 / 200 + 1 / 48 / 300);
    expect((high - low) / 2).toBeCloseTo(error, 2);
    expect(low).toBeLessThan(0.2);
    expect(high).toBeGreaterThan(0.2);
  });

  it('refuses an empty group', () => {
    expect(() => meanDifferenceInterval([], [1], random())).toThrow(RangeError);
  });
});
