/** What do the prompts of a beam become in one step, and how do the new ones compare with their parents? */
import { type Candidate, withRolePrompt } from '../../core/candidate.ts';
import type { TaskView } from '../../core/dataset.ts';
import type { OptimizerContext, RolloutsAsk } from '../../core/optimizer.ts';
import type { RandomPath } from '../../core/random.ts';
import type { Rollout } from '../../core/rollout.ts';
import type { RoleNode } from '../../core/topology.ts';
import { type Comparison, judgePairs } from '../kit/asks/pairwise-judge.ts';
import {
  caseOf,
  describeRole,
  promptRequirements,
  proposalAsk,
  readProposal,
} from '../kit/asks/proposal.ts';
import { isObserved, type Pair, pairRollouts, winOf } from '../kit/paired.ts';
import { runAgainst } from '../kit/race/run-against.ts';
import type { MaspoOptions } from './options.ts';
import type { TaskEvidence } from './score.ts';

/** A role with everyone else at the anchor. */
export interface Focus {
  readonly context: OptimizerContext;
  readonly options: MaspoOptions;
  readonly anchor: Candidate;
  readonly node: RoleNode;
  /** Steps that the role has behind it. */
  readonly depth: number;
  readonly path: RandomPath;
}

/** A prompt's team on a minibatch: what every agent read and wrote is the base of its children's rollouts. */
export interface Base {
  readonly prompt: string;
  readonly tasks: readonly TaskView[];
  readonly rollouts: readonly Rollout[];
}

/** A proposal with the base that it is measured against. */
export interface Proposal {
  readonly base: Base;
  readonly prompt: string;
}

export async function runBases(
  { context, anchor, node }: Focus,
  plans: readonly { readonly prompt: string; readonly tasks: readonly TaskView[] }[],
): Promise<Base[]> {
  const asks: RolloutsAsk[] = plans.map(({ prompt, tasks }) => ({
    kind: 'rollouts',
    candidate: withRolePrompt(anchor, node.role, prompt),
    tasks,
    whenShort: 'skip',
  }));
  const results: readonly (readonly Rollout[])[] = await context.step(asks);
  return plans.map((plan, index) => observedPart({ ...plan, rollouts: results[index] ?? [] }));
}

/** `children` proposals per base, each from its own part of the base's cases; distinct, and none equal to its parent. */
export async function propose(focus: Focus, bases: readonly Base[]): Promise<Proposal[]> {
  const { context, options, node } = focus;
  const plans = bases.flatMap((base, place) =>
    parts(base.tasks.length, options.children).map(([start, end], part) => ({
      base,
      ask: requestFor(focus, base, { start, end, sample: place * options.children + part }),
    })),
  );
  if (plans.length === 0) return [];
  const replies = await context.step(plans.map((plan) => plan.ask));
  const proposals: Proposal[] = [];
  plans.forEach(({ base }, index) => {
    const check = readProposal(replies[index]?.text ?? null, base.prompt);
    if (!check.ok) {
      const message = `a proposal for ${node.role} was refused: ${check.reason}`;
      context.note({ kind: 'progress', message });
      return;
    }
    const { prompt } = check;
    if (proposals.some((other) => other.base === base && other.prompt === prompt)) return;
    proposals.push({ base, prompt });
  });
  return proposals;
}

/**
 * Runs every proposal on its base's tasks, reusing what the base already knows upstream, and collects the wins. With
 * `lookahead`, direct successors' outputs are compared too.
 */
export async function compare(
  focus: Focus,
  proposals: readonly Proposal[],
  { lookahead }: { readonly lookahead: boolean },
): Promise<TaskEvidence[][]> {
  if (proposals.length === 0) return [];
  const { context, node, options, path } = focus;
  const results = await (endsEarly(focus) ? contested : runWhole)(focus, proposals);
  const rows = proposals.map(({ base }, index) =>
    pairRollouts(base.rollouts, results[index] ?? []).map((pair) => ({
      pair,
      comparisons: node.terminal ? [] : comparisonsFor(focus, { base, pair, lookahead }),
    })),
  );
  const verdicts = await judgePairs(
    context,
    rows.flat().flatMap((row) => row.comparisons),
    { slots: options.slots, random: context.random(...path, 'slots') },
  );
  let taken = 0;
  return rows.map((pairs) =>
    pairs.map(({ pair, comparisons }) => {
      const [local, ...next] = verdicts.slice(taken, taken + comparisons.length);
      taken += comparisons.length;
      return { taskId: pair.parent.taskId, local: local ?? null, next, global: winOf(pair) };
    }),
  );
}

