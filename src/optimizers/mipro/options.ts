/** What can be set about MIPROv2? */
import { type Static, Type } from '@sinclair/typebox';

export const optionsSchema = Type.Object(
  {
    candidates: Type.Integer({
      default: 6,
      minimum: 1,
      description: 'Instructions per role, the original included, and sets of demonstrations.',
    }),
    demonstrations: Type.Integer({
      default: 4,
      minimum: 0,
      description: 'Most demonstrations of a role in one set; 0 searches instructions only.',
    }),
    demonstrationLength: Type.Integer({
      default: 1500,
      minimum: 100,
      description: "Characters of a demonstration's input; its output is cut to the same length.",
    }),
    bootstrapShare: Type.Number({
      default: 0.15,
      minimum: 0,
      maximum: 0.9,
      description: 'Share of the budget that collecting demonstrations may charge.',
    }),
    trials: Type.Integer({
      default: 40,
      minimum: 1,
      description: 'Most trials on minibatches; the budget usually ends the search before.',
    }),
    minibatch: Type.Integer({
      default: 10,
      minimum: 0,
      description: 'Validation tasks of one trial; 0: all of them, in every trial.',
    }),
    fullEvery: Type.Integer({
      default: 5,
      minimum: 1,
      description: 'Trials after which the best combination so far is validated in full.',
    }),
    startup: Type.Integer({
      default: 10,
      minimum: 1,
      description: 'Trials drawn uniformly before the estimator chooses.',
    }),
    draws: Type.Integer({
      default: 24,
      minimum: 1,
      description: 'Combinations that the estimator weighs per trial.',
    }),
    summaryBatches: Type.Integer({
      default: 3,
      minimum: 0,
      description: 'Batches of ten train tasks that are looked at for a summary of the data.',
    }),
    proposalTemperature: Type.Number({
      default: 1,
      minimum: 0,
      maximum: 2,
      description: 'Sampling temperature of instructions.',
    }),
  },
  { additionalProperties: false },
);

export type MiproOptions = Static<typeof optionsSchema>;
