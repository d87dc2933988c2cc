/** Which arm does a draw from what is known of each favour? Thompson sampling for arms that win or lose. */
import type { RandomStream } from '../../../core/random.ts';

interface Tally {
  readonly won: number;
  readonly tried: number;
}

/** The place of the largest draw, each from Beta(1 + won, 1 + not won), rounded to whole counts. */
export function drawArm(arms: readonly Tally[], random: RandomStream): number {
  const draws = arms.map(({ won, tried }) =>
    drawBeta(Math.round(won) + 1, Math.round(tried - won) + 1, random),
  );
  return draws.indexOf(Math.max(...draws));
}

/** The a-th smallest of a + b - 1 uniform numbers is distributed as Beta(a, b). */
function drawBeta(a: number, b: number, random: RandomStream): number {
  const uniform = Array.from({ length: a + b - 1 }, () => random.next());
  return uniform.sort((left, right) => left - right)[a - 1] ?? 0;
}
