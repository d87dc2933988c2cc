/** What should somebody know about not searching at all? */
import type { MethodFacts } from '../../core/method-facts.ts';

export const about: MethodFacts = {
  needs: [],
  sources: [],
  steps: ['Hand back the seed team as it is.'],
  spending: 'Nothing is spent; validation and test measure the seed team as in every job.',
  deviations: [],
};
