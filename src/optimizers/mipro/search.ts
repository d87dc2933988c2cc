/** Which instruction and which demonstrations for which role? MIPROv2's search over combinations. */
import { type Candidate, candidateDigest, type TopologyParameters } from '../../core/candidate.ts';
import type { TaskView } from '../../core/dataset.ts';
import type { OptimizerContext, OptimizerResult } from '../../core/optimizer.ts';
import type { Rollout } from '../../core/rollout.ts';
import { isObserved } from '../kit/paired.ts';
import type { Bar } from '../kit/race/bar.ts';
import { runAgainst } from '../kit/race/run-against.ts';
import { suggestChoices, type TpeTrial } from '../kit/tpe.ts';
import { bestFirst, worthOf } from '../kit/worth.ts';
import type { DemonstrationSet } from './demonstrations.ts';
import type { InstructionPool } from './instructions.ts';
import type { MiproOptions } from './options.ts';

export interface SearchPools {
  readonly instructions: InstructionPool;
  readonly sets: readonly DemonstrationSet[];
  /** Reachable settings, the seed's first; one entry when the topology may not change. */
  readonly settings: readonly TopologyParameters[];
}

interface Combination {
  readonly candidate: Candidate;
  readonly choices: readonly number[];
  /** Mean scores of its minibatches. */
  readonly trials: readonly number[];
  /** On the whole validation set; null before it was measured. */
  readonly full: Measured | null;
}

interface Measured {
  /** Of the observed tasks. */
  readonly mean: number;
  readonly rollouts: readonly Rollout[];
  /** False when a race or an abort ended it before the last task. */
  readonly isWhole: boolean;
}

interface Study {
  /** Trials in the order they were made, full validations included. */
  readonly trials: readonly TpeTrial[];
  /** By digest, in the order first met; the first is the seed. */
  readonly combinations: ReadonlyMap<string, Combination>;
}

/** Trials in a row without an observation after which the search gives up. */
const BARREN_TRIALS = 3;

/** The best combination that was validated in full, of equals the cheapest team; the seed when none is better or cheaper. */
export async function searchCombinations(
  context: OptimizerContext,
  options: MiproOptions,
  pools: SearchPools,
): Promise<OptimizerResult> {
  const { validation, seedCandidate } = context;
  const zero = sizesOf(pools).map(() => 0);
  const measured = await measure(context, seedCandidate, { tasks: validation, bars: [] });
  if (measured === null) return { incumbent: seedCandidate, stop: 'no_new_observations' };
  let study = recorded(emptyStudy(), {
    candidate: seedCandidate,
    choices: zero,
    measured,
    isFull: true,
  });
  let barren = 0;
  for (let trial = 0; trial < options.trials; trial += 1) {
    const stop = stopReason(context, options, barren);
    if (stop !== null) return await finished(context, study, stop);
    const next = await runTrial(context, options, { pools, study, trial });
    barren = next === null ? barren + 1 : 0;
    study = next ?? study;
    if ((trial + 1) % options.fullEvery === 0)
      study = await validateBest(context, study, { isLast: false });
  }
  return await finished(context, study, 'maximum_trials');
}

/** Tasks of one trial. */
function trialSize({ validation }: OptimizerContext, { minibatch }: MiproOptions): number {
  return minibatch === 0 ? validation.length : Math.min(minibatch, validation.length);
}

/** A trial on a minibatch is worth nothing unless the winner can still be validated in full. */
function stopReason(
  context: OptimizerContext,
  options: MiproOptions,
  barren: number,
): string | null {
  const size = trialSize(context, options);
  const { length } = context.validation;
  const reserve = size < length ? length : 0;
  if (context.budget().remaining < size + reserve) return 'budget';
  return barren >= BARREN_TRIALS ? 'no_new_observations' : null;
}

/** The study with one more trial; null when it could not be observed. */
async function runTrial(
  context: OptimizerContext,
  options: MiproOptions,
  at: { readonly pools: SearchPools; readonly study: Study; readonly trial: number },
): Promise<Study | null> {
  const { pools, study, trial } = at;
  const { validation } = context;
  const random = context.random('mipro', 'trial', trial);
  const choices = suggestChoices(study.trials, sizesOf(pools), { ...options, random });
  const candidate = combine(context, pools, choices);
  const size = trialSize(context, options);
  const isFull = size === validation.length;
  announce(context, study, candidate);
  const tasks = isFull ? validation : random.sample(validation, size);
  const rival = bestOf(study).full?.rollouts;
  const measured = await measure(context, candidate, { tasks, bars: [], rival });
  if (measured === null) return null;
  const next = recorded(study, { candidate, choices, measured, isFull });
  if (isFull) noteFull(context, next, candidate);
  return next;
}

function emptyStudy(): Study {
  return { trials: [], combinations: new Map() };
}

/** Choices per variable: instructions of each role, sets of demonstrations of each role, and the setting. */
function sizesOf({ instructions, sets, settings }: SearchPools): number[] {
  const pools = Object.values(instructions);
  return [...pools.map((pool) => pool.length), ...pools.map(() => sets.length), settings.length];
}

