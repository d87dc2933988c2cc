/** What should somebody know about MIPROv2? */
import type { MethodFacts } from '../../core/method-facts.ts';

export const about: MethodFacts = {
  needs: ['reflection', 'traces', 'validation'],
  sources: [
    {
      title: 'Optimizing Instructions and Demonstrations for Multi-Stage Language Model Programs',
      authors: 'Opsahl-Ong et al.',
      year: 2024,
      where: 'arXiv 2406.11695',
    },
  ],
  steps: [
    'Run the seed team on train tasks. What each role read and wrote where the team succeeded becomes a demonstration; they are gathered in six sets per role.',
    'Have a model summarise the train tasks, and write five more instructions per role, grounded in the summary, the place of the role in the team, its demonstrations and a tip.',
    'Score the seed on every validation task.',
    'A trial picks one instruction and one set of demonstrations for every role, and a setting where the topology may change, and runs them on ten validation tasks. Ten trials are drawn at random; then a tree-structured Parzen estimator chooses.',
    'After every fifth trial, and at the end, the best average that had no full validation gets one.',
    'Return the best of those that were validated in full; the seed when none is better.',
  ],
  spending:
    'With 600 rollouts that is at most 90 for demonstrations, 50 for the seed, and about 25 trials.',
  deviations: [
    'Trials on minibatches of ten. The library would validate in full here (its validation set is not larger than 50), which leaves 600 rollouts with ten trials: the estimator would never leave its start-up. minibatch=0 restores it; with candidates=3 and trials=3 it is the setting of MAS-PromptBench.',
    'As many instructions as sets of demonstrations, six, of which the library has half as many when demonstrations are used; at most 40 trials, where it counts the larger of 2 v log2 N and 1.5 N (41 for four roles, 10 for one that all share, all of them drawn at random); a summary of three batches of tasks, where it reads about ten.',
    'A train task is run once, whichever sets it may serve, and demonstrations may charge at most 15 % of the budget.',
    'Seed 0 is a seed. Chance comes from paths, so a resumed study goes on as if it had not been stopped.',
    "The description of the program is the role's place in the team; there is no source code to read.",
    'Of combinations that end with the same validation the one of fewer model calls per task is returned, then of fewer tokens, then the first met.',
    'Topology parameters are one more variable of the estimator.',
  ],
};
