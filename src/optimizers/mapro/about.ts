/** What should somebody know about MAPRO? */
import type { MethodFacts } from '../../core/method-facts.ts';

export const about: MethodFacts = {
  needs: ['reflection', 'judge', 'probes', 'traces', 'feedback'],
  sources: [
    {
      title: 'MAPRO: Recasting Multi-Agent Prompt Optimization as Maximum a Posteriori Inference',
      authors: 'Zhang et al.',
      year: 2025,
      where: 'arXiv 2510.07475',
    },
  ],
  steps: [
    'Run the seed team on the train tasks, while a model writes four variants of every prompt.',
    'In three recorded situations, have the task model answer with each variant (probes). A judge rates what came out for the role alone, and for every edge how well the prompts of the two roles fit.',
    'The product of all ratings says how probable an assignment of prompts to roles is; variable elimination finds the most probable one exactly.',
    'Run that assignment on the same train tasks. It takes the place of the best one when it scores strictly more.',
    'From the worst tasks, blame travels from the last role back along the edges: each role is told what it did to those that read it.',
    'Blame and cases direct four new variants per role around the best assignment. Repeat; stop after three evaluated rounds without a gain.',
  ],
  spending:
    "A pass over the train tasks costs 150, so 600 rollouts buy the seed's and three new assignments; option evaluation makes a pass cheaper. Probes, ratings and blame are not charged: with four roles in a chain about 180 model calls a round, most of them for edges.",
  deviations: [
    'A variant is one request, not a block of four: replies are read by tags and checked as everywhere. What is missing or refused is filled up with the anchor.',
    'An unreadable rating is 0.5, which speaks for no candidate: all candidates of a role are rated alike often.',
    'Assignments are compared on the tasks observed in both passes.',
    'The search goes on from an assignment only when a later one scores more. Of all that scored as much as the best the one of fewer tokens per task is returned, then the earliest.',
    'Blame goes to all predecessors of a role at once, at most two lines per failure, 800 characters in all.',
    'Ratings are given one at a time, and variants grow around the best assignment so far, as in MAS-PromptBench; the paper also has lists judged at once, and the latest assignment as the anchor.',
    'Topology parameters get one shared coordinate turn before the first pass, for at most a fifth of the budget.',
  ],
};
