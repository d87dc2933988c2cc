/** What must hold of a vector before it is compared with another? */

/**
 * The vector with length 1, summed in index order in double precision; null when it holds something that is no number, or
 * has no length.
 */
export function unitVector(values: ArrayLike<number>): Float32Array | null {
  let squares = 0;
  for (let index = 0; index < values.length; index += 1) squares += (values[index] as number) ** 2;
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length) || length === 0) return null;
  return Float32Array.from(values, (value) => value / length);
}
