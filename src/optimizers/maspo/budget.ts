/** What can still be paid for, without a biased comparison? */
import type { OptimizerContext } from '../../core/optimizer.ts';
import type { MaspoOptions } from './options.ts';

/** What stays the same for a whole search. */
export interface Search {
  readonly context: OptimizerContext;
  readonly options: MaspoOptions;
}

export interface StepPlan {
  /** Beam nodes that are expanded. */
  readonly nodes: number;
  /** Tasks of each minibatch. */
  readonly tasks: number;
}

/**
 * An expansion charges a base and `children` proposals on every task. When not all nodes of the beam can be paid for, the
 * best ones are expanded; when not one whole minibatch can, all arms get the same smaller one; below the smallest
 * minibatch there is no step (null).
 */
export function affordableStep({ context, options }: Search, nodes: number): StepPlan | null {
  const arms = 1 + options.children;
  const { remaining } = context.budget();
  const whole = Math.min(options.minibatch, context.train.length);
  const paid = Math.min(nodes, Math.floor(remaining / (arms * whole)));
  if (paid > 0) return { nodes: paid, tasks: whole };
  const tasks = Math.floor(remaining / arms);
  return tasks >= Math.min(options.smallestMinibatch, whole) ? { nodes: 1, tasks } : null;
}

/** Most steps of a turn that leave the roles still to come their equal part of the budget; at least one. */
export function fairSteps(
  { context, options }: Search,
  turn: { readonly depth: number; readonly rolesLeft: number },
): number {
  const wanted = Math.min(options.steps, options.depth - turn.depth);
  if (!options.coverRoles) return wanted;
  const part = context.budget().remaining / turn.rolesLeft;
  let steps = wanted;
  while (steps > 1 && turnCost(options, turn.depth, steps) > part) steps -= 1;
  return steps;
}

/** Charge of a turn: one node in a role's first step, a full beam later, and a refresh before every turn but the first. */
function turnCost(
  { minibatch, beam, children }: MaspoOptions,
  depth: number,
  steps: number,
): number {
  const expansion = minibatch * (1 + children);
  if (depth > 0) return minibatch * (1 + beam) + steps * beam * expansion;
  return expansion + (steps - 1) * beam * expansion;
}
