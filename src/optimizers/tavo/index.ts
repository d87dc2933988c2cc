/** Can a team be told what its trajectories teach? TAVO and its release TRUCE: verbal credit becomes a policy for all. */
import { type Candidate, candidateDigest } from '../../core/candidate.ts';
import type { TaskView } from '../../core/dataset.ts';
import type { Optimizer, OptimizerContext, OptimizerResult } from '../../core/optimizer.ts';
import type { Rollout } from '../../core/rollout.ts';
import { drawBatch } from '../kit/minibatch.ts';
import { isObserved, pairRollouts } from '../kit/paired.ts';
import { runAgainst } from '../kit/race/run-against.ts';
import { situationsOf } from '../kit/situations.ts';
import { settleParameters } from '../kit/topology-turn.ts';
import { bestFirst, worthOf } from '../kit/worth.ts';
import { about } from './about.ts';
import { nextCandidate } from './candidate.ts';
import { metaKnowledge, readCredit } from './credit.ts';
import { optionsSchema, type TavoOptions } from './options.ts';

export const tavo: Optimizer<TavoOptions> = {
  id: 'tavo',
  version: 1,
  title: 'Verbal credit from trajectories, told to the team as a policy (TAVO, TRUCE)',
  about,
  optionsSchema,
  minimumBudget: ({ batch }, { trainTasks, validationTasks }) =>
    2 * Math.min(SMALLEST_VALIDATION, validationTasks) + Math.min(batch, trainTasks),
  optimize,
};

/** Fewest validation tasks of a comparison. */
const SMALLEST_VALIDATION = 3;
/** MAS-PromptBench: (budget - 30) / 6 validation tasks, so that about five attempts fit. */
const RESERVED = 30;
const COMPARISONS = 6;

interface Fixed {
  readonly train: readonly TaskView[];
  readonly validation: readonly TaskView[];
  /** The seed team's, and those of the best adopted. */
  readonly base: readonly Rollout[];
}

interface Adopted {
  readonly candidate: Candidate;
  readonly rollouts: readonly Rollout[];
}

interface State {
  /** The chain goes on from here, adopted or not. */
  readonly current: Candidate;
  readonly best: Adopted;
  /** Adopted ones that gained on validation exactly what the best did, the newest first, with the best among them. */
  readonly equals: readonly Adopted[];
  /** Attempts so far: numbers the samples of the requests. */
  readonly attempts: number;
}

async function optimize(context: OptimizerContext, options: TavoOptions): Promise<OptimizerResult> {
  const { prompts, topology } = context.optimize;
  const seed = context.seedCandidate;
  const ended = (incumbent: Candidate, stop: string): OptimizerResult => ({ incumbent, stop });
  if (context.train.length === 0) return ended(seed, 'no_training_tasks');
  if (context.validation.length === 0) return ended(seed, 'no_validation_tasks');
  const movable = topology && context.space.settings.length > 1;
  if (!prompts && !movable) return ended(seed, 'nothing_to_search');
  const start = movable ? await settleParameters(context, options, 'tavo') : seed;
  if (!prompts) return ended(start, 'parameters_settled');
  const { remaining } = context.budget();
  const size = Math.min(
    context.validation.length,
    Math.max(SMALLEST_VALIDATION, Math.floor((remaining - RESERVED) / COMPARISONS)),
  );
  const batch = Math.min(options.batch, context.train.length);
  if (remaining < 2 * size + batch) return ended(start, 'budget');
  const validation = drawBatch(context.random('tavo', 'validation'), context.validation, { size });
  const train = drawBatch(context.random('tavo', 'train'), context.train, { size: batch });
  const base = await run(context, start, validation);
  if (!base.some(isObserved)) return ended(start, 'no_new_observations');
  const fixed = { train, validation, base };
  const best = { candidate: start, rollouts: base };
  const state = { current: start, best, equals: [best], attempts: 0 };
  return await rounds(context, options, { fixed, state });
}

async function run(
  context: OptimizerContext,
  candidate: Candidate,
  tasks: readonly TaskView[],
): Promise<readonly Rollout[]> {
  const [rollouts] = await context.step([
    { kind: 'rollouts', candidate, tasks, whenShort: 'skip' },
  ]);
  return rollouts;
}

