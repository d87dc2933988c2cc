/** Are arms drawn as often as their Beta posteriors say? */
import { expect, it } from 'vitest';
import { randomStream } from '../../../../src/core/random.ts';
import { drawArm } from '../../../../src/optimizers/kit/bandit/thompson.ts';

it('draws the arm that won its only trial before the one that lost it five times in six', () => {
  // P(X > Y) for X ~ Beta(2, 1), Y ~ Beta(1, 2): the integral of 2x (2x - x²) over [0, 1].
  const arms = [
    { won: 0, tried: 1 },
    { won: 1, tried: 1 },
  ];
  const draws = Array.from({ length: 6_000 }, (_, index) =>
    drawArm(arms, randomStream('thompson', index)),
  );
  expect(draws.filter((arm) => arm === 1).length / draws.length).toBeCloseTo(5 / 6, 1.5);
});
