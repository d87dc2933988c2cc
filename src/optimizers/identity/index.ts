/** What does the unchanged team score? The method that searches nothing. */
import { Type } from '@sinclair/typebox';
import type { Optimizer } from '../../core/optimizer.ts';
import { about } from './about.ts';

export const identity: Optimizer<object> = {
  id: 'identity',
  version: 1,
  title: 'No search: the seed configuration as it is',
  about,
  optionsSchema: Type.Object({}, { additionalProperties: false }),
  minimumBudget: () => 0,
  optimize: (context) =>
    Promise.resolve({ incumbent: context.seedCandidate, stop: 'identity_no_search' }),
};
