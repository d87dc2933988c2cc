/** What can be set about an evolving pool? */
import { Type } from '@sinclair/typebox';

/** @param temperature of rewrites, unless it is set */
export function evolutionOptions(temperature: number) {
  return {
    ...SHARED,
    proposalTemperature: Type.Number({
      default: temperature,
      minimum: 0,
      maximum: 2,
      description: 'Sampling temperature of rewrites.',
    }),
  };
}

const SHARED = {
  minibatch: Type.Integer({
    default: 3,
    minimum: 1,
    description: 'Train tasks on which a child meets its parent, drawn in shuffled epochs.',
  }),
  merges: Type.Integer({
    default: 5,
    minimum: 0,
    description: 'Joins of two complementary programs that may be tried; 0 switches them off.',
  }),
  mergeTasks: Type.Integer({
    default: 5,
    minimum: 1,
    description: 'Validation tasks on which a join meets its parents first.',
  }),
  patience: Type.Integer({
    default: 3,
    minimum: 0,
    description: 'Full validations without a new best after which the search stops; 0: never.',
  }),
  perfectScore: Type.Number({
    default: 1,
    minimum: 0,
    maximum: 1,
    description: 'A parent with this score on its whole minibatch is not changed on it.',
  }),
  feedback: Type.Boolean({
    default: true,
    description: "Show the evaluator's words on each task; false: score and status only.",
  }),
};
