/** How does one role's prompt get better while all others stand still? */
import { type Candidate, type RoleId, withRolePrompt } from '../../core/candidate.ts';
import type { TaskView } from '../../core/dataset.ts';
import type { OptimizerContext } from '../../core/optimizer.ts';
import type { RoleNode } from '../../core/topology.ts';
import { rolePlace } from '../kit/asks/proposal.ts';
import { type BeamNode, keepBest } from '../kit/beam.ts';
import { drawBatch } from '../kit/minibatch.ts';
import { advantage, pairRollouts } from '../kit/paired.ts';
import { affordableStep, type Search, type StepPlan } from './budget.ts';
import { compare, type Focus, propose, runBases } from './expand.ts';
import { noteProposals, noteVerdicts, type Scored } from './notes.ts';
import type { MaspoOptions } from './options.ts';
import { misleadingTasks, scoreProposal } from './score.ts';

export interface RoleState {
  readonly beam: readonly BeamNode[];
  readonly best: BeamNode;
  /** Steps done. */
  readonly depth: number;
  /** Ids of train tasks where the anchor's prompt looked better locally and was worse downstream. */
  readonly misleading: readonly string[];
}

export interface SearchState {
  readonly anchor: Candidate;
  readonly roles: ReadonlyMap<RoleId, RoleState>;
}

export interface TurnResult {
  readonly state: SearchState;
  /** True when the budget did not cover another step. */
  readonly short: boolean;
}

export function stateOf({ roles, anchor }: SearchState, role: RoleId): RoleState {
  const root = { prompt: anchor.roles[role] ?? '', cumulative: 0 };
  return roles.get(role) ?? { beam: [root], best: root, depth: 0, misleading: [] };
}

/** At most `steps` steps of one role, after a refresh when its partners have changed since its last turn. */
export async function roleTurn(
  search: Search,
  start: SearchState,
  turn: { readonly node: RoleNode; readonly steps: number },
): Promise<TurnResult> {
  const { node, steps } = turn;
  let state = start;
  if (stateOf(state, node.role).depth > 0) state = await refresh(search, state, node);
  for (let step = 0; step < steps; step += 1) {
    const plan = affordableStep(search, stateOf(state, node.role).beam.length);
    if (plan === null) return { state, short: true };
    state = await roleStep(search, state, { node, plan });
  }
  return { state, short: false };
}

async function roleStep(
  search: Search,
  state: SearchState,
  { node, plan }: { readonly node: RoleNode; readonly plan: StepPlan },
): Promise<SearchState> {
  const { context, options } = search;
  const before = stateOf(state, node.role);
  const focus = focusOn(search, state, { node, purpose: 'step' });
  const nodes = before.beam.slice(0, plan.nodes);
  const injected = predecessorCases(context, state, node);
  const bases = await runBases(
    focus,
    nodes.map(({ prompt }, index) => ({
      prompt,
      tasks: drawBatch(context.random(...focus.path, 'batch', index), context.train, {
        size: plan.tasks,
        injected,
        maximumInjected: options.casesInjected,
      }),
    })),
  );
  const proposals = await propose(focus, bases);
  noteProposals(focus, proposals);
  const evidence = await compare(focus, proposals, { lookahead: true });
  const scored = proposals.map((proposal, index): Scored => {
    const rows = evidence[index] ?? [];
    const misleading = misleadingTasks(rows).slice(0, options.casesKept);
    return { proposal, score: scoreProposal(rows, options), misleading };
  });
  const families = nodes.map((parent, index) => ({
    parent,
    children: scored.filter(({ proposal }) => proposal.base === bases[index]),
  }));
  const pool = families.flatMap(({ parent, children }) => offspring(parent, children, options));
  // Nodes that the budget left out keep their place behind equally good ones that were expanded.
  const beam = keepBest([...pool, ...before.beam.slice(plan.nodes)], options.beam, {
    distinct: options.distinctBeam,
  });
  const next: RoleState = { ...before, beam, depth: before.depth + 1 };
  return settle(focus, withRole(state, node.role, next), { families, scored });
}

/** A positive proposal continues its parent's path; every other one leaves a copy of the parent in the pool. */
function offspring(
  parent: BeamNode,
  children: readonly Scored[],
  { children: count }: MaspoOptions,
): BeamNode[] {
  const kept = children.map(({ proposal, score }) =>
    score.total > 0
      ? { prompt: proposal.prompt, cumulative: parent.cumulative + score.total }
      : parent,
  );
  const missing = Array.from({ length: Math.max(0, count - kept.length) }, () => parent);
  return [...kept, ...missing];
}

interface Family {
  readonly parent: BeamNode;
  readonly children: readonly Scored[];
}