async function rounds(
  context: OptimizerContext,
  options: TavoOptions,
  start: { readonly fixed: Fixed; readonly state: State },
): Promise<OptimizerResult> {
  const { fixed } = start;
  let { state } = start;
  const wanted = fixed.train.length + fixed.validation.length;
  const ended = (stop: string): OptimizerResult => ({ incumbent: finalPick(context, state), stop });
  let rejected = 0;
  for (let round = 0; round < options.rounds; round += 1) {
    if (context.budget().remaining < wanted) return ended('budget_before_outer_round');
    let adopted = false;
    for (let attempt = 0; attempt < options.attempts && !adopted; attempt += 1) {
      if (context.budget().remaining < wanted) return ended('budget_before_retry');
      const before = state.best;
      state = await attemptOnce(context, options, { fixed, state });
      adopted = state.best !== before;
    }
    rejected = adopted ? 0 : rejected + 1;
    if (rejected >= options.patience) return ended('patience');
  }
  return ended('max_outer_rounds');
}

/** Of the best adopted the cheapest team, then the newest: a tie moves the chain on. */
function finalPick(context: OptimizerContext, { equals, best }: State): Candidate {
  const worths = equals.map(({ candidate, rollouts }) => ({
    candidate,
    ...worthOf(context, candidate, { score: 0, rollouts }),
  }));
  return (bestFirst(worths)[0] ?? best).candidate;
}

async function attemptOnce(
  context: OptimizerContext,
  options: TavoOptions,
  { fixed, state }: { readonly fixed: Fixed; readonly state: State },
): Promise<State> {
  const { current, attempts: sample } = state;
  const rollouts = await run(context, current, fixed.train);
  const trajectories = situationsOf(fixed.train, rollouts);
  const credit = await readCredit(context, options, { candidate: current, trajectories, sample });
  const meta = await metaKnowledge(context, options, { credit, sample });
  const candidate = await nextCandidate(context, options, { current, credit, meta, sample });
  const next = { ...state, current: candidate, attempts: sample + 1 };
  if (candidateDigest(candidate) === candidateDigest(current)) {
    context.note({ kind: 'progress', message: 'an attempt changed nothing' });
    return next;
  }
  return await judged(context, options, { fixed, state: next, parent: current });
}

/** Adopts when the gain over the seed is at least the margin, and nothing adopted before was better. */
async function judged(
  context: OptimizerContext,
  { margin }: TavoOptions,
  at: { readonly fixed: Fixed; readonly state: State; readonly parent: Candidate },
): Promise<State> {
  const { fixed, state, parent } = at;
  const candidate = state.current;
  const told = { candidate, parents: [candidateDigest(parent)] };
  context.note({ kind: 'candidate-proposed', ...told, reason: 'what the trajectories teach' });
  const { best } = state;
  const [contender] = await runAgainst(context, {
    candidates: [candidate],
    tasks: fixed.validation,
    bars: [
      { holder: fixed.base, margin, strict: margin === 0 },
      { holder: best.rollouts, strict: false },
    ],
    rivals: [best.rollouts],
  });
  const rollouts = contender?.rollouts ?? [];
  const gain = meanGain(fixed.base, rollouts);
  const overBest = meanGain(best.rollouts, rollouts);
  const isBetter = gain !== null && overBest !== null && reaches(gain, margin) && overBest >= 0;
  const isAdopted = isBetter && contender?.leftFor === null;
  const reason = gain === null ? 'not observed' : `${gain.toFixed(3)} over the seed on validation`;
  context.note({
    kind: isAdopted ? 'candidate-accepted' : 'candidate-rejected',
    ...told,
    reason,
  });
  if (!isAdopted) return state;
  const adopted = { candidate, rollouts };
  return { ...state, best: adopted, equals: [adopted, ...(overBest > 0 ? [] : state.equals)] };
}

/** Mean difference on the tasks observed in both; null without any. */
function meanGain(base: readonly Rollout[], rollouts: readonly Rollout[]): number | null {
  const pairs = pairRollouts(base, rollouts);
  if (pairs.length === 0) return null;
  const sum = pairs.reduce((all, pair) => all + pair.candidate.score - pair.parent.score, 0);
  return sum / pairs.length;
}

/** A gain of exactly the margin counts, whatever the last bit of the mean says; none at all never does. */
export function reaches(gain: number, margin: number): boolean {
  return gain > 0 && gain >= margin - 1e-12;
}
