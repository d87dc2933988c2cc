/** What can be set about MAPRO? */
import { type Static, Type } from '@sinclair/typebox';
import { topologyOptions } from '../kit/topology-turn.ts';

const temperature = (value: number, description: string) =>
  Type.Number({ default: value, minimum: 0, maximum: 2, description });

export const optionsSchema = Type.Object(
  {
    candidates: Type.Integer({
      default: 5,
      minimum: 2,
      description: 'Prompts per role from which an assignment chooses, the anchor included.',
    }),
    rounds: Type.Integer({ default: 8, minimum: 1, description: 'Most rounds of inference.' }),
    patience: Type.Integer({
      default: 3,
      minimum: 1,
      description: 'Evaluated rounds without a better assignment after which the search stops.',
    }),
    transcripts: Type.Integer({
      default: 3,
      minimum: 1,
      description: 'Recorded situations in which candidates are probed and judged.',
    }),
    evaluation: Type.Integer({
      default: 0,
      minimum: 0,
      description: 'Train tasks on which an assignment is evaluated; 0: all of them.',
    }),
    failures: Type.Integer({
      default: 3,
      minimum: 1,
      description: 'Failed tasks that blame starts from.',
    }),
    examples: Type.Integer({
      default: 3,
      minimum: 0,
      description: 'Rated outputs that a judge is shown, good and bad in turn.',
    }),
    ...topologyOptions,
    judgeTemperature: temperature(0.2, 'Sampling temperature of ratings.'),
    proposalTemperature: temperature(0.7, 'Sampling temperature of rewrites and of blame.'),
  },
  { additionalProperties: false },
);

export type MaproOptions = Static<typeof optionsSchema>;
