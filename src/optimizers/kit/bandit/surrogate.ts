/** What would a combination score that nobody has tried? A Gaussian process over the pulls so far. */
import { dot, grown, type Lower, type Matrix, solveCholesky } from './cholesky.ts';

/** Variance of a pull's noise, relative to that of the scores themselves: the likeliest is taken. */
const NOISE = [0.0001, 0.01, 0.1, 1, 3, 10];

interface Fit {
  readonly weights: readonly number[];
  readonly likelihood: number;
}

/** From a combination's kernel values with the pulls to what it would score. */
export type Prediction = (withPulls: readonly number[]) => number;

/** @param kernel of the pulls among each other, symmetric and positive semidefinite; only its lower triangle is read. */
export function fitSurrogate(kernel: Matrix, scores: readonly number[]): Prediction {
  return predictionFrom(kernel.reduce<readonly Lower[]>(withKernel, []), scores);
}

/** The factors of the kernel with each noise, after one pull more. */
export function withKernel(lowers: readonly Lower[], row: readonly number[]): readonly Lower[] {
  return NOISE.map((noise, index) => grown(lowers[index] ?? [], row, noise));
}

/**
 * The posterior mean. The prior mean is the pulls' mean, the scale is profiled out, and the noise is chosen by marginal
 * likelihood: pulls that are all alike predict their mean.
 */
export function predictionFrom(lowers: readonly Lower[], scores: readonly number[]): Prediction {
  const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  const rest = scores.map((score) => score - mean);
  if (dot(rest, rest) < 1e-18) return () => mean;
  const fits = lowers.map((lower) => fitOf(lower, rest));
  const best = fits.reduce((top, fit) => (fit.likelihood > top.likelihood + 1e-9 ? fit : top));
  return (withPulls) => mean + dot(withPulls, best.weights);
}

function fitOf(lower: Lower, rest: readonly number[]): Fit {
  const weights = [...solveCholesky(lower, rest)];
  const scale = dot(rest, weights) / rest.length;
  const determinant = lower.reduce((sum, row, index) => sum + Math.log(row[index] ?? 1), 0);
  return { weights, likelihood: -(rest.length / 2) * Math.log(scale) - determinant };
}
