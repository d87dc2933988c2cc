/** Does the estimator weigh choices as its definition says, and does it learn? */
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../src/core/random.ts';
import {
  mixtureOf,
  splitTrials,
  suggestChoices,
  type TpeTrial,
} from '../../../src/optimizers/kit/tpe.ts';

const SETTINGS = { startup: 10, draws: 24 };

describe('weights, by hand', () => {
  it('one kernel per trial and one uniform prior, all of equal weight', () => {
    // Two trials and the prior: weights 1/3 each. A kernel over 3 choices has 1/3 each plus 1 on its own: mass 2.
    const mixture = mixtureOf(
      [
        { choices: [0], score: 1 },
        { choices: [2], score: 0 },
      ],
      [3],
    );
    expect(mixture.map(({ weight }) => weight)).toEqual([1 / 3, 1 / 3, 1 / 3]);
    const chances = mixture.map(({ chances: [own] }) => own?.map((chance) => chance * 6));
    const expected = [
      [4, 1, 1],
      [1, 1, 4],
      [2, 2, 2],
    ];
    chances.forEach((row, index) => {
      row?.forEach((chance, at) => {
        expect(chance).toBeCloseTo(expected[index]?.[at] ?? 0, 12);
      });
    });
  });

  it('older trials fade once there are more than 25: 27 trials begin with 1/27 and 1', () => {
    const trials = Array.from({ length: 27 }, () => ({ choices: [0], score: 0 }));
    const mixture = mixtureOf(trials, [2]);
    const prior = mixture.at(-1)?.weight ?? 0;
    expect((mixture[0]?.weight ?? 0) / prior).toBeCloseTo(1 / 27, 12);
    expect((mixture[1]?.weight ?? 0) / prior).toBeCloseTo(1, 12);
    expect(mixture.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
  });

  it('the best tenth are the good ones, the earlier of equals first', () => {
    const trials = Array.from({ length: 11 }, (_, index) => ({
      choices: [index],
      score: index % 2,
    }));
    const { good, other } = splitTrials(trials);
    expect(good.map(({ choices }) => choices[0])).toEqual([1, 3]);
    expect(other).toHaveLength(9);
    expect(splitTrials([])).toEqual({ good: [], other: [] });
  });
});

/** Three variables of five choices; every right choice is worth a third. */
function search(seed: number, trials: number, settings: typeof SETTINGS): number {
  const sizes = [5, 5, 5];
  const target = sizes.map((size, index) => randomStream('target', seed, index).integer(size));
  const made: TpeTrial[] = [];
  for (let trial = 0; trial < trials; trial += 1) {
    const random = randomStream('trial', seed, trial);
    const choices = suggestChoices(made, sizes, { ...settings, random });
    const right = choices.filter((choice, index) => choice === target[index]).length;
    made.push({ choices, score: right / 3 });
  }
  return Math.max(...made.map(({ score }) => score));
}

describe('learning', () => {
  it('finds a separable optimum more often than chance does', () => {
    const seeds = Array.from({ length: 60 }, (_, seed) => seed);
    const found = (settings: typeof SETTINGS): number =>
      seeds.filter((seed) => search(seed, 40, settings) === 1).length;
    // Chance: 1 - (124/125)^40 = 27 %, so 16 of 60 with a standard deviation of 3.5.
    expect(found(SETTINGS)).toBeGreaterThan(found({ ...SETTINGS, startup: 1_000 }) + 15);
  });

  it('starts uniformly, and repeats itself by its stream only', () => {
    const first = suggestChoices([], [7, 9], { ...SETTINGS, random: randomStream('a') });
    expect(suggestChoices([], [7, 9], { ...SETTINGS, random: randomStream('a') })).toEqual(first);
    expect(first.every((choice, index) => choice < ([7, 9][index] ?? 0))).toBe(true);
  });
});