/** Moves the anchor when the best path of this step beats the best so far, and says what became of every proposal. */
async function settle(
  focus: Focus,
  state: SearchState,
  step: { readonly families: readonly Family[]; readonly scored: readonly Scored[] },
): Promise<SearchState> {
  const { node, options } = focus;
  const role = stateOf(state, node.role);
  const leader = step.families
    .map(bestOfFamily)
    .reduce((top, entry) => (entry.node.cumulative > top.node.cumulative ? entry : top));
  const { child } = leader;
  const beats = leader.node.cumulative > role.best.cumulative + options.margin;
  const moved = child !== undefined && beats && (await isConfirmed(focus, leader.node.prompt));
  noteVerdicts(focus, step.scored, moved ? child : null);
  if (!beats) return state;
  if (!moved) {
    const beam = role.beam.filter(({ prompt }) => prompt !== leader.node.prompt);
    return withRole(state, node.role, { ...role, beam: beam.length > 0 ? beam : [role.best] });
  }
  const misleading = child.misleading.length > 0 ? child.misleading : role.misleading;
  const anchor = withRolePrompt(state.anchor, node.role, leader.node.prompt);
  return withRole({ ...state, anchor }, node.role, { ...role, best: leader.node, misleading });
}

function bestOfFamily({ parent, children }: Family): { node: BeamNode; child?: Scored } {
  const [first, ...rest] = children;
  if (first === undefined) return { node: parent };
  const child = rest.reduce(
    (top, entry) => (entry.score.total > top.score.total ? entry : top),
    first,
  );
  if (child.score.total <= 0) return { node: parent };
  const cumulative = parent.cumulative + child.score.total;
  return { node: { prompt: child.proposal.prompt, cumulative }, child };
}

/** Deviation (option `confirm`): the new anchor must not score worse than the old one on fresh paired tasks. */
async function isConfirmed(
  { context, options, anchor, node, path }: Focus,
  prompt: string,
): Promise<boolean> {
  const size = Math.min(options.confirm, Math.floor(context.budget().remaining / 2));
  if (size < Math.min(options.confirm, options.smallestMinibatch) || size === 0) return true;
  const tasks = drawBatch(context.random(...path, 'confirm'), context.train, { size });
  const [old, changed] = await context.step([
    { kind: 'rollouts', candidate: anchor, tasks, whenShort: 'skip' },
    {
      kind: 'rollouts',
      candidate: withRolePrompt(anchor, node.role, prompt),
      tasks,
      whenShort: 'skip',
    },
  ]);
  return advantage(pairRollouts(old, changed)) >= 0;
}

/**
 * Scores the beam anew against the anchor, without lookahead, because the partners have changed. The anchor's own prompt
 * is an explicit node with sum 0, and gives way only to a better one. Left out when nothing else is in the beam, or the
 * budget does not cover it.
 */
async function refresh(search: Search, state: SearchState, node: RoleNode): Promise<SearchState> {
  const { context, options } = search;
  const before = stateOf(state, node.role);
  const current = state.anchor.roles[node.role] ?? '';
  const rivals = [...new Set(before.beam.map(({ prompt }) => prompt))].filter(
    (prompt) => prompt !== current,
  );
  const size = Math.min(options.minibatch, context.train.length);
  if (rivals.length === 0 || (1 + rivals.length) * size > context.budget().remaining) return state;
  const focus = focusOn(search, state, { node, purpose: 'refresh' });
  const tasks = drawBatch(context.random(...focus.path, 'batch'), context.train, { size });
  const [base] = await runBases(focus, [{ prompt: current, tasks }]);
  if (base === undefined) return state;
  const proposals = rivals.map((prompt) => ({ base, prompt }));
  noteProposals(focus, proposals);
  const evidence = await compare(focus, proposals, { lookahead: false });
  const scored = proposals.map((proposal, index): Scored => {
    const score = scoreProposal(evidence[index] ?? [], options);
    return { proposal, score, misleading: [] };
  });
  const root = { prompt: current, cumulative: 0 };
  const nodes = scored.map(({ proposal, score }) => ({
    prompt: proposal.prompt,
    cumulative: score.total,
  }));
  const beam = keepBest([root, ...nodes], options.beam, { distinct: true });
  const [top = root] = beam;
  const best = top.cumulative > options.margin ? top : root;
  const winner = scored.find(({ proposal }) => best !== root && proposal.prompt === best.prompt);
  noteVerdicts(focus, scored, winner ?? null);
  const anchor = withRolePrompt(state.anchor, node.role, best.prompt);
  return withRole({ ...state, anchor }, node.role, { ...before, beam, best });
}

function focusOn(
  { context, options }: Search,
  state: SearchState,
  { node, purpose }: { readonly node: RoleNode; readonly purpose: string },
): Focus {
  const { depth } = stateOf(state, node.role);
  const path = ['maspo', purpose, rolePlace(context.lineup, node.role), depth];
  return { context, options, anchor: state.anchor, node, depth, path };
}

/** The union over all direct predecessors, in speaking order. */
function predecessorCases(
  { train }: OptimizerContext,
  state: SearchState,
  node: RoleNode,
): TaskView[] {
  const sources = node.predecessors.filter((source) => source !== node.role);
  const ids = sources.flatMap((source) => state.roles.get(source)?.misleading ?? []);
  return [...new Set(ids)].flatMap((id) => train.find((task) => task.id === id) ?? []);
}

function withRole(state: SearchState, role: RoleId, entry: RoleState): SearchState {
  return { ...state, roles: new Map(state.roles).set(role, entry) };
}
