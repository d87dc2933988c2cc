/** What can be set about the staged schedule? */
import { type Static, Type } from '@sinclair/typebox';

const share = (value: number, description: string) =>
  Type.Number({ default: value, minimum: 0, maximum: 1, description });

export const optionsSchema = Type.Object(
  {
    blockShare: share(
      0.4,
      'Share of the budget for the first stage, prompts on the given setting.',
    ),
    raceShare: share(
      0.2,
      'Share of the budget for the race of settings; the rest is for the last stage.',
    ),
    raceTasks: Type.Integer({
      default: 20,
      minimum: 1,
      description: 'Train tasks on which settings race.',
    }),
    raceSettings: Type.Integer({
      default: 12,
      minimum: 1,
      description: 'Most settings that enter the race against the given one.',
    }),
  },
  { additionalProperties: false },
);

export type StagedOptions = Static<typeof optionsSchema>;
