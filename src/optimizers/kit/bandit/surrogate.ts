/** What would a combination score that nobody has tried? A Gaussian process over the pulls so far. */
import { cholesky, dot, type Matrix, solveCholesky } from './cholesky.ts';

/** Variance of a pull's noise, relative to that of the scores themselves: the likeliest is taken. */
const NOISE = [0.0001, 0.01, 0.1, 1, 3, 10];

interface Fit {
  readonly weights: readonly number[];
  readonly likelihood: number;
}

/**
 * The posterior mean, as a function of a combination's kernel values with the pulls. The prior mean is the pulls' mean,
 * the scale is profiled out, and the noise is chosen by marginal likelihood: pulls that are all alike predict their mean.
 *
 * @param kernel of the pulls among each other, symmetric and positive semidefinite; only its lower triangle is read.
 */
export function fitSurrogate(
  kernel: Matrix,
  scores: readonly number[],
): (withPulls: readonly number[]) => number {
  const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  const rest = scores.map((score) => score - mean);
  if (dot(rest, rest) < 1e-18) return () => mean;
  const fits = NOISE.map((noise) => fitWith(kernel, rest, noise));
  const best = fits.reduce((top, fit) => (fit.likelihood > top.likelihood + 1e-9 ? fit : top));
  return (withPulls) => mean + dot(withPulls, best.weights);
}

function fitWith(kernel: Matrix, rest: readonly number[], noise: number): Fit {
  const lower = cholesky(
    kernel.map((row, index) =>
      row.map((value, column) => (column === index ? value + noise : value)),
    ),
  );
  const weights = solveCholesky(lower, rest);
  const scale = dot(rest, weights) / rest.length;
  const determinant = lower.reduce((sum, row, index) => sum + Math.log(row[index] ?? 1), 0);
  return { weights, likelihood: -(rest.length / 2) * Math.log(scale) - determinant };
}
