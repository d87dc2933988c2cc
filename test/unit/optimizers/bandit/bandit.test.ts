/** Is what the bandit believes what algebra says, and does its pass choose as it should? */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/core/random.ts';
import { bonusWidth } from '../../../../src/optimizers/kit/bandit/bonus.ts';
import {
  cholesky,
  dot,
  solveCholesky,
  solveLower,
} from '../../../../src/optimizers/kit/bandit/cholesky.ts';
import { coordinatesOf, unitVector } from '../../../../src/optimizers/kit/bandit/coordinates.ts';
import { fitSurrogate } from '../../../../src/optimizers/kit/bandit/surrogate.ts';
import { beliefOf, coordinatePass, type Pull } from '../../../../src/optimizers/kit/bandit/ucb.ts';

describe('Cholesky', () => {
  it('is the textbook example', () => {
    // By hand: [[4, 12, -16], [12, 37, -43], [-16, -43, 98]] = L Lᵀ.
    const lower = cholesky([
      [4, 12, -16],
      [12, 37, -43],
      [-16, -43, 98],
    ]);
    expect(lower.map((row) => [...row])).toEqual([[2], [6, 1], [-8, 5, 3]]);
    // L z = (2, 7, 0) has z = (1, 1, 1); the matrix times (1, 2, 3) is (-20, -43, 192).
    expect([...solveLower(lower, [2, 7, 0])]).toEqual([1, 1, 1]);
    expect([...solveCholesky(lower, [-20, -43, 192])]).toEqual([1, 2, 3]);
    expect(() => cholesky([[1], [2, 4]])).toThrow(/not positive definite at row 1/);
  });
});

describe('the bonus', () => {
  it('is √(xᵀ A⁻¹ x) with A = I + 10 Σ x xᵀ', () => {
    // One pull of the unit vector x: A has 11 along x and 1 across it.
    const width = bonusWidth([[1]]);
    expect(width(1, [1])).toBeCloseTo(Math.sqrt(1 / 11), 12);
    expect(width(1, [0])).toBeCloseTo(1, 12);
    // Half along x, half across: (1/2) / 11 + 1/2.
    expect(width(1, [Math.SQRT1_2])).toBeCloseTo(Math.sqrt(0.5 / 11 + 0.5), 12);
    expect(bonusWidth([])(3, [])).toBeCloseTo(Math.sqrt(3), 12);
  });

  it('strictly shrinks while the same combination is pulled', () => {
    const widths = Array.from({ length: 12 }, (_, pulls) => {
      const ones = Array.from({ length: pulls }, () => 1);
      return bonusWidth(ones.map(() => ones))(1, ones);
    });
    widths.forEach((width, pulls) => {
      expect(width).toBeCloseTo(Math.sqrt(1 / (1 + 10 * pulls)), 9);
    });
  });
});

/** Random unit vectors: 20 choices for each of three coordinates. */
const features = (seed: number, choices = 20) =>
  [0, 1, 2].map((place) =>
    Array.from({ length: choices }, (_, choice) => {
      const random = randomStream('features', seed, place, choice);
      return unitVector(Array.from({ length: 8 }, () => random.next() - 0.5));
    }),
  );

describe('the surrogate', () => {
  it('predicts the mean where nothing differs, and what was seen where there is no noise', () => {
    expect(fitSurrogate([[1], [0.5, 1]], [0.4, 0.4])([1, 0.5])).toBe(0.4);
    const seen = [0.1, 0.9, 0.2, 0.7];
    const kernel = seen.map((_, row) => seen.map((_value, column) => (row === column ? 1 : 0)));
    const predict = fitSurrogate(kernel, seen);
    const predictions = kernel.map((row) => predict(row));
    // Order is kept whichever noise is chosen.
    expect([...predictions].sort()).toEqual([0, 2, 3, 1].map((index) => predictions[index]));
  });

  it('has a symmetric kernel without negative directions, edges or not', () => {
    fc.assert(
      fc.property(fc.nat(99), fc.boolean(), (seed, joined) => {
        const { kernel } = coordinatesOf(
          features(seed),
          joined
            ? [
                [0, 1],
                [1, 2],
              ]
            : [],
        );
        const random = randomStream('points', seed);
        const points = Array.from({ length: 30 }, () => [0, 1, 2].map(() => random.integer(20)));
        const table = points.map((left, row) =>
          points.map((right, column) => kernel(left, right) + (row === column ? 1e-6 : 0)),
        );
        expect(() => cholesky(table)).not.toThrow();
        expect(kernel([1, 2, 3], [4, 5, 6])).toBe(kernel([4, 5, 6], [1, 2, 3]));
      }),
      { numRuns: 20 },
    );
  });
});

describe('a pass', () => {
  const coordinates = coordinatesOf(features(1, 3), []);

  it('lets each coordinate see what was chosen before it, and gives ties to the first choice', () => {
    // 2 is best at the second coordinate only after 1 at the first.
    const worth = ([first = 0, second = 0]: readonly number[]): number =>
      (first === 1 ? 1 : 0) + (first === 1 && second === 2 ? 1 : 0);
    const belief = { prediction: worth, width: () => 0 };
    expect(coordinatePass(coordinates, belief, { from: [0, 0, 2], alpha: 0.2 })).toEqual([1, 2, 0]);
  });

  it('without alpha looks at predictions only', () => {
    const belief = {
      prediction: ([first = 0]: readonly number[]) => (first === 0 ? 1 : 0.5),
      width: ([first = 0]: readonly number[]) => (first === 2 ? 9 : 0),
    };
    const pass = (alpha: number) => coordinatePass(coordinates, belief, { from: [0, 0, 0], alpha });
    expect(pass(0)).toEqual([0, 0, 0]);
    expect(pass(0.2)).toEqual([2, 0, 0]);
  });
});

describe('an additive truth without noise', () => {
  it('is found in a pool of 3 × 20 by 5 + 45 pulls, in most of twenty draws, and beats chance', () => {
    let found = 0;
    let better = 0;
    for (let seed = 0; seed < 20; seed += 1) {
      const space = features(seed);
      const coordinates = coordinatesOf(space, []);
      const random = randomStream('truth', seed);
      const directions = space.map(() => Array.from({ length: 8 }, () => random.next() - 0.5));
      const worths = space.map((vectors, place) =>
        vectors.map((vector) => dot(vector, directions[place] ?? []) / 6),
      );
      const worth = (choices: readonly number[]): number =>
        choices.reduce((sum, choice, place) => sum + (worths[place]?.[choice] ?? 0), 0.5);
      const draw = (): number[] => worths.map(() => random.integer(20));
      const pulls: Pull[] = Array.from({ length: 5 }, draw).map((choices) => ({
        choices,
        score: worth(choices),
      }));
      let current = pulls.reduce((top, pull) => (pull.score > top.score ? pull : top)).choices;
      for (let round = 0; round < 45; round += 1) {
        const belief = beliefOf(coordinates, pulls);
        current = coordinatePass(coordinates, belief, { from: current, alpha: 0.2 });
        pulls.push({ choices: current, score: worth(current) });
      }
      const best = Math.max(...pulls.map(({ score }) => score));
      const chance = Math.max(...Array.from({ length: 50 }, draw).map(worth));
      const optimum = worths.reduce((sum, values) => sum + Math.max(...values), 0.5);
      if (best > optimum - 1e-9) found += 1;
      if (best > chance) better += 1;
    }
    expect(found).toBeGreaterThanOrEqual(11);
    expect(better).toBeGreaterThanOrEqual(18);
  });
});
