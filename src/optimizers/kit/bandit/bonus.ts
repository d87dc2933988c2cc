/** How little is known about a combination? The width of linear UCB's confidence bound, without ever forming its matrix. */
import { cholesky, dot, type Matrix, solveLower } from './cholesky.ts';

/** Weight of one pull in A = I + weight · Σ x xᵀ (MASPOB's release). */
const PULL_WEIGHT = 10;

/**
 * √(xᵀ A⁻¹ x) from inner products only. By Woodbury's identity it is |x|² - kᵀ (I/10 + K)⁻¹ k, with K the products of the
 * pulls among each other and k those of x with them: the length of x never matters.
 *
 * @param products of the pulls with each other, of which only the lower triangle is read; repeated pulls repeat their row.
 */
export function bonusWidth(
  products: Matrix,
): (own: number, withPulls: readonly number[]) => number {
  const lower = cholesky(
    products.map((row, index) =>
      row.map((value, column) => (column === index ? value + 1 / PULL_WEIGHT : value)),
    ),
  );
  return (own, withPulls) => {
    const half = solveLower(lower, withPulls);
    return Math.sqrt(Math.max(0, own - dot(half, half)));
  };
}
