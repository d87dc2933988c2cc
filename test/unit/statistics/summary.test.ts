import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalQuantile } from '../../../src/statistics/normal.ts';
import { mean, sampleStandardDeviation, wilsonInterval } from '../../../src/statistics/summary.ts';

describe('mean and spread', () => {
  it('has no mean without values and no spread below two', () => {
    expect(mean([])).toBeNull();
    expect(mean([0])).toBe(0);
    expect(sampleStandardDeviation([4])).toBeNull();
  });

  // numpy 2: std(ddof=1).
  it.each([
    [[13, 9, -2.5], 8.04673846971554],
    [[0.1, 0.2, 0.4, 0.8], 0.30956959368344517],
  ])('spreads %j by %d', (values, expected) => {
    expect(sampleStandardDeviation(values)).toBeCloseTo(expected, 12);
  });
});

describe('wilsonInterval', () => {
  // statsmodels 0.15: proportion_confint(method='wilson').
  it.each([
    [0, 100, 0.95, 0, 0.03699349820698568],
    [33, 33, 0.95, 0.895730002457548, 1],
    [39, 100, 0.95, 0.3001687400639441, 0.4879698295415926],
    [1, 10, 0.95, 0.017876213095072896, 0.4041500267952385],
    [52, 100, 0.99, 0.39412881456535254, 0.6433823579260145],
    [5, 50, 0.9, 0.049529034477445166, 0.191537514151571],
  ])('%d of %d at %d', (successes, trials, confidence, low, high) => {
    const interval = wilsonInterval(successes, trials, confidence);
    expect(interval.low).toBeCloseTo(low, 12);
    expect(interval.high).toBeCloseTo(high, 12);
  });

  it('knows nothing without trials, and refuses impossible counts', () => {
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
    expect(() => wilsonInterval(3, 2)).toThrow('got 3 of 2');
    expect(() => wilsonInterval(Number.NaN, 2)).toThrow(RangeError);
  });

  it('holds the seen rate and stays within [0, 1]', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), (successes, more) => {
        const trials = successes + more;
        const { low, high } = wilsonInterval(successes, trials);
        const rate = trials === 0 ? 0.5 : successes / trials;
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(rate);
        expect(high).toBeGreaterThanOrEqual(rate);
      }),
    );
  });
});

describe('normalQuantile', () => {
  // scipy 1.17: norm.ppf.
  it.each([
    [1e-300, -37.0470962993612],
    [1e-20, -9.262340089798409],
    [1e-6, -4.753424308822899],
    [0.001, -3.090232306167813],
    [0.025, -1.9599639845400545],
    [0.1, -1.2815515655446004],
    [0.5, 0],
    [0.8, 0.8416212335729143],
    [0.975, 1.959963984540054],
    [0.9999, 3.719016485455709],
  ])('of %d', (probability, expected) => {
    expect(normalQuantile(probability)).toBeCloseTo(expected, 12);
  });

  it('refuses what is no probability', () => {
    for (const bad of [0, 1, -0.1, Number.NaN]) {
      expect(() => normalQuantile(bad)).toThrow(RangeError);
    }
  });
});