function combine(
  { seedCandidate }: OptimizerContext,
  { instructions, sets, settings }: SearchPools,
  choices: readonly number[],
): Candidate {
  const roles = Object.keys(instructions);
  const prompts = roles.map((role, index) => [role, instructions[role]?.[choices[index] ?? 0]]);
  const shown = roles.flatMap((role, index) => {
    const own = sets[choices[roles.length + index] ?? 0]?.[role] ?? [];
    return own.length === 0 ? [] : [[role, own] as const];
  });
  return {
    roles: { ...seedCandidate.roles, ...(Object.fromEntries(prompts) as Candidate['roles']) },
    demonstrations: Object.fromEntries(shown),
    parameters: settings[choices[2 * roles.length] ?? 0] ?? seedCandidate.parameters,
  };
}

/** Null when no task was observed, or the budget did not cover them. */
async function measure(
  context: OptimizerContext,
  candidate: Candidate,
  on: {
    readonly tasks: readonly TaskView[];
    readonly bars: readonly Bar[];
    /** The best combination's, for a race. */
    readonly rival?: readonly Rollout[] | undefined;
  },
): Promise<Measured | null> {
  const { tasks, bars, rival } = on;
  const rivals = rival === undefined ? [] : [rival];
  const [contender] = await runAgainst(context, { candidates: [candidate], tasks, bars, rivals });
  const rollouts = contender?.rollouts ?? [];
  const scores = rollouts.filter(isObserved).map(({ score }) => score);
  if (scores.length === 0) return null;
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return { mean, rollouts, isWhole: contender?.leftFor === null };
}

function recorded(
  study: Study,
  trial: {
    readonly candidate: Candidate;
    readonly choices: readonly number[];
    readonly measured: Measured;
    /** On all validation tasks; a measurement that ended early counts as a trial. */
    readonly isFull: boolean;
  },
): Study {
  const { candidate, choices, measured } = trial;
  const { mean: score } = measured;
  const key = candidateDigest(candidate);
  const known = study.combinations.get(key) ?? { candidate, choices, trials: [], full: null };
  const next =
    trial.isFull && measured.isWhole
      ? { ...known, full: measured }
      : { ...known, trials: [...known.trials, score] };
  return {
    trials: [...study.trials, { choices, score }],
    combinations: new Map(study.combinations).set(key, next),
  };
}

/** In full: the combination with the best average over its minibatches that has not been yet; ties: the first met. */
async function validateBest(
  context: OptimizerContext,
  study: Study,
  { isLast }: { readonly isLast: boolean },
): Promise<Study> {
  const open = [...study.combinations.values()].filter(({ full }) => full === null);
  const [first, ...rest] = open;
  if (first === undefined || context.budget().remaining < context.validation.length) return study;
  const best = rest.reduce((top, entry) => (average(entry) > average(top) ? entry : top), first);
  const leader = bestOf(study).full;
  // Before the last one the estimator wants the mean, whatever it says.
  const bars = isLast && leader !== null ? [{ mean: leader.mean }] : [];
  const tasks = context.validation;
  const measured = await measure(context, best.candidate, { tasks, bars, rival: leader?.rollouts });
  if (measured === null) return study;
  const next = recorded(study, { ...best, measured, isFull: true });
  noteFull(context, next, best.candidate);
  return next;
}

function average({ trials }: Combination): number {
  return trials.reduce((sum, score) => sum + score, 0) / Math.max(1, trials.length);
}

async function finished(
  context: OptimizerContext,
  study: Study,
  stop: string,
): Promise<OptimizerResult> {
  const last = await validateBest(context, study, { isLast: true });
  const best = bestOf(last).candidate;
  const { candidate } = cheapestBest(context, last);
  if (candidateDigest(candidate) !== candidateDigest(best)) {
    const reason = 'validation as high as the best, by a cheaper team';
    const parents = [candidateDigest(context.seedCandidate)];
    context.note({ kind: 'candidate-accepted', candidate, parents, reason });
  }
  return { incumbent: candidate, stop };
}

/** Of those validated in full with the highest mean the cheapest team, then the first met. */
function cheapestBest(context: OptimizerContext, { combinations }: Study): Combination {
  const measured = [...combinations.values()].flatMap((entry) => {
    const { candidate, full } = entry;
    if (full === null) return [];
    const { mean: score, rollouts } = full;
    return [{ ...entry, ...worthOf(context, candidate, { score, rollouts }) }];
  });
  return bestFirst(measured)[0] as Combination;
}

/** While the search goes on: of those validated in full the highest mean, the first met of equals. */
function bestOf({ combinations }: Study): Combination {
  const full = [...combinations.values()].filter((entry) => entry.full !== null);
  return full.reduce((top, entry) => (meanOf(entry) > meanOf(top) ? entry : top));
}

function meanOf({ full }: Combination): number {
  return full?.mean ?? 0;
}

function announce(context: OptimizerContext, study: Study, candidate: Candidate): void {
  if (study.combinations.has(candidateDigest(candidate))) return;
  const parents = [candidateDigest(context.seedCandidate)];
  context.note({ kind: 'candidate-proposed', candidate, parents, reason: 'combination' });
}

function noteFull(context: OptimizerContext, study: Study, candidate: Candidate): void {
  const own = study.combinations.get(candidateDigest(candidate));
  const isBest = candidateDigest(bestOf(study).candidate) === candidateDigest(candidate);
  const parents = [candidateDigest(context.seedCandidate)];
  const told = own?.full ?? null;
  const reason =
    told === null
      ? 'its validation ended early'
      : `validation ${told.mean.toFixed(3)}${isBest ? ', the best so far' : ''}`;
  context.note({
    kind: isBest ? 'candidate-accepted' : 'candidate-rejected',
    candidate,
    parents,
    reason,
  });
}
