import { describe, expect, it } from 'vitest';
import { type RandomStream, randomStream } from '../../../src/core/random.ts';
import { pairedBootstrap } from '../../../src/statistics/bootstrap.ts';

/** 21 tasks gained, 8 lost, 71 unchanged. */
const differences = [
  ...Array<number>(21).fill(1),
  ...Array<number>(8).fill(-1),
  ...Array<number>(71).fill(0),
];

/** Numerical Recipes' 32-bit generator, so that a Python copy of the procedure draws the same numbers. */
function quickStream(start: number): RandomStream {
  let state = start;
  const next = (): number => {
    state = (1_664_525 * state + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
  const integer = (bound: number): number => Math.floor(next() * bound);
  const pick = <T>(items: readonly T[]): T => items[integer(items.length)] as T;
  const shuffle = <T>(items: readonly T[]): T[] => [...items];
  return { next, integer, pick, shuffle, sample: (items, count) => items.slice(0, count) };
}

describe('pairedBootstrap', () => {
  // A plain Python implementation with the same generator and index rule.
  it.each([
    [1, 2000, 0.95, 0.03, 0.23],
    [7, 1000, 0.9, 0.04, 0.21],
  ])('start %d, %d replicates at %d', (start, replicates, confidence, low, high) => {
    const random = quickStream(start);
    const interval = pairedBootstrap(differences, { random, replicates, confidence });
    expect(interval.low).toBeCloseTo(low, 12);
    expect(interval.high).toBeCloseTo(high, 12);
  });

  it('agrees with scipy.stats.bootstrap (percentile, 200,000 resamples) on [0.03, 0.23]', () => {
    const { low, high } = pairedBootstrap(differences, { random: randomStream('test', 0) });
    expect(Math.abs(low - 0.03)).toBeLessThanOrEqual(0.01);
    expect(Math.abs(high - 0.23)).toBeLessThanOrEqual(0.01);
  });

  it('takes sorted positions floor(tail R) and ceil((1 - tail) R) - 1', () => {
    // One item per replicate, drawn in turn: the replicates are 0..199 in some order.
    const items = Array.from({ length: 200 }, (_, index) => index);
    let turn = 0;
    const random = { ...quickStream(0), integer: () => Math.floor(turn++ / 200) };
    expect(pairedBootstrap(items, { random, replicates: 200 })).toEqual({ low: 5, high: 194 });
  });

  it('says the same for one stream and has no width without differences', () => {
    const once = pairedBootstrap(differences, { random: randomStream('a'), replicates: 500 });
    const again = pairedBootstrap(differences, { random: randomStream('a'), replicates: 500 });
    expect(once).toEqual(again);
    const still = pairedBootstrap([0, 0, 0], { random: randomStream('a'), replicates: 100 });
    expect(still).toEqual({ low: 0, high: 0 });
  });

  it('refuses an empty list, too few replicates and an impossible confidence', () => {
    const random = randomStream('a');
    expect(() => pairedBootstrap([], { random })).toThrow('at least one paired difference');
    expect(() => pairedBootstrap([1], { random, replicates: 99 })).toThrow('got 99');
    expect(() => pairedBootstrap([1], { random, confidence: 1 })).toThrow('got 1');
  });
});
