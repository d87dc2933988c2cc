/** What can be set about HiveMind? */
import { type Static, Type } from '@sinclair/typebox';
import { topologyOptions } from '../kit/topology-turn.ts';

export const optionsSchema = Type.Object(
  {
    batch: Type.Integer({
      default: 5,
      minimum: 1,
      description: 'Train tasks of a cycle, the same for all coalitions.',
    }),
    gate: Type.Integer({
      default: 5,
      minimum: 1,
      description: 'Validation tasks on which a candidate must beat the current team.',
    }),
    coalitionLimit: Type.Integer({
      default: 40,
      minimum: 2,
      description:
        'Most coalitions of a cycle: up to here credit is exact, beyond it comes from random orders.',
    }),
    cycles: Type.Integer({
      default: 20,
      minimum: 1,
      description: 'Most cycles; the budget usually ends the search before.',
    }),
    managerEvery: Type.Integer({
      default: 3,
      minimum: 1,
      description: 'Every so many cycles the lessons are for the manager, who has no credit.',
    }),
    lessons: Type.Integer({
      default: 5,
      minimum: 1,
      description: 'Most lessons of one reflection.',
    }),
    kept: Type.Integer({
      default: 6,
      minimum: 1,
      description: 'Most lessons in a prompt; the oldest go first.',
    }),
    solved: Type.Number({
      default: 0.5,
      minimum: 0,
      maximum: 1,
      description: 'Score from which on a case is shown as won.',
    }),
    reflectionTemperature: Type.Number({
      default: 0.7,
      minimum: 0,
      maximum: 2,
      description: 'Sampling temperature of reflections.',
    }),
    ...topologyOptions,
  },
  { additionalProperties: false },
);

export type HivemindOptions = Static<typeof optionsSchema>;
