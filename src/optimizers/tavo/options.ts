/** What can be set about TAVO? */
import { type Static, Type } from '@sinclair/typebox';
import { topologyOptions } from '../kit/topology-turn.ts';

const temperature = (value: number, description: string) =>
  Type.Number({ default: value, minimum: 0, maximum: 2, description });

export const optionsSchema = Type.Object(
  {
    mode: Type.Union([Type.Literal('overlay'), Type.Literal('hybrid'), Type.Literal('per-role')], {
      default: 'overlay',
      description:
        'overlay: one policy appended to every role (the TRUCE release); hybrid: roles refined from the seed, then the policy; per-role: each role refined from its last prompt, no policy (the paper).',
    }),
    batch: Type.Integer({
      default: 6,
      minimum: 1,
      description: 'Train tasks, the same in all rounds, from which credit is read.',
    }),
    rounds: Type.Integer({ default: 5, minimum: 1, description: 'Most rounds.' }),
    attempts: Type.Integer({
      default: 2,
      minimum: 1,
      description: 'Attempts per round; another one only after a rejection.',
    }),
    patience: Type.Integer({
      default: 2,
      minimum: 1,
      description: 'Rejected rounds in a row after which the search stops.',
    }),
    margin: Type.Number({
      default: 0.01,
      minimum: 0,
      maximum: 1,
      description: 'Gain over the seed on validation that an adoption needs.',
    }),
    rules: Type.Integer({ default: 6, minimum: 1, description: 'Most rules of the policy.' }),
    localCredit: Type.Boolean({
      default: true,
      description:
        "Rate each role's part of a trajectory first, and show the rating to the critic.",
    }),
    creditTemperature: temperature(0.5, 'Sampling temperature of credit, ranking and policy.'),
    ratingTemperature: temperature(0.3, 'Sampling temperature of local ratings.'),
    ...topologyOptions,
  },
  { additionalProperties: false },
);

export type TavoOptions = Static<typeof optionsSchema>;
