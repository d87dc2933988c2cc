/** What does a pool of whole teams evolve into? The engine of GEPA (arXiv 2507.19457) and of its relatives. */
import { type Candidate, candidateDigest } from '../../../core/candidate.ts';
import type { TaskView } from '../../../core/dataset.ts';
import type { OptimizerContext, OptimizerResult } from '../../../core/optimizer.ts';
import type { Rollout } from '../../../core/rollout.ts';
import { isObserved } from '../paired.ts';
import type { ScoredRow } from '../race/bar.ts';
import { runAgainst } from '../race/run-against.ts';
import { bestFirst, tokensPerTask } from '../worth.ts';
import { findMerge, mergeKey, mergeTrial } from './merge.ts';
import { type Mutation, mutate } from './mutate.ts';
import { bestProgram, meanScore, type Program } from './program.ts';
import type { Evolution } from './types.ts';

interface State {
  readonly pool: readonly Program[];
  /** Mutations begun, which also numbers the minibatches. */
  readonly mutations: number;
  readonly merge: {
    readonly due: number;
    readonly tested: number;
    /** The previous iteration added a program by mutation. */
    readonly fresh: boolean;
    readonly tried: ReadonlySet<string>;
  };
  /** Full validations since the best program was found. */
  readonly stale: number;
  /** Mutations in a row whose minibatch could not be observed. */
  readonly barren: number;
}

/** Mutations without a single observation after which the search gives up. */
const BARREN_MUTATIONS = 3;

/** Rollouts below which not even one child can be compared: the seed's validation and one pair of minibatches. */
export function evolutionMinimum(
  { minibatch }: { readonly minibatch: number },
  shape: { readonly trainTasks: number; readonly validationTasks: number },
): number {
  return shape.validationTasks + 2 * Math.min(minibatch, shape.trainTasks);
}

/** Returns the program with the highest mean on validation, so at least as good as the seed; of equals the cheapest team. */
export async function evolve(evolution: Evolution): Promise<OptimizerResult> {
  const { context, options } = evolution;
  const { seedCandidate, train, validation, optimize, space } = context;
  const ended = (stop: string): OptimizerResult => ({ incumbent: seedCandidate, stop });
  if (train.length === 0) return ended('no_training_tasks');
  if (validation.length === 0) return ended('no_validation_tasks');
  if (!optimize.prompts && !(optimize.topology && space.settings.length > 1)) {
    return ended('nothing_to_search');
  }
  const shape = { trainTasks: train.length, validationTasks: validation.length };
  if (context.budget().remaining < evolutionMinimum(options, shape)) return ended('budget');
  const { scores, tokensPerTask: tokens } = await validate(context, seedCandidate, []);
  if (scores === null || scores.size === 0) return ended('no_new_observations');
  let state: State = {
    pool: [{ candidate: seedCandidate, parents: [], scores, tokensPerTask: tokens, pointer: 0 }],
    mutations: 0,
    merge: { due: 0, tested: 0, fresh: false, tried: new Set() },
    stale: 0,
    barren: 0,
  };
  for (;;) {
    const stop = stopReason(evolution, state);
    if (stop !== null) return { incumbent: finalProgram(context, state.pool).candidate, stop };
    state = (await mergeStep(evolution, state)) ?? (await mutationStep(evolution, state));
  }
}

/** Of the programs with the highest mean and as many observed tasks as any of them the cheapest team, then the earliest. */
function finalProgram(context: OptimizerContext, pool: readonly Program[]): Program {
  const leader = pool[bestProgram(pool)] as Program;
  const rivals = pool
    .filter(({ scores }) => scores.size === leader.scores.size)
    .map((program) => ({
      ...program,
      score: meanScore(program),
      callsPerTask: context.graph(program.candidate).callsPerTask,
    }));
  return bestFirst(rivals)[0] ?? leader;
}

/** A candidate that could not be validated any more cannot win, so the rest of the budget is left unspent. */
function stopReason({ context, options }: Evolution, state: State): string | null {
  const batch = Math.min(options.minibatch, context.train.length);
  const wanted = 2 * batch + context.validation.length;
  if (options.patience > 0 && state.stale >= options.patience) return 'plateau';
  if (state.barren >= BARREN_MUTATIONS) return 'no_new_observations';
  return context.budget().remaining < wanted ? 'budget' : null;
}

/**
 * Score per validation task; null when the budget does not cover all of them. The front wants every task, so nothing is
 * aborted; a race is against the best program so far.
 */
async function validate(
  context: OptimizerContext,
  candidate: Candidate,
  pool: readonly Program[],
): Promise<{
  readonly scores: Map<string, number> | null;
  readonly tokensPerTask: number | null;
  readonly isBeaten: boolean;
}> {
  const { validation: tasks } = context;
  if (context.budget().remaining < tasks.length) {
    return { scores: null, tokensPerTask: null, isBeaten: false };
  }
  const best = pool[bestProgram(pool)];
  const [contender] = await runAgainst(context, {
    candidates: [candidate],
    tasks,
    bars: [],
    rivals: best === undefined ? [] : [rowsOf(best.scores)],
  });
  const rollouts = contender?.rollouts ?? [];
  return {
    scores: scoresOf(rollouts),
    tokensPerTask: tokensPerTask(rollouts, context.graph(candidate).callsPerTask),
    isBeaten: contender?.leftFor === 'race',
  };
}

function rowsOf(scores: ReadonlyMap<string, number>): ScoredRow[] {
  return [...scores].map(([taskId, score]) => ({ taskId, score }));
}

