/** Which prompts fit together best? MAPRO: assignment as MAP inference, blame that travels back (arXiv 2510.07475). */
import { type Candidate, candidateDigest } from '../../core/candidate.ts';
import type { TaskView } from '../../core/dataset.ts';
import type {
  Optimizer,
  OptimizerContext,
  OptimizerResult,
  RolloutsAsk,
} from '../../core/optimizer.ts';
import type { Rollout } from '../../core/rollout.ts';
import type { RatedExample } from '../kit/asks/pointwise-judge.ts';
import type { ProposalCase } from '../kit/asks/proposal.ts';
import { drawBatch } from '../kit/minibatch.ts';
import { isObserved, pairRollouts } from '../kit/paired.ts';
import { runAgainst } from '../kit/race/run-against.ts';
import { type Situation, situationsOf } from '../kit/situations.ts';
import { settleParameters } from '../kit/topology-turn.ts';
import { bestFirst, worthOf } from '../kit/worth.ts';
import { about } from './about.ts';
import { blameRoles } from './blame.ts';
import { type MaproOptions, optionsSchema } from './options.ts';
import { assigned, type Pools, poolAsks, sameCandidate } from './pools.ts';
import { inferAssignment } from './potentials.ts';

export const mapro: Optimizer<MaproOptions> = {
  id: 'mapro',
  version: 1,
  title: 'Prompt assignment as MAP inference with blame-directed mutation (MAPRO)',
  about,
  optionsSchema,
  minimumBudget: ({ evaluation }, { trainTasks }) =>
    2 * (evaluation === 0 ? trainTasks : Math.min(evaluation, trainTasks)),
  optimize,
};

interface Evaluated {
  readonly candidate: Candidate;
  readonly rollouts: readonly Rollout[];
}

interface State {
  readonly pools: Pools;
  /** Anchor of the next variants, and what is returned unless an equal one is cheaper. */
  readonly best: Evaluated;
  /** The best, and later ones of the same sum. */
  readonly equals: readonly Evaluated[];
  readonly latest: Evaluated;
  /** Evaluated rounds in a row without a gain. */
  readonly stale: number;
  readonly examples: readonly RatedExample[];
}

/** Rated outputs that are kept to be shown to judges. */
const EXAMPLES_KEPT = 6;
/** An assignment must solve this share of the tasks for one of its outputs to be shown as good. */
const GOOD_SHARE = 0.5;

async function optimize(
  context: OptimizerContext,
  options: MaproOptions,
): Promise<OptimizerResult> {
  const { prompts, topology } = context.optimize;
  const seed = context.seedCandidate;
  const ended = (incumbent: Candidate, stop: string): OptimizerResult => ({ incumbent, stop });
  if (context.train.length === 0) return ended(seed, 'no_training_tasks');
  const movable = topology && context.space.settings.length > 1;
  if (!prompts && !movable) return ended(seed, 'nothing_to_search');
  const anchor = movable ? await settleParameters(context, options, 'mapro') : seed;
  if (!prompts) return ended(anchor, 'parameters_settled');
  const wanted = options.evaluation === 0 ? context.train.length : options.evaluation;
  const size = Math.min(wanted, context.train.length);
  const tasks = drawBatch(context.random('mapro', 'evaluation'), context.train, { size });
  if (context.budget().remaining < 2 * size) return ended(anchor, 'budget');
  const first = await firstPass(context, options, { anchor, tasks });
  if (!first.best.rollouts.some(isObserved)) return ended(anchor, 'no_new_observations');
  return await rounds(context, options, { state: first, tasks });
}

/** The seed assignment is evaluated while the first variants are written. */
async function firstPass(
  context: OptimizerContext,
  options: MaproOptions,
  { anchor, tasks }: { readonly anchor: Candidate; readonly tasks: readonly TaskView[] },
): Promise<State> {
  const ask: RolloutsAsk = { kind: 'rollouts', candidate: anchor, tasks, whenShort: 'skip' };
  const { asks, read } = poolAsks(context, options, { anchor, round: 0, cases: new Map() });
  const [rollouts, ...replies] = (await context.step([ask, ...asks])) as unknown as [
    readonly Rollout[],
    ...{ readonly text: string | null }[],
  ];
  const best = { candidate: anchor, rollouts };
  const pools = read(replies.map(({ text }) => text));
  return { pools, best, equals: [best], latest: best, stale: 0, examples: [] };
}

async function rounds(
  context: OptimizerContext,
  options: MaproOptions,
  start: { readonly state: State; readonly tasks: readonly TaskView[] },
): Promise<OptimizerResult> {
  const { tasks } = start;
  let { state } = start;
  for (let number = 1; number <= options.rounds; number += 1) {
    const plan = {
      anchor: state.best.candidate,
      pools: state.pools,
      situations: situationsOf(tasks, state.latest.rollouts).slice(0, options.transcripts),
      examples: shownExamples(state.examples, options.examples),
      round: number,
    };
    const { nodes, choices } = await inferAssignment(context, options, plan);
    const candidate = assigned(state.best.candidate, state.pools, choices);
    if (!sameCandidate(candidate, state.best.candidate)) {
      if (context.budget().remaining < tasks.length) {
        return { incumbent: finalPick(context, state), stop: 'budget' };
      }
      state = await evaluated(context, state, { candidate, tasks });
    }
    if (state.stale >= options.patience) {
      return { incumbent: finalPick(context, state), stop: 'patience' };
    }
    const examples = [...state.examples, ...newExamples(context, { tasks, state, nodes })];
    state = { ...state, examples: examples.slice(-EXAMPLES_KEPT) };
    if (number < options.rounds) state = await mutated(context, options, { state, tasks, number });
  }
  return { incumbent: finalPick(context, state), stop: 'maximum_rounds' };
}

