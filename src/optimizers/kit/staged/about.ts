/** What should somebody know about the staged schedule? */
import type { MethodFacts } from '../../../core/method-facts.ts';

export const about: MethodFacts = {
  needs: [],
  sources: [
    {
      title: 'Multi-Agent Design: Optimizing Agents with Better Prompts and Topologies (MASS)',
      authors: 'Zhou et al.',
      year: 2025,
      where: 'arXiv 2502.02533',
    },
  ],
  steps: [
    'Block prompts: the method searches the prompts of all roles on the given setting of the topology parameters, with its share of the budget.',
    'Topology race: with these prompts fixed, the given setting and up to 12 others (its neighbours first, then random ones) run the same train tasks in blocks; the worse half leaves after each. The best replaces the given setting when its mean is strictly higher on the tasks that both ran.',
    'Joint prompts: the method searches the prompts of all roles again, from there, with all that is left.',
  ],
  spending:
    'Two fifths for the first stage, a fifth for the race, the rest for the last one. A first stage whose share is below the smallest budget of the method is left out, and the race never takes what the last stage needs at least; what a stage does not use goes to the next.',
  deviations: [
    'A block is the whole team on its given setting. MASS optimises each kind of agent apart, before teams are built of them; here teams are given, and most methods could not take one step with the share of a single role.',
    'Settings of the topology parameters race. MASS samples whole workflows, with the odds of the influence that each building block had in its first stage; here the early leaving of whoever falls behind does the pruning.',
    'Any method writes the prompts, with its own options; MASS uses MIPRO in both prompt stages.',
    'With --optimize prompts there is no race, with --optimize topology nothing but the race.',
  ],
};
