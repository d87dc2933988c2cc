/** What should somebody know about random search? */
import type { MethodFacts } from '../../core/method-facts.ts';

export const about: MethodFacts = {
  needs: ['reflection'],
  sources: [],
  steps: [
    'Draw one block of train tasks, and run the seed on it.',
    'Draw candidates: a random reachable setting where the topology may change, and rewrites of a random part of the roles by a model that sees the prompt, but neither cases nor scores.',
    'Score them all on that block, on the same sample of each task; repeat while the budget lasts.',
    'Let the best three meet the seed again on fresh tasks with what was kept of the budget.',
    'Return the candidate with the highest mean gain over the seed on all of its tasks, of equals the cheapest team; the seed when none gained.',
  ],
  spending:
    'A block has 20 tasks, or a quarter of a small budget and at least 5. A fifth of the budget is kept for the finalists: 23 candidates in 600.',
  deviations: [],
};
