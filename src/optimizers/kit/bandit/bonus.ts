/** How little is known about a combination? The width of linear UCB's confidence bound, without ever forming its matrix. */
import { grown, type Lower, type Matrix, solveLower, squaredLength } from './cholesky.ts';

/** Weight of one pull in A = I + weight · Σ x xᵀ (MASPOB's release). */
const PULL_WEIGHT = 10;

/**
 * √(xᵀ A⁻¹ x) from inner products only. By Woodbury's identity it is |x|² - kᵀ (I/10 + K)⁻¹ k, with K the products of the
 * pulls among each other and k those of x with them: the length of x never matters.
 */
export type Width = (own: number, withPulls: readonly number[]) => number;

/** @param products of the pulls with each other, of which only the lower triangle is read; repeated pulls repeat their row. */
export function bonusWidth(products: Matrix): Width {
  return widthFrom(products.reduce<Lower>(withProducts, []));
}

/** The factor of I/10 + K after one pull more. */
export function withProducts(lower: Lower, row: readonly number[]): Lower {
  return grown(lower, row, 1 / PULL_WEIGHT);
}

export function widthFrom(lower: Lower): Width {
  return (own, withPulls) =>
    Math.sqrt(Math.max(0, own - squaredLength(solveLower(lower, withPulls))));
}
