/** Which instruction and which examples should each role get, chosen jointly? MIPROv2 (arXiv 2406.11695). */
import { canonicalJson } from '../../core/json.ts';
import type { Optimizer, OptimizerContext, OptimizerResult } from '../../core/optimizer.ts';
import { about } from './about.ts';
import { bootstrapSets } from './demonstrations.ts';
import { proposeInstructions } from './instructions.ts';
import { type MiproOptions, optionsSchema } from './options.ts';
import { searchCombinations } from './search.ts';

export const mipro: Optimizer<MiproOptions> = {
  id: 'mipro',
  version: 1,
  title: 'Joint search over instructions and demonstrations by a Parzen estimator (MIPROv2)',
  about,
  optionsSchema,
  minimumBudget: ({ minibatch }, { validationTasks }) => {
    const isFull = minibatch === 0 || minibatch >= validationTasks;
    return isFull ? 2 * validationTasks : 2 * validationTasks + minibatch;
  },
  optimize,
};

async function optimize(
  context: OptimizerContext,
  options: MiproOptions,
): Promise<OptimizerResult> {
  const { seedCandidate, train, validation, space } = context;
  const { prompts, topology } = context.optimize;
  const ended = (stop: string): OptimizerResult => ({ incumbent: seedCandidate, stop });
  if (train.length === 0) return ended('no_training_tasks');
  if (validation.length === 0) return ended('no_validation_tasks');
  if (!prompts && !(topology && space.settings.length > 1)) return ended('nothing_to_search');
  const shape = {
    graph: context.graph(seedCandidate),
    trainTasks: train.length,
    validationTasks: validation.length,
  };
  const left = context.budget().remaining - mipro.minimumBudget(options, shape);
  if (left < 0) return ended('budget');
  // Demonstrations may take only what the smallest search leaves.
  const share = Math.min(options.bootstrapShare, left / Math.max(1, context.budget().remaining));
  const sets = await bootstrapSets(context, { ...options, bootstrapShare: share });
  const instructions = await proposeInstructions(context, options, sets);
  const own = canonicalJson(seedCandidate.parameters);
  const others = topology ? space.settings.filter((setting) => canonicalJson(setting) !== own) : [];
  const settings = [seedCandidate.parameters, ...others];
  const isFixed =
    settings.length === 1 &&
    sets.length === 1 &&
    Object.values(instructions).every((pool) => pool.length === 1);
  if (isFixed) return ended('no_valid_proposals');
  return await searchCombinations(context, options, { instructions, sets, settings });
}
