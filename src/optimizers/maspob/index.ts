/** Which prompt of its pool should each role get, when a look is expensive? MASPOB: a bandit with a surrogate (arXiv 2603.02630). */
import { type Candidate, candidateDigest } from '../../core/candidate.ts';
import type {
  EmbedAsk,
  Optimizer,
  OptimizerContext,
  OptimizerResult,
} from '../../core/optimizer.ts';
import type { Choices } from '../kit/bandit/coordinates.ts';
import { trainedPrediction } from '../kit/bandit/graph-attention/belief.ts';
import {
  type Belief,
  beliefOf,
  coordinatePass,
  type Factors,
  factorsOf,
  type Pull,
} from '../kit/bandit/ucb.ts';
import { epochBatch } from '../kit/epochs.ts';
import { isObserved } from '../kit/paired.ts';
import { bestFirst } from '../kit/worth.ts';
import { about } from './about.ts';
import { type Arms, armsOf } from './arms.ts';
import { type MaspobOptions, optionsSchema } from './options.ts';
import { promptPools, type RolePool } from './pools.ts';

export const maspob: Optimizer<MaspobOptions> = {
  id: 'maspob',
  version: 1,
  title: 'Bandit over pools of prompts with a graph surrogate (MASPOB)',
  about,
  optionsSchema,
  minimumBudget: ({ batch }, { trainTasks }) => 2 * Math.min(batch, trainTasks),
  optimize,
};

/** Pulls in a row without an observation after which the search gives up. */
const BARREN_PULLS = 3;
async function optimize(
  context: OptimizerContext,
  options: MaspobOptions,
): Promise<OptimizerResult> {
  const { prompts, topology } = context.optimize;
  const ended = (stop: string): OptimizerResult => ({ incumbent: context.seedCandidate, stop });
  if (context.train.length === 0) return ended('no_training_tasks');
  if (!prompts && !(topology && context.space.settings.length > 1)) {
    return ended('nothing_to_search');
  }
  const size = Math.min(options.batch, context.train.length);
  if (context.budget().remaining < 2 * size) return ended('budget');
  const originals = await embedded(context, originalPrompts(context));
  const pools = await promptPools(context, options);
  const arms = armsOf(context, pools, await poolEmbeddings(context, pools, originals));
  if (arms.coordinates.sizes.every((count) => count === 1)) return ended('no_valid_proposals');
  return await search(context, options, { arms, size });
}

/** Asked for before anything is paid: without an embedding model the method cannot begin. */
function originalPrompts(context: OptimizerContext): string[] {
  const { optimize: scope, seedCandidate } = context;
  if (!scope.prompts) return [];
  return context.graph(seedCandidate).roles.map(({ role }) => seedCandidate.roles[role] ?? '');
}

async function embedded(
  context: OptimizerContext,
  texts: readonly string[],
): Promise<readonly (readonly number[])[]> {
  if (texts.length === 0) return [];
  const ask: EmbedAsk = { kind: 'embed', texts };
  const [vectors] = await context.step([ask]);
  return vectors;
}

/** Per role one vector per prompt. Prompts that may not change have no place: nothing is told apart by them. */
async function poolEmbeddings(
  context: OptimizerContext,
  pools: readonly RolePool[],
  originals: readonly (readonly number[])[],
): Promise<readonly (readonly (readonly number[])[])[]> {
  const vectors = await embedded(
    context,
    pools.flatMap(({ prompts }) => prompts.slice(1)),
  );
  let cursor = 0;
  return pools.map(({ prompts }, place) => {
    const own = vectors.slice(cursor, cursor + prompts.length - 1);
    cursor += prompts.length - 1;
    return [originals[place] ?? [], ...own];
  });
}

interface Search {
  readonly arms: Arms;
  /** Train tasks of a pull. */
  readonly size: number;
}

async function search(
  context: OptimizerContext,
  options: MaspobOptions,
  plan: Search,
): Promise<OptimizerResult> {
  const { arms, size } = plan;
  // A small budget keeps one pull for the surrogate.
  const affordable = Math.max(1, Math.floor(context.budget().remaining / size) - 1);
  const warmUp = Math.min(options.warmUp, affordable);
  const told = new Set([candidateDigest(context.seedCandidate)]);
  const pulls: Pull[] = [];
  let factors = factorsOf(arms.coordinates, pulls);
  const ended = async (stop: string) =>
    await finished(context, options, { arms, pulls, factors, stop });
  let last: Choices = [];
  let barren = 0;
  for (let number = 0; number < options.pulls; number += 1) {
    if (context.budget().remaining < size) return await ended('budget');
    const from = number > warmUp ? last : bestPull(pulls);
    const choices =
      number < warmUp || from.length === 0
        ? randomChoices(context, arms, number)
        : coordinatePass(
            arms.coordinates,
            await believed(context, options, { arms, pulls, factors }),
            { from, alpha: options.alpha },
          );
    last = choices;
    announce(context, { arms, choices, told });
    const score = await pull(context, plan, { choices, number });
    barren = score === null ? barren + 1 : 0;
    if (score !== null) pulls.push({ choices, score });
    factors = factorsOf(arms.coordinates, pulls, factors);
    if (barren >= BARREN_PULLS) return await ended('no_new_observations');
  }
  return await ended('maximum_pulls');
}

