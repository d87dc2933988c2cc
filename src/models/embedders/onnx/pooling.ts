/** How do the vectors of a text's tokens become the vector of the text? */
import { unitVector } from '../vectors.ts';

/**
 * The mean over all tokens, special ones included, with length 1: what sentence-transformers' Pooling (mean) and its
 * cosine similarity amount to for a text without padding (Reimers & Gurevych 2019, section 3).
 *
 * @param tokens `count` rows of `dimension` numbers
 * @returns null when the result is not a direction: the model gave something that is no number, or only zeros
 */
export function meanDirection(
  tokens: Float32Array,
  { count, dimension }: { readonly count: number; readonly dimension: number },
): Float32Array | null {
  const sums = new Float64Array(dimension);
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < dimension; column += 1) {
      sums[column] = (sums[column] as number) + (tokens[row * dimension + column] as number);
    }
  }
  return unitVector(sums);
}
