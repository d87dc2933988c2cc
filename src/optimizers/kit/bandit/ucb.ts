/** Which combination is pulled next? One pass over the coordinates under an upper confidence bound. */
import { bonusWidth } from './bonus.ts';
import type { Choices, Coordinates } from './coordinates.ts';
import { fitSurrogate } from './surrogate.ts';

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

/** @param prediction of any choices; by default a Gaussian process over the pulls. */
export function beliefOf(
  coordinates: Coordinates,
  pulls: readonly Pull[],
  prediction: Belief['prediction'] = gaussianPrediction(coordinates, pulls),
): Belief {
  const { product } = coordinates;
  const width = bonusWidth(table(product, pulls));
  return {
    prediction,
    width: (choices) =>
      width(
        product(choices, choices),
        pulls.map((pull) => product(choices, pull.choices)),
      ),
  };
}

function gaussianPrediction({ kernel }: Coordinates, pulls: readonly Pull[]): Belief['prediction'] {
  const predict = fitSurrogate(
    table(kernel, pulls),
    pulls.map(({ score }) => score),
  );
  return (choices) => predict(pulls.map((pull) => kernel(choices, pull.choices)));
}

/** The lower triangle of a measure of the pulls with each other. */
function table(measure: Coordinates['kernel'], pulls: readonly Pull[]): number[][] {
  return pulls.map((left, index) =>
    pulls.slice(0, index + 1).map((right) => measure(left.choices, right.choices)),
  );
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
