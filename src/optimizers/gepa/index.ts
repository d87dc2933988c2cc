/** Does reflecting on traces, with a pool that remembers who is best on each task, find better teams? GEPA. */
import { type Static, Type } from '@sinclair/typebox';
import type { Optimizer } from '../../core/optimizer.ts';
import { caseOf, type ProposalCase } from '../kit/asks/proposal.ts';
import { evolutionMinimum, evolve } from '../kit/evolution/evolve.ts';
import { evolutionOptions } from '../kit/evolution/options.ts';
import type { ReflectiveRow } from '../kit/evolution/types.ts';
import { about } from './about.ts';

const optionsSchema = Type.Object(
  {
    ...evolutionOptions,
    proposalTemperature: Type.Number({
      default: 1,
      minimum: 0,
      maximum: 2,
      description: 'Sampling temperature of rewrites.',
    }),
  },
  { additionalProperties: false },
);

export type GepaOptions = Static<typeof optionsSchema>;

export const gepa: Optimizer<GepaOptions> = {
  id: 'gepa',
  version: 1,
  title: 'Reflective mutation with an instance-wise Pareto pool (GEPA)',
  about,
  optionsSchema,
  minimumBudget: evolutionMinimum,
  optimize: async (context, options) =>
    await evolve({
      context,
      options,
      name: 'gepa',
      caseOf: (row) => componentCase(row, options.feedback),
    }),
};

/** What the one role read and wrote, and how the team's answer did. */
function componentCase({ node, task, rollout }: ReflectiveRow, feedback: boolean): ProposalCase {
  const own = caseOf(node, task, rollout);
  const status = `score ${rollout.score ?? 'unknown'}, ${rollout.outcome}`;
  return { ...own, feedback: feedback ? `${status}\n${rollout.feedback}` : status };
}
