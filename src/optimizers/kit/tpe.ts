/**
 * Which combination of choices is worth trying next? A tree-structured Parzen estimator over categorical choices.
 *
 * Bergstra et al. 2011, in the multivariate form of Optuna's TPESampler: every trial is one kernel over all choices jointly,
 * a uniform prior is one more; candidates are drawn from the good trials' mixture, and the one whose density there is
 * highest relative to that among the other trials wins.
 */
import type { RandomStream } from '../../core/random.ts';

export interface TpeTrial {
  /** One choice per variable: position in `0 .. sizes[variable] - 1`. */
  readonly choices: readonly number[];
  /** Higher is better. */
  readonly score: number;
}

export interface TpeSettings {
  /** Trials that are drawn uniformly before the estimator is asked. Optuna's default is 10. */
  readonly startup: number;
  /** Draws from the good mixture among which the best is taken. Optuna's default is 24. */
  readonly draws: number;
}

/** Weight of the uniform prior beside the trials, and of each choice within a trial's kernel. Optuna's default. */
const PRIOR_WEIGHT = 1;

/** Trials that count in full; older ones fade linearly, as in Optuna's default weights. */
const FULL_WEIGHT_TRIALS = 25;

/** One choice per variable. `trials` in the order in which they were made. */
export function suggestChoices(
  trials: readonly TpeTrial[],
  sizes: readonly number[],
  { random, ...settings }: TpeSettings & { readonly random: RandomStream },
): number[] {
  if (trials.length < settings.startup) return sizes.map((size) => random.integer(size));
  const { good, other } = splitTrials(trials);
  const goodMixture = mixtureOf(good, sizes);
  const otherMixture = mixtureOf(other, sizes);
  let best: { choices: number[]; gain: number } | null = null;
  for (let draw = 0; draw < settings.draws; draw += 1) {
    const choices = drawFrom(goodMixture, random);
    const gain = logDensity(goodMixture, choices) - logDensity(otherMixture, choices);
    if (best === null || gain > best.gain) best = { choices, gain };
  }
  return best?.choices ?? sizes.map((size) => random.integer(size));
}

/** The best tenth, at most 25 trials, and the rest; each in the order of trials. Equal scores: the earlier is better. */
export function splitTrials(trials: readonly TpeTrial[]): {
  readonly good: readonly TpeTrial[];
  readonly other: readonly TpeTrial[];
} {
  const count = Math.min(Math.ceil(0.1 * trials.length), 25);
  const ranked = trials
    .map((trial, place) => ({ trial, place }))
    .sort((left, right) => right.trial.score - left.trial.score || left.place - right.place);
  const chosen = new Set(ranked.slice(0, count).map(({ place }) => place));
  return {
    good: trials.filter((_, place) => chosen.has(place)),
    other: trials.filter((_, place) => !chosen.has(place)),
  };
}

interface Kernel {
  /** Sum over all kernels of a mixture is 1. */
  readonly weight: number;
  /** Per variable the chance of each choice. */
  readonly chances: readonly (readonly number[])[];
}

/** @internal exported for tests against hand-computed weights. */
export function mixtureOf(trials: readonly TpeTrial[], sizes: readonly number[]): Kernel[] {
  const count = trials.length + 1;
  const weights = [...recencyWeights(trials.length), PRIOR_WEIGHT];
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const kernel = (choices: readonly number[] | null, place: number): Kernel => ({
    weight: (weights[place] ?? 0) / total,
    chances: sizes.map((size, variable) => {
      const base = PRIOR_WEIGHT / count;
      const mass = size * base + (choices === null ? 0 : 1);
      return Array.from(
        { length: size },
        (_, choice) => (base + (choices?.[variable] === choice ? 1 : 0)) / mass,
      );
    }),
  });
  return [
    ...trials.map(({ choices }, place) => kernel(choices, place)),
    kernel(null, trials.length),
  ];
}

/** 1 for the newest 25 trials; before them a ramp from 1/n up to 1. */
function recencyWeights(count: number): number[] {
  const old = Math.max(0, count - FULL_WEIGHT_TRIALS);
  const ramp = Array.from({ length: old }, (_, place) =>
    old === 1 ? 1 / count : 1 / count + ((1 - 1 / count) * place) / (old - 1),
  );
  return [...ramp, ...Array.from({ length: count - old }, () => 1)];
}

function drawFrom(mixture: readonly Kernel[], random: RandomStream): number[] {
  const weights = mixture.map(({ weight }) => weight);
  const kernel = mixture[drawIndex(weights, random)];
  return (kernel?.chances ?? []).map((chances) => drawIndex(chances, random));
}

function drawIndex(weights: readonly number[], random: RandomStream): number {
  let left = random.next() * weights.reduce((sum, weight) => sum + weight, 0);
  const found = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return found === -1 ? weights.length - 1 : found;
}

function logDensity(mixture: readonly Kernel[], choices: readonly number[]): number {
  const density = mixture.reduce((sum, { weight, chances }) => {
    const product = chances.reduce(
      (chance, own, variable) => chance * (own[choices[variable] ?? 0] ?? 0),
      1,
    );
    return sum + weight * product;
  }, 0);
  return Math.log(density);
}
