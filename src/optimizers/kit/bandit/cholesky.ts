/** How is a system of equations with a symmetric positive definite matrix solved? */

export type Matrix = readonly (readonly number[])[];

/** A lower triangle, rows as long as they are filled. */
export type Lower = readonly Float64Array[];

/** The lower triangle L with L Lᵀ = matrix, of which only the lower triangle is read. Throws as {@link grown}. */
export function cholesky(matrix: Matrix): Lower {
  return matrix.reduce<Lower>((lower, row) => grown(lower, row, 0), []);
}

/**
 * The factor of a matrix that has one row more: earlier rows of L do not depend on later ones of the matrix, so that a row
 * costs n² and not n³ operations.
 *
 * @param row of the matrix up to its diagonal, to which `ridge` is added.
 * @throws RangeError when the matrix is not positive definite.
 */
export function grown(lower: Lower, row: readonly number[], ridge: number): Lower {
  const index = lower.length;
  const own = new Float64Array(index + 1);
  lower.forEach((other, column) => {
    own[column] = ((row[column] ?? 0) - product(own, other, column)) / (other[column] as number);
  });
  const rest = (row[index] ?? 0) + ridge - product(own, own, index);
  if (!(rest > 0)) throw new RangeError(`not positive definite at row ${index}: ${rest}`);
  own[index] = Math.sqrt(rest);
  return [...lower, own];
}

/** z with L z = right. */
export function solveLower(lower: Lower, right: readonly number[]): Float64Array {
  const solution = new Float64Array(lower.length);
  lower.forEach((row, index) => {
    solution[index] =
      ((right[index] ?? 0) - product(row, solution, index)) / (row[index] as number);
  });
  return solution;
}

/** x with L Lᵀ x = right. */
export function solveCholesky(lower: Lower, right: readonly number[]): Float64Array {
  const solution = solveLower(lower, right);
  for (let index = lower.length - 1; index >= 0; index -= 1) {
    let rest = solution[index] as number;
    for (let below = index + 1; below < lower.length; below += 1) {
      rest -= ((lower[below] as Float64Array)[index] as number) * (solution[below] as number);
    }
    solution[index] = rest / ((lower[index] as Float64Array)[index] as number);
  }
  return solution;
}

export function dot(left: readonly number[], right: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < left.length; index += 1) {
    sum += (left[index] ?? 0) * (right[index] ?? 0);
  }
  return sum;
}

export function squaredLength(vector: Float64Array): number {
  return product(vector, vector, vector.length);
}

function product(left: Float64Array, right: Float64Array, length: number): number {
  let sum = 0;
  for (let index = 0; index < length; index += 1) {
    sum += (left[index] as number) * (right[index] as number);
  }
  return sum;
}
