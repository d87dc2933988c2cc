/** Which combination is pulled next? One pass over the coordinates under an upper confidence bound. */
import { widthFrom, withProducts } from './bonus.ts';
import type { Lower } from './cholesky.ts';
import type { Choices, Coordinates } from './coordinates.ts';
import { predictionFrom, withKernel } from './surrogate.ts';

export interface Pull {
  readonly choices: Choices;
  /** Mean score of its tasks. */
  readonly score: number;
}

/** What the pulls so far say about any combination. */
export interface Belief {
  prediction(choices: Choices): number;
  width(choices: Choices): number;
}

/** How the pulls so far stand to each other: what is kept from one pull to the next. */
export interface Factors {
  readonly kernel: readonly Lower[];
  readonly products: Lower;
}

const NO_PULLS: Factors = { kernel: [], products: [] };

/** @param before the factors of `pulls` but for the last; without it, they are computed anew. */
export function factorsOf(
  { kernel, product }: Coordinates,
  pulls: readonly Pull[],
  before: Factors = NO_PULLS,
): Factors {
  let { kernel: lowers, products } = before;
  for (let index = products.length; index < pulls.length; index += 1) {
    const { choices } = pulls[index] as Pull;
    const known = pulls.slice(0, index + 1);
    lowers = withKernel(
      lowers,
      known.map((pull) => kernel(choices, pull.choices)),
    );
    products = withProducts(
      products,
      known.map((pull) => product(choices, pull.choices)),
    );
  }
  return { kernel: lowers, products };
}

/** @param prediction of any choices; by default a Gaussian process over the pulls. */
export function beliefOf(
  coordinates: Coordinates,
  pulls: readonly Pull[],
  factors: Factors = factorsOf(coordinates, pulls),
  prediction: Belief['prediction'] = gaussianPrediction(coordinates, pulls, factors),
): Belief {
  const { product } = coordinates;
  const width = widthFrom(factors.products);
  return {
    prediction,
    width: (choices) =>
      width(
        product(choices, choices),
        pulls.map((pull) => product(choices, pull.choices)),
      ),
  };
}

function gaussianPrediction(
  { kernel }: Coordinates,
  pulls: readonly Pull[],
  factors: Factors,
): Belief['prediction'] {
  const predict = predictionFrom(
    factors.kernel,
    pulls.map(({ score }) => score),
  );
  return (choices) => predict(pulls.map((pull) => kernel(choices, pull.choices)));
}

/**
 * Coordinate by coordinate the choice of the highest prediction + alpha · width, the first of equals; each sees what was
 * chosen before it.
 */
export function coordinatePass(
  { sizes }: Coordinates,
  belief: Belief,
  { from, alpha }: { readonly from: Choices; readonly alpha: number },
): Choices {
  let current = from;
  sizes.forEach((size, place) => {
    let best = { value: Number.NEGATIVE_INFINITY, choices: current };
    for (let choice = 0; choice < size; choice += 1) {
      const choices = current.with(place, choice);
      const value = belief.prediction(choices) + alpha * belief.width(choices);
      if (value > best.value) best = { value, choices };
    }
    current = best.choices;
  });
  return current;
}
