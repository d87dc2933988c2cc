/** Does judging a role's prompt by its successors and the final answer find better teams? MASPO (arXiv 2605.06623). */
import type { Optimizer, OptimizerContext, OptimizerResult } from '../../core/optimizer.ts';
import { type TopologyMove, topologyTurn } from '../kit/topology-turn.ts';
import { about } from './about.ts';
import { fairSteps, type Search } from './budget.ts';
import { type MaspoOptions, optionsSchema } from './options.ts';
import { roleTurn, type SearchState, stateOf, type TurnResult } from './turn.ts';

export const maspo: Optimizer<MaspoOptions> = {
  id: 'maspo',
  version: 1,
  title: 'Joint prompt search by local, lookahead and global comparisons (MASPO)',
  about,
  optionsSchema,
  minimumBudget: ({ smallestMinibatch, minibatch, children }, shape) =>
    Math.min(smallestMinibatch, minibatch, shape.trainTasks) * (1 + children),
  optimize,
};

/** Coordinate ascent in sweeps: the topology parameters, when they may change, then every role in topological order. */
async function optimize(
  context: OptimizerContext,
  options: MaspoOptions,
): Promise<OptimizerResult> {
  const search = { context, options };
  let state: SearchState = { anchor: context.seedCandidate, roles: new Map() };
  const ended = (stop: string): OptimizerResult => ({ incumbent: state.anchor, stop });
  const { prompts, topology } = context.optimize;
  if (context.train.length === 0) return ended('no_training_tasks');
  if (!prompts && !(topology && context.space.settings.length > 1))
    return ended('nothing_to_search');
  for (let sweep = 0; ; sweep += 1) {
    const parameters = await topologySweep(search, state, sweep);
    state = { ...state, anchor: parameters.anchor };
    if (!prompts && !parameters.tried) return ended('budget');
    const finished = prompts ? openRoles(search, state).length === 0 : sweep + 1 >= options.depth;
    if (finished) return ended('maximum_search_depth');
    const swept = await roleSweep(search, state);
    state = swept.state;
    if (swept.short) return ended('budget');
  }
}

async function roleSweep(search: Search, start: SearchState): Promise<TurnResult> {
  let state = start;
  const nodes = search.context.optimize.prompts ? openRoles(search, start) : [];
  for (const [place, node] of nodes.entries()) {
    const { depth } = stateOf(state, node.role);
    const steps = fairSteps(search, { depth, rolesLeft: nodes.length - place });
    const turn = await roleTurn(search, state, { node, steps });
    if (turn.short) return turn;
    state = turn.state;
  }
  return { state, short: false };
}

/** Roles that act under the anchor's parameters and have steps left. */
function openRoles({ context, options }: Search, state: SearchState) {
  const { roles } = context.graph(state.anchor);
  return roles.filter(({ role }) => stateOf(state, role).depth < options.depth);
}

/**
 * The parameters' own turn. It comes before the first sweep too: it needs no judge, and prompts are then written for the
 * team that will speak them. Beside prompts it may take only its share of what is left.
 */
async function topologySweep(
  { context, options }: Search,
  { anchor }: SearchState,
  sweep: number,
): Promise<TopologyMove> {
  const { prompts, topology } = context.optimize;
  if (!topology || sweep % options.topologyEvery !== 0) return { anchor, tried: true };
  const share = prompts ? options.topologyShare : 1;
  return topologyTurn(context, anchor, {
    tasks: options.topologyTasks,
    allowance: Math.floor(share * context.budget().remaining),
    margin: options.margin,
    path: ['maspo', 'topology', sweep],
  });
}
