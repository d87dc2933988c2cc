/** Whose prompt holds the team back? HiveMind: Shapley credit by leaving agents out, lessons for the weakest (arXiv 2512.06432). */
import { type Candidate, candidateDigest, type RoleId } from '../../core/candidate.ts';
import type { TaskView } from '../../core/dataset.ts';
import type { Optimizer, OptimizerContext, OptimizerResult } from '../../core/optimizer.ts';
import { readLessons } from '../kit/asks/lessons.ts';
import { coalitionCount, planGame } from '../kit/games/shapley.ts';
import { pairRollouts } from '../kit/paired.ts';
import { runBeside } from '../kit/race/run-against.ts';
import { settleParameters } from '../kit/topology-turn.ts';
import { about } from './about.ts';
import { type CycleCredit, coalitionRuns, measureCredit } from './credit.ts';
import { type CycleSize, fittingSize, rotated } from './cycle-size.ts';
import { type Lessons, learned, reflectionAsk, withLessons } from './lessons.ts';
import { type HivemindOptions, optionsSchema } from './options.ts';
import { type Cast, castOf } from './players.ts';

export const hivemind: Optimizer<HivemindOptions> = {
  id: 'hivemind',
  version: 1,
  title: 'Shapley credit from coalitions of agents, lessons for the weakest role (HiveMind)',
  about,
  optionsSchema,
  minimumBudget: ({ coalitionLimit }, { graph, trainTasks, validationTasks }) => {
    if (trainTasks === 0 || validationTasks === 0) return 0;
    const cast = castOf(graph);
    return coalitionRuns(cast, coalitionCount(cast.players.length, coalitionLimit)) + 2;
  },
  optimize,
};

/** Cycles in a row without an observation after which the search gives up. */
const BARREN_CYCLES = 3;
/** A mean must gain more than this: equal is rejected, whatever the last bits of the means say. */
const SMALLEST_GAIN = 1e-9;
/** Credits nearer than this are a tie, which goes to the earlier role. */
const TIE = 1e-12;

interface State {
  readonly current: Candidate;
  readonly lessons: Lessons;
  /** Tasks that were taken so far. */
  readonly trainCursor: number;
  readonly validationCursor: number;
  readonly barren: number;
}

interface Orders {
  readonly train: readonly TaskView[];
  readonly validation: readonly TaskView[];
}

async function optimize(
  context: OptimizerContext,
  options: HivemindOptions,
): Promise<OptimizerResult> {
  const { prompts, topology } = context.optimize;
  const seed = context.seedCandidate;
  const ended = (incumbent: Candidate, stop: string): OptimizerResult => ({ incumbent, stop });
  if (context.train.length === 0) return ended(seed, 'no_training_tasks');
  if (context.validation.length === 0) return ended(seed, 'no_validation_tasks');
  const movable = topology && context.space.settings.length > 1;
  if (!prompts && !movable) return ended(seed, 'nothing_to_search');
  const start = movable ? await settleParameters(context, options, 'hivemind') : seed;
  if (!prompts) return ended(start, 'parameters_settled');
  const orders = {
    train: context.random('hivemind', 'train').shuffle(context.train),
    validation: context.random('hivemind', 'validation').shuffle(context.validation),
  };
  const cast = castOf(context.graph(start));
  const runs = coalitionRuns(cast, coalitionCount(cast.players.length, options.coalitionLimit));
  const whole = {
    batch: Math.min(options.batch, orders.train.length),
    gate: Math.min(options.gate, orders.validation.length),
  };
  let state: State = {
    current: start,
    lessons: new Map(),
    trainCursor: 0,
    validationCursor: 0,
    barren: 0,
  };
  for (let cycle = 1; cycle <= options.cycles; cycle += 1) {
    const size = fittingSize(whole, runs, context.budget().remaining);
    if (size === null) return ended(state.current, 'budget');
    state = await runCycle(context, options, { state, cast, orders, size, cycle });
    if (state.barren >= BARREN_CYCLES) return ended(state.current, 'no_new_observations');
  }
  return ended(state.current, 'max_cycles');
}

interface Cycle {
  readonly state: State;
  readonly cast: Cast;
  readonly orders: Orders;
  readonly size: CycleSize;
  /** 1-based. */
  readonly cycle: number;
}

