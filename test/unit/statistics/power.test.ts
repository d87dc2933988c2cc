import { describe, expect, it } from 'vitest';
import { minimumDetectable, neededTasks } from '../../../src/statistics/power.ts';

describe('neededTasks', () => {
  // Connor's formula evaluated with scipy 1.17's norm.ppf, rounded up.
  it.each([
    [0.02, 0.14, 2745],
    [-0.02, 0.14, 2745],
    [0.13, 0.29, 133],
    [0.05, 0.2, 626],
    [0.1, 0.1, 77],
  ])('difference %d at discordance %d', (difference, discordance, expected) => {
    expect(neededTasks(difference, discordance)).toBe(expected);
  });

  it('no number of tasks shows no difference', () => {
    expect(neededTasks(0, 0.2)).toBeNull();
  });

  it('refuses a difference above its discordance', () => {
    expect(() => neededTasks(0.3, 0.2)).toThrow('0.3 and 0.2');
    expect(() => neededTasks(Number.NaN, 0.2)).toThrow(RangeError);
  });
});

describe('minimumDetectable', () => {
  // The same formula inverted with scipy.optimize.brentq.
  it.each([
    [100, 0.29, 0.14909821907538134],
    [100, 0.14, 0.10359468516546837],
    [400, 0.2, 0.0624608943943237],
  ])('%d tasks at discordance %d', (tasks, discordance, expected) => {
    expect(minimumDetectable(tasks, discordance)).toBeCloseTo(expected, 9);
  });

  it('is null when even the largest difference is out of reach', () => {
    expect(minimumDetectable(10, 0.1)).toBeNull();
    expect(minimumDetectable(100, 0)).toBeNull();
  });
});
