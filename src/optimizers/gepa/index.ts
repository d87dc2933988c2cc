/** Does reflecting on traces, with a pool that remembers who is best on each task, find better teams? GEPA. */
import { type Static, Type } from '@sinclair/typebox';
import type { Optimizer } from '../../core/optimizer.ts';
import { caseOf, type ProposalCase } from '../kit/asks/proposal.ts';
import { evolutionMethod } from '../kit/evolution/method.ts';
import { evolutionOptions } from '../kit/evolution/options.ts';
import type { ReflectiveRow } from '../kit/evolution/types.ts';
import { about } from './about.ts';

const optionsSchema = Type.Object(evolutionOptions(1), { additionalProperties: false });

export type GepaOptions = Static<typeof optionsSchema>;

export const gepa: Optimizer<GepaOptions> = evolutionMethod({
  id: 'gepa',
  title: 'Reflective mutation with an instance-wise Pareto pool (GEPA)',
  about,
  optionsSchema,
  caseOf: (row, { feedback }) => componentCase(row, feedback),
});

/** What the one role read and wrote, and how the team's answer did. */
function componentCase({ node, task, rollout }: ReflectiveRow, feedback: boolean): ProposalCase {
  const own = caseOf(node, task, rollout);
  const status = `score ${rollout.score ?? 'unknown'}, ${rollout.outcome}`;
  return { ...own, feedback: feedback ? `${status}\n${rollout.feedback}` : status };
}