interface Observed {
  readonly arms: Arms;
  readonly pulls: readonly Pull[];
  readonly factors: Factors;
}

/** Fitted anew after every pull; what is drawn depends on the number of pulls only. */
async function believed(
  context: OptimizerContext,
  options: MaspobOptions,
  { arms, pulls, factors }: Observed,
): Promise<Belief> {
  if (options.surrogate === 'gaussian') return beliefOf(arms.coordinates, pulls, factors);
  const prediction = await trainedPrediction(arms.coordinates, pulls, {
    epochs: options.epochs,
    patience: options.patience,
    random: context.random('maspob', 'surrogate', pulls.length),
  });
  return beliefOf(arms.coordinates, pulls, factors, prediction);
}

function randomChoices(context: OptimizerContext, { coordinates }: Arms, number: number): Choices {
  const random = context.random('maspob', 'warm-up', number);
  return coordinates.sizes.map((count) => random.integer(count));
}

/** The highest score, the earliest of equals; no choices when nothing was observed yet. */
function bestPull(pulls: readonly Pull[]): Choices {
  const [first, ...rest] = pulls;
  if (first === undefined) return [];
  return rest.reduce((top, entry) => (entry.score > top.score ? entry : top), first).choices;
}

function announce(
  context: OptimizerContext,
  at: { readonly arms: Arms; readonly choices: Choices; readonly told: Set<string> },
): void {
  const candidate = at.arms.candidate(at.choices);
  const key = candidateDigest(candidate);
  if (at.told.has(key)) return;
  at.told.add(key);
  const parents = [candidateDigest(context.seedCandidate)];
  context.note({ kind: 'candidate-proposed', candidate, parents, reason: 'combination' });
}

/** Mean of the observed tasks; null when none was. Which tasks a pull sees depends on its number only. */
async function pull(
  context: OptimizerContext,
  { arms, size }: Search,
  at: { readonly choices: Choices; readonly number: number },
): Promise<number | null> {
  const tasks = epochBatch(context.train, { size, index: at.number }, (epoch) =>
    context.random('maspob', 'rows', epoch),
  );
  const [rollouts] = await context.step([
    { kind: 'rollouts', candidate: arms.candidate(at.choices), tasks, whenShort: 'skip' },
  ]);
  const scores = rollouts.filter(isObserved).map(({ score }) => score);
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** The pulled combination of the highest prediction, of equals the cheapest team; the seed when none is better or cheaper. */
async function finished(
  context: OptimizerContext,
  options: MaspobOptions,
  at: Observed & { readonly stop: string },
): Promise<OptimizerResult> {
  const { arms, pulls, stop } = at;
  const seed = context.seedCandidate;
  if (pulls.length === 0) return { incumbent: seed, stop };
  const belief = await believed(context, options, at);
  const origin = arms.coordinates.sizes.map(() => 0);
  const combinations: readonly Choices[] = [origin, ...pulls.map(({ choices }) => choices)];
  const { candidate, score } = highest(context, { arms, belief, combinations });
  const isSeed = candidateDigest(candidate) === candidateDigest(seed);
  if (isSeed) return { incumbent: seed, stop };
  const seedValue = belief.prediction(origin);
  const reason = `predicted ${score.toFixed(3)}, the seed ${seedValue.toFixed(3)}, after ${pulls.length} pulls`;
  const parents = [candidateDigest(seed)];
  context.note({ kind: 'candidate-accepted', candidate, parents, reason });
  return { incumbent: candidate, stop };
}

/** Every pull has tasks of its own, so tokens are no measure here. */
function highest(
  context: OptimizerContext,
  among: {
    readonly arms: Arms;
    readonly belief: Belief;
    readonly combinations: readonly Choices[];
  },
): { readonly candidate: Candidate; readonly score: number } {
  const valued = among.combinations.map((choices) => {
    const candidate = among.arms.candidate(choices);
    const { callsPerTask } = context.graph(candidate);
    const score = among.belief.prediction(choices);
    return { candidate, score, callsPerTask, tokensPerTask: null };
  });
  return bestFirst(valued)[0] as (typeof valued)[number];
}