function scoresOf(rollouts: readonly Rollout[]): Map<string, number> {
  return new Map(rollouts.filter(isObserved).map(({ taskId, score }) => [taskId, score]));
}

async function mutationStep(evolution: Evolution, state: State): Promise<State> {
  const { options } = evolution;
  const mutation = await mutate(evolution, state.pool, state.mutations);
  const moved: State = {
    ...state,
    pool: withPointer(state.pool, mutation),
    mutations: state.mutations + 1,
    merge: { ...state.merge, fresh: false },
    barren: mutation.observed ? 0 : state.barren + 1,
  };
  const { child, parent } = mutation;
  if (child === null) return moved;
  const added = await admit(evolution, moved, {
    candidate: child,
    parents: [parent],
    pointer: mutation.pointer,
  });
  if (added.pool.length === moved.pool.length) return added;
  const { due, tested } = added.merge;
  const more = tested < options.merges ? 1 : 0;
  return { ...added, merge: { ...added.merge, due: due + more, fresh: true } };
}

function withPointer(pool: readonly Program[], { parent, pointer }: Mutation): Program[] {
  return pool.map((program, index) => (index === parent ? { ...program, pointer } : program));
}

/** Validates in full and adds the program; leaves the pool as it is when that cannot be paid for or observed. */
async function admit(
  { context }: Evolution,
  state: State,
  entry: Omit<Program, 'scores' | 'tokensPerTask'>,
): Promise<State> {
  const {
    scores,
    tokensPerTask: tokens,
    isBeaten,
  } = await validate(context, entry.candidate, state.pool);
  const parents = entry.parents.map((index) => digestAt(state.pool, index));
  const told = { candidate: entry.candidate, parents };
  if (scores === null || scores.size === 0) {
    const reason = 'better on its minibatch, but its validation could not be run';
    context.note({ kind: 'candidate-rejected', ...told, reason });
    return state;
  }
  if (isBeaten) {
    const reason = `beaten by the best program after ${scores.size} validation tasks`;
    context.note({ kind: 'candidate-rejected', ...told, reason });
    return { ...state, stale: state.stale + 1 };
  }
  const before = bestProgram(state.pool);
  const pool = [...state.pool, { ...entry, scores, tokensPerTask: tokens }];
  const isBest = bestProgram(pool) !== before;
  const mean = meanScore(pool.at(-1) as Program).toFixed(3);
  const reason = `validation ${mean} on ${scores.size} tasks${isBest ? ', the best so far' : ''}`;
  context.note({ kind: 'candidate-accepted', ...told, reason });
  return { ...state, pool, stale: isBest ? 0 : state.stale + 1 };
}

/** Null when no merge is due, or none can be found: then a mutation follows. */
async function mergeStep(evolution: Evolution, state: State): Promise<State | null> {
  const { context, options, name } = evolution;
  const { due, fresh, tested, tried } = state.merge;
  if (options.merges === 0 || due === 0 || !fresh) return null;
  const random = context.random(name, 'merge', state.mutations);
  const merge = findMerge(state.pool, tried, random);
  if (merge === null) return null;
  const parents = merge.parents.map((index) => state.pool[index]) as [Program, Program];
  const ids = mergeTrial(parents, options.mergeTasks, random);
  if (context.budget().remaining < ids.length + context.validation.length) return null;
  const told = {
    candidate: merge.candidate,
    parents: merge.parents.map((index) => digestAt(state.pool, index)),
  };
  context.note({ kind: 'candidate-proposed', ...told, reason: 'joins two programs' });
  const next: State = {
    ...state,
    merge: { ...state.merge, fresh: false, tried: new Set([...tried, mergeKey(merge)]) },
  };
  const { trial, stayed } = await tryOn(context, merge.candidate, { ids, parents });
  const sums = parents.map((program) => sumOn(program.scores, [...trial.keys()]));
  const sum = sumOn(trial, [...trial.keys()]);
  if (!stayed || trial.size === 0 || sum < Math.max(...sums)) {
    const reason = `${sum} on ${trial.size} tasks, its parents ${sums.join(' and ')}`;
    context.note({ kind: 'candidate-rejected', ...told, reason });
    return next;
  }
  const pointer = Math.max(...parents.map((program) => program.pointer));
  const entry = { candidate: merge.candidate, parents: merge.parents, pointer };
  const added = await admit(evolution, next, entry);
  return { ...added, merge: { ...added.merge, due: due - 1, tested: tested + 1 } };
}

async function tryOn(
  context: OptimizerContext,
  candidate: Candidate,
  { ids, parents }: { readonly ids: readonly string[]; readonly parents: readonly Program[] },
): Promise<{ readonly trial: Map<string, number>; readonly stayed: boolean }> {
  const tasks = ids.flatMap((id): TaskView[] =>
    context.validation.filter((task) => task.id === id),
  );
  const rivals = parents.map(({ scores }) => rowsOf(scores));
  const [contender] = await runAgainst(context, {
    candidates: [candidate],
    tasks,
    bars: rivals.map((holder) => ({ holder, strict: false })),
    rivals,
  });
  return { trial: scoresOf(contender?.rollouts ?? []), stayed: contender?.leftFor === null };
}

function sumOn(scores: ReadonlyMap<string, number>, ids: readonly string[]): number {
  return ids.reduce((sum, id) => sum + (scores.get(id) ?? 0), 0);
}

function digestAt(pool: readonly Program[], index: number): string {
  return candidateDigest((pool[index] as Program).candidate);
}
