/** How alike are two combinations of choices, when every choice has a place in space and some depend on each other? */
import { dot, type Matrix } from './cholesky.ts';

/** One choice per coordinate. */
export type Choices = readonly number[];

export interface Coordinates {
  readonly sizes: readonly number[];
  /** As given: per coordinate one vector per choice, and the pairs that depend on each other. */
  readonly features: readonly Matrix[];
  readonly edges: readonly (readonly [number, number])[];
  /** Inner product of the concatenated features. */
  readonly product: (left: Choices, right: Choices) => number;
  /** Kernel of the surrogate: coordinates one by one, and both ends of each edge together. */
  readonly kernel: (left: Choices, right: Choices) => number;
}

/**
 * @param features per coordinate one vector of length 1 per choice.
 * @param edges pairs of coordinates, one of which reads the other.
 */
export function coordinatesOf(
  features: readonly Matrix[],
  edges: readonly (readonly [number, number])[],
): Coordinates {
  const plain = features.map(gram);
  // What all variants of a prompt share would hide where they differ.
  const centred = features.map((vectors) => scaled(gram(centredVectors(vectors))));
  const at = (grams: readonly Matrix[], place: number, left: Choices, right: Choices): number =>
    grams[place]?.[left[place] ?? 0]?.[right[place] ?? 0] ?? 0;
  const places = features.map((_, place) => place);
  const terms = places.length + edges.length;
  return {
    sizes: features.map((vectors) => vectors.length),
    features,
    edges,
    product: (left, right) => places.reduce((sum, place) => sum + at(plain, place, left, right), 0),
    kernel(left, right) {
      const own = places.map((place) => at(centred, place, left, right));
      const alone = own.reduce((sum, value) => sum + value, 0);
      const joint = edges.reduce((sum, [from, to]) => sum + (own[from] ?? 0) * (own[to] ?? 0), 0);
      return (alone + joint) / Math.max(1, terms);
    },
  };
}

/** The vector at length 1; one without any length stays as it is. */
export function unitVector(vector: readonly number[]): number[] {
  const length = Math.sqrt(dot(vector, vector));
  return length > 0 ? vector.map((value) => value / length) : [...vector];
}

function gram(vectors: Matrix): Matrix {
  return vectors.map((left) => vectors.map((right) => dot(left, right)));
}

function centredVectors(vectors: Matrix): Matrix {
  const width = vectors[0]?.length ?? 0;
  const middle = Array.from(
    { length: width },
    (_, index) =>
      vectors.reduce((sum, vector) => sum + (vector[index] ?? 0), 0) / Math.max(1, vectors.length),
  );
  return vectors.map((vector) => vector.map((value, index) => value - (middle[index] ?? 0)));
}

/** With a mean diagonal of 1; all zeros where the choices do not differ. */
function scaled(matrix: Matrix): Matrix {
  const trace = matrix.reduce((sum, row, index) => sum + (row[index] ?? 0), 0);
  const factor = trace > 1e-12 ? matrix.length / trace : 0;
  return matrix.map((row) => row.map((value) => value * factor));
}