/** Of the highest sum the cheapest team, then the one that was first. */
function finalPick(context: OptimizerContext, { equals, best }: State): Candidate {
  const worths = equals.map(({ candidate, rollouts }) => ({
    candidate,
    ...worthOf(context, candidate, { score: 0, rollouts }),
  }));
  return (bestFirst(worths)[0] ?? best).candidate;
}

/** Runs the assignment on the same tasks as the best one; it takes its place when it scores strictly more. */
async function evaluated(
  context: OptimizerContext,
  state: State,
  { candidate, tasks }: { readonly candidate: Candidate; readonly tasks: readonly TaskView[] },
): Promise<State> {
  const told = { candidate, parents: [candidateDigest(state.best.candidate)] };
  context.note({ kind: 'candidate-proposed', ...told, reason: 'most probable assignment' });
  const holder = state.best.rollouts;
  const [contender] = await runAgainst(context, {
    candidates: [candidate],
    tasks,
    bars: [{ holder, strict: false }],
    rivals: [holder],
  });
  const rollouts = contender?.rollouts ?? [];
  const pairs = pairRollouts(holder, rollouts);
  const own = pairs.reduce((sum, pair) => sum + pair.candidate.score, 0);
  const before = pairs.reduce((sum, pair) => sum + pair.parent.score, 0);
  const isWhole = pairs.length > 0 && contender?.leftFor === null;
  const isBetter = isWhole && own > before;
  const reason = `${own} on ${pairs.length} train tasks, the best so far ${before}`;
  context.note({
    kind: isBetter ? 'candidate-accepted' : 'candidate-rejected',
    ...told,
    reason,
  });
  const latest = { candidate, rollouts };
  if (isBetter) return { ...state, best: latest, equals: [latest], latest, stale: 0 };
  const equals = isWhole && own === before ? [...state.equals, latest] : state.equals;
  return { ...state, equals, latest, stale: state.stale + 1 };
}

/** The worst rows of the best assignment, and what every role is blamed for there, lead to its next variants. */
async function mutated(
  context: OptimizerContext,
  options: MaproOptions,
  at: { readonly state: State; readonly tasks: readonly TaskView[]; readonly number: number },
): Promise<State> {
  const { state, tasks, number } = at;
  const anchor = state.best.candidate;
  const failures = situationsOf(tasks, state.best.rollouts)
    .filter(({ rollout }) => rollout.score < 1)
    .sort((left, right) => left.rollout.score - right.rollout.score)
    .slice(0, options.failures);
  const cases: ReadonlyMap<string, readonly ProposalCase[]> = await blameRoles(context, options, {
    anchor,
    failures,
    round: number,
  });
  const { asks, read } = poolAsks(context, options, { anchor, round: number, cases });
  const replies = await context.step(asks);
  return { ...state, pools: read(replies.map(({ text }) => text)) };
}

/** Outputs that show a judge the scale: of a team that does well, and of the role that is rated worst. */
function newExamples(
  context: OptimizerContext,
  at: {
    readonly tasks: readonly TaskView[];
    readonly state: State;
    readonly nodes: ReadonlyMap<string, readonly number[]>;
  },
): RatedExample[] {
  const { tasks, state, nodes } = at;
  const rows = situationsOf(tasks, state.latest.rollouts);
  const solved = rows.filter(({ rollout }) => rollout.outcome === 'success');
  const lost = rows.find(({ rollout }) => rollout.outcome === 'semantic_failure');
  const last = context.graph(state.latest.candidate).roles.at(-1)?.role ?? '';
  const rated = [...nodes].map(([role, values]) => ({ role, value: values[0] ?? 1 }));
  const worst = rated.reduce((low, entry) => (entry.value < low.value ? entry : low), {
    role: '',
    value: 1,
  });
  const shown = (row: Situation | undefined, role: string, isGood: boolean): RatedExample[] =>
    row === undefined
      ? []
      : [{ question: row.task.brief.task, output: row.rollout.roleOutputs[role] ?? '', isGood }];
  const isStrong = rows.length > 0 && solved.length >= GOOD_SHARE * rows.length;
  return [
    ...(isStrong ? shown(solved[0], last, true) : []),
    ...(worst.value <= 0.4 ? shown(lost, worst.role, false) : []),
  ];
}

/** Good and bad in turn, the newest first. */
function shownExamples(kept: readonly RatedExample[], count: number): RatedExample[] {
  const newest = [...kept].reverse();
  const good = newest.filter(({ isGood }) => isGood);
  const bad = newest.filter(({ isGood }) => !isGood);
  const turns = Array.from({ length: Math.max(good.length, bad.length) }, (_, index) => [
    good[index],
    bad[index],
  ]);
  return turns
    .flat()
    .flatMap((example) => (example === undefined ? [] : [example]))
    .slice(0, count);
}
