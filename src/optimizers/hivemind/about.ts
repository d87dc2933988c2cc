/** What should somebody know about HiveMind? */
import type { MethodFacts } from '../../core/method-facts.ts';

export const about: MethodFacts = {
  needs: ['reflection', 'traces', 'feedback', 'masking', 'validation'],
  sources: [
    {
      title: 'HiveMind: Contribution-Guided Online Prompt Optimization of LLM Multi-Agent Systems',
      authors: 'Xia et al.',
      year: 2025,
      where: 'arXiv 2512.06432',
    },
  ],
  steps: [
    'Players are agents; where several share a role each seat is one. A manager (the only role with a say in the answer, which reads all others, two at least, while these read nobody) is never left out and has no credit.',
    'Run every coalition of players on the next five train tasks, all others masked, on the paired sample of each task. Above 40 coalitions, random orders of arrival are drawn anew each cycle.',
    "Share the score by Shapley's rule. The credit of a role is the sum of its seats.",
    'The role of least credit, the earliest of equals, reads what the whole team lost and won, and draws three to five lessons. In every third cycle it is the manager.',
    'Its prompt becomes the seed text with a header and its last six lessons. Five validation tasks must gain strictly, or the change is dropped.',
    'Repeat with the next tasks; a cycle shrinks until it fits what is left of the budget.',
  ],
  spending:
    'Four agents without a manager charge 85 a cycle, three workers under one 50: seven or twelve cycles in 600. Then train tasks per coalition are cut, then validation tasks.',
  deviations: [
    'The empty coalition is not run where nobody would act. It is worth 0; the adaptation to 600 rollouts charges it (90 a cycle, 18 at least for four players).',
    'A task lost under one coalition is left out of all, else credit would measure the infrastructure.',
    "The engine's word is asked for: a rollout names the agents that were kept from acting; another set than asked for is an error.",
    'Lessons go to a role, so seats that share one are taught together.',
    "Pruning of coalitions by the graph (the paper's DAG-Shapley) is left out, as in the adaptation: a topology's stand-in can answer for any masked agent here, so no coalition is worth 0 beforehand.",
    'Topology parameters get one shared coordinate turn first, for at most a fifth of the budget.',
  ],
};
