/** Would a neighbouring setting of the topology parameters serve the team better? */
import { Type } from '@sinclair/typebox';
import { type Candidate, candidateDigest, withParameters } from '../../core/candidate.ts';
import type { TaskView } from '../../core/dataset.ts';
import type { OptimizerContext, RolloutsAsk } from '../../core/optimizer.ts';
import type { RandomPath } from '../../core/random.ts';
import type { Rollout } from '../../core/rollout.ts';
import { neighbours } from '../../core/space.ts';
import { drawBatch } from './minibatch.ts';
import { advantage, type Pair, pairRollouts } from './paired.ts';
import { runBeside } from './race/run-against.ts';
import { bestFirst, worthOf } from './worth.ts';

export interface TopologyTurn {
  /** Paired tasks behind a move; half of them thin the field first. */
  readonly tasks: number;
  /** Rollouts that this turn may charge. */
  readonly allowance: number;
  /** The anchor moves only for an advantage above this. */
  readonly margin: number;
  readonly path: RandomPath;
}

/** Options of a method whose idea has no place for topology parameters: it gives them one turn before it begins. */
export const topologyOptions = {
  topologyShare: Type.Number({
    default: 0.2,
    minimum: 0,
    maximum: 1,
    description: "Share of the budget for the topology parameters' turn beside prompts.",
  }),
  topologyTasks: Type.Integer({
    default: 20,
    minimum: 1,
    description: 'Paired train tasks behind a move of the topology parameters.',
  }),
};

export interface TopologyMove {
  readonly anchor: Candidate;
  /** False when the allowance did not cover a single neighbour, or there is none. */
  readonly tried: boolean;
}

interface Entry {
  readonly candidate: Candidate;
  readonly pairs: readonly Pair[];
  /** It left the first heat early. */
  readonly isOut?: boolean;
}

/** Neighbours that stay in the race for its second half. */
const FINALISTS = 2;

/**
 * A coordinate move in two paired heats. Every neighbour of the anchor meets the anchor on the first half of the tasks;
 * the best two that won more than they lost meet it again on fresh tasks; the best over both halves, of equals the
 * cheapest, replaces the anchor when it is better by more than the margin. Only the dataset's metric decides: a setting has
 * no output of its own that a judge could compare. When not all neighbours can be paid for, a random part of them is tried.
 */
export async function topologyTurn(
  context: OptimizerContext,
  anchor: Candidate,
  turn: TopologyTurn,
): Promise<TopologyMove> {
  const plan = planHeats(context, anchor, turn);
  if (plan === null) return { anchor, tried: false };
  const parents = [candidateDigest(anchor)];
  for (const candidate of plan.field) {
    context.note({ kind: 'candidate-proposed', candidate, parents, reason: 'topology neighbour' });
  }
  const first = await firstHeat(context, anchor, {
    field: plan.field,
    tasks: plan.heats[0],
    margin: turn.margin,
  });
  const gained = first.filter(
    ({ pairs, isOut }) => isOut !== true && advantage(pairs) > turn.margin,
  );
  const last = await runHeat(context, anchor, {
    field: ranked(context, gained).slice(0, FINALISTS),
    tasks: plan.heats[1],
  });
  const winner = ranked(context, last).find(({ pairs }) => advantage(pairs) > turn.margin);
  for (const { candidate, pairs } of first) {
    if (candidate === winner?.candidate) continue;
    const final = last.find((entry) => entry.candidate === candidate)?.pairs ?? pairs;
    context.note({ kind: 'candidate-rejected', candidate, parents, reason: reasonFor(final) });
  }
  if (winner === undefined) return { anchor, tried: true };
  const { candidate, pairs } = winner;
  context.note({ kind: 'candidate-accepted', candidate, parents, reason: reasonFor(pairs) });
  return { anchor: candidate, tried: true };
}

/** The seed after one turn of its parameters: within its share of the budget, or with all of it when prompts stay. */
export async function settleParameters(
  context: OptimizerContext,
  options: { readonly topologyShare: number; readonly topologyTasks: number },
  name: string,
): Promise<Candidate> {
  const share = context.optimize.prompts ? options.topologyShare : 1;
  const { anchor } = await topologyTurn(context, context.seedCandidate, {
    tasks: options.topologyTasks,
    allowance: Math.floor(share * context.budget().remaining),
    margin: 0,
    path: [name, 'topology'],
  });
  return anchor;
}

function planHeats(context: OptimizerContext, anchor: Candidate, turn: TopologyTurn) {
  const settings = neighbours(context.space, anchor.parameters);
  const size = Math.min(turn.tasks, context.train.length);
  const half = Math.ceil(size / 2);
  const rest = size - half;
  const cost = (count: number): number =>
    (1 + count) * half + (rest === 0 ? 0 : (1 + Math.min(FINALISTS, count)) * rest);
  let count = settings.length;
  while (count > 0 && cost(count) > turn.allowance) count -= 1;
  if (count === 0 || size === 0) return null;
  const random = context.random(...turn.path, 'settings');
  const chosen = count < settings.length ? random.sample(settings, count) : settings;
  const tasks = drawBatch(context.random(...turn.path, 'tasks'), context.train, { size });
  const field = chosen.map((setting) => withParameters(anchor, setting));
  return { field, heats: [tasks.slice(0, half), tasks.slice(half)] as const };
}

/** The heat that thins the field may end early for those that cannot be finalists any more. */
async function firstHeat(
  context: OptimizerContext,
  anchor: Candidate,
  heat: {
    readonly field: readonly Candidate[];
    readonly tasks: readonly TaskView[];
    readonly margin: number;
  },
): Promise<Entry[]> {
  const { field, tasks, margin } = heat;
  const { base, contenders } = await runBeside(context, {
    holder: anchor,
    candidates: field,
    tasks,
    barsOf: (holder) => [{ holder, count: 'win', margin, strict: true }],
    keep: FINALISTS,
  });
  return contenders.map(({ candidate, rollouts, leftFor }) => ({
    candidate,
    pairs: pairRollouts(base, rollouts),
    isOut: leftFor !== null,
  }));
}

async function runHeat(
  context: OptimizerContext,
  anchor: Candidate,
  heat: { readonly field: readonly Entry[]; readonly tasks: readonly TaskView[] },
): Promise<Entry[]> {
  const { field, tasks } = heat;
  if (field.length === 0 || tasks.length === 0) return [...field];
  const asks: RolloutsAsk[] = [anchor, ...field.map((entry) => entry.candidate)].map(
    (candidate) => ({ kind: 'rollouts', candidate, tasks, whenShort: 'skip' }),
  );
  const [base, ...results]: readonly (readonly Rollout[])[] = await context.step(asks);
  return field.map((entry, index) => ({
    candidate: entry.candidate,
    pairs: [...entry.pairs, ...pairRollouts(base ?? [], results[index] ?? [])],
  }));
}

/** Best first; of equals the cheapest. */
function ranked(context: OptimizerContext, entries: readonly Entry[]): Entry[] {
  const worths = entries.map((entry) => ({
    entry,
    ...worthOf(context, entry.candidate, {
      score: advantage(entry.pairs),
      rollouts: entry.pairs.map(({ candidate }) => candidate),
    }),
  }));
  return bestFirst(worths).map(({ entry }) => entry);
}

function reasonFor(pairs: readonly Pair[]): string {
  return `topology: advantage ${advantage(pairs).toFixed(3)} on ${pairs.length} paired tasks`;
}
