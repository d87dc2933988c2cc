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

export function beliefOf(coordinates: Coordinates, pulls: readonly Pull[]): Belief {
  const { kernel, product } = coordinates;
  const table = (measure: Coordinates['kernel']): number[][] =>
    pulls.map((left, index) =>
      pulls.slice(0, index + 1).map((right) => measure(left.choices, right.choices)),
    );
  const predict = fitSurrogate(
    table(kernel),
    pulls.map(({ score }) => score),
  );
  const width = bonusWidth(table(product));
  return {
    prediction: (choices) => predict(pulls.map((pull) => kernel(choices, pull.choices))),
    width: (choices) =>
      width(
        product(choices, choices),
        pulls.map((pull) => product(choices, pull.choices)),
      ),
  };
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
