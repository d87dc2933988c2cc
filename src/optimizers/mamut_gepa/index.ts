/** Does it help when the reflecting model reads the whole team's conversation? MAMuT GEPA (arXiv 2603.03565). */
import { type Static, Type } from '@sinclair/typebox';
import { clip } from '../../core/clip.ts';
import type { Optimizer, OptimizerContext } from '../../core/optimizer.ts';
import type { ProposalCase } from '../kit/asks/proposal.ts';
import { evolutionMethod } from '../kit/evolution/method.ts';
import { evolutionOptions } from '../kit/evolution/options.ts';
import type { ReflectiveRow } from '../kit/evolution/types.ts';
import { about } from './about.ts';

const optionsSchema = Type.Object(
  {
    ...evolutionOptions(0.7),
    messageLength: Type.Integer({
      default: 1200,
      minimum: 100,
      description: "Characters of each role's message that the trajectory shows.",
    }),
  },
  { additionalProperties: false },
);

export type MamutGepaOptions = Static<typeof optionsSchema>;

export const mamutGepa: Optimizer<MamutGepaOptions> = evolutionMethod({
  id: 'mamut_gepa',
  title: 'GEPA over all roles at once, reflecting on whole trajectories (MAMuT GEPA)',
  about,
  optionsSchema,
  caseOf: (row, options, context) => trajectoryCase(context, row, options),
});

/** The team's messages in speaking order, tagged by source; then what the role itself wrote, and the global score. */
function trajectoryCase(
  context: OptimizerContext,
  { node, task, rollout, candidate }: ReflectiveRow,
  { feedback, messageLength }: MamutGepaOptions,
): ProposalCase {
  const messages = context.graph(candidate).roles.flatMap(({ role }) => {
    const text = rollout.roleOutputs[role];
    return text === undefined ? [] : [`--- from ${role} ---\n${clip(text, messageLength)}`];
  });
  const status = `global score ${rollout.score ?? 'unknown'}, ${rollout.outcome}`;
  return {
    question: task.brief.task,
    context: messages.join('\n'),
    output: rollout.roleOutputs[node.role] ?? '',
    feedback: feedback ? `${status}\n${rollout.feedback}` : status,
  };
}
