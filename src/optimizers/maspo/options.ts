/** What can be set about MASPO? */
import { type Static, Type } from '@sinclair/typebox';

const weight = (value: number, description: string) =>
  Type.Number({ default: value, minimum: 0, maximum: 1, description });

export const optionsSchema = Type.Object(
  {
    minibatch: Type.Integer({
      default: 10,
      minimum: 1,
      description: 'Train tasks behind one comparison of a prompt with its parent.',
    }),
    smallestMinibatch: Type.Integer({
      default: 5,
      minimum: 1,
      description:
        'Fewest tasks of a comparison when the budget runs out; below, the search stops.',
    }),
    beam: Type.Integer({ default: 2, minimum: 1, description: 'Prompts kept per role.' }),
    children: Type.Integer({
      default: 2,
      minimum: 1,
      description: 'Proposals per prompt and step, each from its own part of the minibatch.',
    }),
    steps: Type.Integer({ default: 3, minimum: 1, description: 'Steps of one turn of a role.' }),
    depth: Type.Integer({ default: 9, minimum: 1, description: 'Steps per role in all turns.' }),
    weights: Type.Object(
      {
        local: weight(0.4, "Weight of the role's own output."),
        next: weight(0.4, "Weight of the successors' outputs."),
        global: weight(0.2, "Weight of the team's score."),
      },
      {
        default: { local: 0.4, next: 0.4, global: 0.2 },
        additionalProperties: false,
        description: 'Weights with lookahead.',
      },
    ),
    weightsWithoutNext: Type.Object(
      {
        local: weight(0.7, "Weight of the role's own output."),
        global: weight(0.3, "Weight of the team's score."),
      },
      {
        default: { local: 0.7, global: 0.3 },
        additionalProperties: false,
        description: 'Weights without lookahead.',
      },
    ),
    margin: Type.Number({
      default: 1e-6,
      minimum: 0,
      description: 'The anchor changes only for more than this.',
    }),
    proposalTemperature: Type.Number({
      default: 0.7,
      minimum: 0,
      maximum: 2,
      description: 'Sampling temperature of proposals; judges are asked at 0.',
    }),
    slots: Type.Union(
      [Type.Literal('both-orders'), Type.Literal('candidate-first'), Type.Literal('randomised')],
      {
        default: 'both-orders',
        description:
          "Place of the candidate's output before the judge; candidate-first is the release.",
      },
    ),
    casesKept: Type.Integer({
      default: 3,
      minimum: 0,
      description: 'Misleading cases that a role remembers.',
    }),
    casesInjected: Type.Integer({
      default: 5,
      minimum: 0,
      description: "Predecessors' misleading cases put into a minibatch.",
    }),
    feedback: Type.Boolean({
      default: true,
      description: "Show the evaluator's feedback in the cases of a proposal.",
    }),
    distinctBeam: Type.Boolean({
      default: false,
      description: 'Keep a prompt once in the beam; off, copies of a parent may fill it.',
    }),
    coverRoles: Type.Boolean({
      default: true,
      description: 'Shorten turns so that every role gets one before the budget ends.',
    }),
    confirm: Type.Integer({
      default: 0,
      minimum: 0,
      description:
        'Fresh paired tasks on which a new anchor must not score worse; 0 trusts the minibatch.',
    }),
    topologyEvery: Type.Integer({
      default: 1,
      minimum: 1,
      description: 'Sweeps over the roles between two turns of the topology parameters.',
    }),
    topologyTasks: Type.Integer({
      default: 20,
      minimum: 2,
      description: 'Paired tasks behind a move of the topology parameters.',
    }),
    topologyShare: Type.Number({
      default: 0.25,
      minimum: 0,
      maximum: 1,
      description:
        'Share of the remaining budget that one turn of the topology parameters may take.',
    }),
  },
  { additionalProperties: false },
);

export type MaspoOptions = Static<typeof optionsSchema>;