async function runCycle(
  context: OptimizerContext,
  options: HivemindOptions,
  at: Cycle,
): Promise<State> {
  const { state, cast, orders, size, cycle } = at;
  const { current } = state;
  const plan = planGame(cast.players.length, {
    limit: options.coalitionLimit,
    random: context.random('hivemind', 'plan', cycle),
  });
  const tasks = rotated(orders.train, { start: state.trainCursor, size: size.batch });
  const credit = await measureCredit(context, current, { cast, plan, tasks });
  const next = {
    ...state,
    trainCursor: state.trainCursor + size.batch,
    barren: credit.isObserved ? 0 : state.barren + 1,
  };
  const target = targetOf(options, { credit, cast, cycle });
  noteCredit(context, { credit, target, cycle });
  if (target === null) return next;
  const lessons = await reflect(context, options, { ...at, credit, target });
  const candidate = withLessons(current, context.seedCandidate, { role: target, lessons });
  // Nothing new was learned: there is nothing to compare.
  if (lessons.length === 0 || candidate.roles[target] === current.roles[target]) return next;
  const isBetter = await passesGate(context, { candidate, current, at });
  const gated = { ...next, validationCursor: state.validationCursor + size.gate };
  if (!isBetter) return gated;
  return {
    ...gated,
    current: candidate,
    lessons: new Map(state.lessons).set(target, lessons),
  };
}

/** The role of least credit, the earliest of equals; in every third cycle the manager. Null when credit is unknown. */
function targetOf(
  { managerEvery }: HivemindOptions,
  at: { readonly credit: CycleCredit; readonly cast: Cast; readonly cycle: number },
): RoleId | null {
  const { credit, cast, cycle } = at;
  if (credit.roles === null) return null;
  if (cast.manager !== null && cycle % managerEvery === 0) return cast.manager;
  const [first, ...rest] = credit.roles;
  if (first === undefined) return null;
  return rest.reduce((low, entry) => (entry.credit < low.credit - TIE ? entry : low), first).role;
}

/** The role's lessons with the new ones; empty when nothing usable came back. */
async function reflect(
  context: OptimizerContext,
  options: HivemindOptions,
  at: Cycle & { readonly credit: CycleCredit; readonly target: RoleId },
): Promise<readonly string[]> {
  const { state, credit, target, cycle } = at;
  const node = context.graph(state.current).roles.find(({ role }) => role === target);
  if (node === undefined) return [];
  const [answer] = await context.step([
    reflectionAsk(options, {
      node,
      candidate: state.current,
      situations: credit.situations,
      cycle,
    }),
  ]);
  const fresh = readLessons(answer.text, options.lessons);
  if (fresh.length > 0) return learned(state.lessons.get(target) ?? [], fresh, options.kept);
  context.note({ kind: 'progress', message: `cycle ${cycle}: no lesson for ${target} came back` });
  return [];
}

async function passesGate(
  context: OptimizerContext,
  about: { readonly candidate: Candidate; readonly current: Candidate; readonly at: Cycle },
): Promise<boolean> {
  const { candidate, current, at } = about;
  const told = { candidate, parents: [candidateDigest(current)] };
  context.note({ kind: 'candidate-proposed', ...told, reason: 'lessons for the weakest role' });
  const start = at.state.validationCursor;
  const tasks = rotated(at.orders.validation, { start, size: at.size.gate });
  const { base, contenders } = await runBeside(context, {
    holder: current,
    candidates: [candidate],
    tasks,
    barsOf: (holder) => [{ holder, strict: true }],
  });
  const [contender] = contenders;
  const pairs = pairRollouts(base, contender?.rollouts ?? []);
  const gain =
    pairs.reduce((sum, pair) => sum + pair.candidate.score - pair.parent.score, 0) /
    Math.max(1, pairs.length);
  const isBetter = gain > SMALLEST_GAIN && contender?.leftFor === null;
  context.note({
    kind: isBetter ? 'candidate-accepted' : 'candidate-rejected',
    ...told,
    reason: `gain ${gain.toFixed(3)} on ${pairs.length} paired validation tasks`,
  });
  return isBetter;
}

function noteCredit(
  context: OptimizerContext,
  at: {
    readonly credit: CycleCredit;
    readonly target: RoleId | null;
    readonly cycle: number;
  },
): void {
  const { credit, target, cycle } = at;
  const message =
    credit.roles === null
      ? `cycle ${cycle}: no task was observed under every coalition`
      : `cycle ${cycle}: credit ${credit.roles.map((entry) => `${entry.role} ${entry.credit.toFixed(3)}`).join(', ')}; lessons for ${target ?? 'nobody'}`;
  context.note({ kind: 'progress', message });
}
