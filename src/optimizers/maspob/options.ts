/** What can be set about MASPOB? */
import { type Static, Type } from '@sinclair/typebox';

export const optionsSchema = Type.Object(
  {
    pool: Type.Integer({
      default: 20,
      minimum: 1,
      description: 'Prompts per role to choose from, the original included.',
    }),
    tries: Type.Integer({
      default: 3,
      minimum: 1,
      description: 'Times that a variant is asked for until one can be used.',
    }),
    batch: Type.Integer({ default: 5, minimum: 1, description: 'Train tasks of one pull.' }),
    warmUp: Type.Integer({
      default: 5,
      minimum: 1,
      description: 'Random combinations that are pulled before the surrogate chooses.',
    }),
    pulls: Type.Integer({
      default: 125,
      minimum: 1,
      description: 'Most pulls; the budget usually ends the search before.',
    }),
    alpha: Type.Number({
      default: 0.2,
      minimum: 0,
      description: 'Weight of what is not known beside what is predicted; 0 is greedy.',
    }),
    surrogate: Type.Union([Type.Literal('gaussian'), Type.Literal('graph-attention')], {
      default: 'gaussian',
      description:
        "What predicts a combination's score: a Gaussian process, or the paper's graph attention network, trained anew after each pull (minutes of processor time per job).",
    }),
    epochs: Type.Integer({
      default: 800,
      minimum: 1,
      description: 'Most epochs of one training of the graph attention network.',
    }),
    patience: Type.Integer({
      default: 200,
      minimum: 1,
      description: 'Epochs without a lower error after which a training ends.',
    }),
    proposalTemperature: Type.Number({
      default: 0.5,
      minimum: 0,
      maximum: 2,
      description: 'Sampling temperature of variants.',
    }),
  },
  { additionalProperties: false },
);

export type MaspobOptions = Static<typeof optionsSchema>;
