/** What can be set about random search? */
import { type Static, Type } from '@sinclair/typebox';

export const optionsSchema = Type.Object(
  {
    tasks: Type.Integer({
      default: 20,
      minimum: 1,
      description: 'Train tasks of the one block on which all candidates are scored.',
    }),
    smallestBlock: Type.Integer({
      default: 5,
      minimum: 1,
      description:
        'Fewest tasks of the block when the budget is small; below, nothing is searched.',
    }),
    perRound: Type.Integer({ default: 4, minimum: 1, description: 'Candidates scored at once.' }),
    rewriteChance: Type.Number({
      default: 0.5,
      minimum: 0,
      maximum: 1,
      description: 'Chance of each role to get a rewrite in a candidate; one role always does.',
    }),
    finalists: Type.Integer({
      default: 3,
      minimum: 0,
      description: 'Best candidates that meet the seed again on fresh tasks; 0 trusts the block.',
    }),
    finalShare: Type.Number({
      default: 0.2,
      minimum: 0,
      maximum: 0.9,
      description: 'Share of the budget kept for the finalists.',
    }),
    proposalTemperature: Type.Number({
      default: 1,
      minimum: 0,
      maximum: 2,
      description: 'Sampling temperature of rewrites.',
    }),
  },
  { additionalProperties: false },
);

export type RandomOptions = Static<typeof optionsSchema>;