/**
 * Only where the metric is the whole score: a judge's wins are not known before the last rollout, and weigh so much that
 * nobody is hopeless.
 */
function endsEarly({ node, context: { racing } }: Focus): boolean {
  return node.terminal && (racing?.race === true || racing?.abortHopeless === true);
}

async function runWhole(
  { context, anchor, node }: Focus,
  proposals: readonly Proposal[],
): Promise<readonly (readonly Rollout[])[]> {
  const asks: RolloutsAsk[] = proposals.map(({ base, prompt }) => ({
    kind: 'rollouts',
    candidate: withRolePrompt(anchor, node.role, prompt),
    tasks: base.tasks,
    from: base.rollouts,
    whenShort: 'skip',
  }));
  return await context.step(asks);
}

/** Children of one base share its tasks. Whoever lost a race keeps no row: it is no better than its parent. */
async function contested(
  { context, anchor, node }: Focus,
  proposals: readonly Proposal[],
): Promise<readonly (readonly Rollout[])[]> {
  const results = new Map<Proposal, readonly Rollout[]>();
  for (const base of new Set(proposals.map((proposal) => proposal.base))) {
    const children = proposals.filter((proposal) => proposal.base === base);
    const contenders = await runAgainst(context, {
      candidates: children.map(({ prompt }) => withRolePrompt(anchor, node.role, prompt)),
      tasks: base.tasks,
      bars: [{ holder: base.rollouts, strict: true, count: 'win' }],
      rivals: [base.rollouts],
      base: base.rollouts,
    });
    children.forEach((child, index) => {
      const contender = contenders[index];
      results.set(child, contender?.leftFor === 'race' ? [] : (contender?.rollouts ?? []));
    });
  }
  return proposals.map((proposal) => results.get(proposal) ?? []);
}

/** The role's own output first, then one per direct successor that spoke in both arms. */
function comparisonsFor(
  { node, anchor, context }: Focus,
  row: { readonly base: Base; readonly pair: Pair; readonly lookahead: boolean },
): Comparison[] {
  const { base, pair, lookahead } = row;
  const task = base.tasks.find(({ id }) => id === pair.parent.taskId);
  const question = task?.brief.task ?? '';
  const graph = context.graph(anchor);
  const outputOf = (role: string) => ({
    candidate: pair.candidate.roleOutputs[role] ?? '',
    parent: pair.parent.roleOutputs[role] ?? '',
  });
  const own = {
    question,
    requirement: `${describeRole(node, graph)}\nThe better output of ${node.role} is the one that helps the team more to a right final answer.`,
    ...outputOf(node.role),
  };
  if (!lookahead) return [own];
  const ahead = node.successors.flatMap((role) => {
    const outputs = outputOf(role);
    if (role === node.role || outputs.candidate === '' || outputs.parent === '') return [];
    const requirement = `The better output of ${role} is the one that brings the team closer to a right final answer.`;
    return [{ question, requirement, ...outputs }];
  });
  return [own, ...ahead];
}

function requestFor(
  { context, options, anchor, node, depth }: Focus,
  base: Base,
  part: { readonly start: number; readonly end: number; readonly sample: number },
) {
  const cases = base.rollouts.slice(part.start, part.end).map((rollout, index) => {
    const seen = caseOf(node, base.tasks[part.start + index] as TaskView, rollout);
    return options.feedback ? seen : { ...seen, feedback: null };
  });
  return proposalAsk({
    role: node.role,
    description: describeRole(node, context.graph(anchor)),
    prompt: base.prompt,
    cases,
    requirements: promptRequirements(node, base.tasks[0]?.brief.outputContract ?? ''),
    temperature: options.proposalTemperature,
    // A beam may hold copies of one prompt, and a small train split repeats its batches: depth tells such asks apart.
    sample: depth * options.beam * options.children + part.sample,
  });
}

/** Only tasks that were observed can be compared, or learned from. */
function observedPart({ prompt, tasks, rollouts }: Base): Base {
  const kept = tasks.filter((_, index) => isObserved(rollouts[index]));
  return { prompt, tasks: kept, rollouts: rollouts.filter(isObserved) };
}

/** `[0, length)` cut into at most `count` consecutive parts of nearly equal size, none empty. */
function parts(length: number, count: number): [number, number][] {
  const bounds = Array.from({ length: count + 1 }, (_, index) =>
    Math.ceil((index * length) / count),
  );
  return bounds
    .slice(1)
    .map((end, index): [number, number] => [bounds[index] as number, end])
    .filter(([start, end]) => end > start);
}
