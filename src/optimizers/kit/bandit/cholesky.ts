/** How is a system of equations with a symmetric positive definite matrix solved? */

export type Matrix = readonly (readonly number[])[];

/**
 * The lower triangle L with L Lᵀ = matrix, rows as long as they are filled. Reads the matrix's lower triangle only.
 *
 * @throws RangeError when the matrix is not positive definite.
 */
export function cholesky(matrix: Matrix): Matrix {
  const lower: number[][] = [];
  matrix.forEach((row, index) => {
    const own: number[] = [];
    for (let column = 0; column < index; column += 1) {
      const other = lower[column] ?? [];
      own.push(((row[column] ?? 0) - product(own, other, column)) / (other[column] ?? 1));
    }
    const rest = (row[index] ?? 0) - product(own, own, index);
    if (!(rest > 0)) throw new RangeError(`not positive definite at row ${index}: ${rest}`);
    own.push(Math.sqrt(rest));
    lower.push(own);
  });
  return lower;
}

/** z with L z = right. */
export function solveLower(lower: Matrix, right: readonly number[]): number[] {
  const solution: number[] = [];
  right.forEach((value, index) => {
    const row = lower[index] ?? [];
    solution.push((value - product(row, solution, index)) / (row[index] ?? 1));
  });
  return solution;
}

/** x with L Lᵀ x = right. */
export function solveCholesky(lower: Matrix, right: readonly number[]): number[] {
  const half = solveLower(lower, right);
  const solution = half.map(() => 0);
  for (let index = half.length - 1; index >= 0; index -= 1) {
    let rest = half[index] ?? 0;
    for (let below = index + 1; below < half.length; below += 1) {
      rest -= (lower[below]?.[index] ?? 0) * (solution[below] ?? 0);
    }
    solution[index] = rest / (lower[index]?.[index] ?? 1);
  }
  return solution;
}

export function dot(left: readonly number[], right: readonly number[]): number {
  return product(left, right, left.length);
}

function product(left: readonly number[], right: readonly number[], length: number): number {
  let sum = 0;
  for (let index = 0; index < length; index += 1) sum += (left[index] ?? 0) * (right[index] ?? 0);
  return sum;
}
