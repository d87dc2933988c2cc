/** What can be set about CREDO? */
import { type Static, Type } from '@sinclair/typebox';

const onOff = (what: string) =>
  Type.Union([Type.Literal('on'), Type.Literal('off')], { default: 'on', description: what });

export const optionsSchema = Type.Object(
  {
    block: Type.Integer({
      default: 12,
      minimum: 5,
      description: 'Train tasks on which the current team is looked at in a round.',
    }),
    candidates: Type.Integer({
      default: 6,
      minimum: 1,
      description: 'Changes of one role or parameter that are tried in a round.',
    }),
    cases: Type.Integer({
      default: 4,
      minimum: 1,
      description: 'Failures that a proposal is built from, and on which it is tried first.',
    }),
    shared: Type.Integer({
      default: 2,
      minimum: 0,
      description: 'Tasks of the block on which all that passed their trial race each other.',
    }),
    probes: Type.Integer({
      default: 4,
      minimum: 1,
      description: 'Failures of a round that are replayed with a better message of each role.',
    }),
    sure: Type.Number({
      default: 2,
      minimum: 0,
      description:
        'Tasks that a winner must gain to be believed at once; with less, the team it came from runs beside it on the next block, and is back when it scores more there.',
    }),
    gateShare: Type.Number({
      default: 0.08,
      minimum: 0,
      maximum: 0.5,
      description: 'Share of the budget kept for the gate against the seed; 0: no gate.',
    }),
    temperature: Type.Number({
      default: 0.7,
      minimum: 0,
      maximum: 2,
      description: 'Sampling temperature of proposals.',
    }),
    credit: onOff('Measure credit by replays; off: a change is for a role drawn at random.'),
    race: onOff('Trial and race; off: all changes run on the same tasks to the end.'),
    merge: onOff('Join winners of different roles; off: only the best one stays.'),
  },
  { additionalProperties: false },
);

export type CredoOptions = Static<typeof optionsSchema>;
