/** What should somebody know about MASPOB? */
import type { MethodFacts } from '../../core/method-facts.ts';

export const about: MethodFacts = {
  needs: ['reflection', 'embeddings'],
  sources: [
    {
      title:
        'MASPOB: Bandit-Based Prompt Optimization for Multi-Agent Systems with Graph Neural Networks',
      authors: 'Hong et al.',
      year: 2026,
      where: 'arXiv 2603.02630',
    },
  ],
  steps: [
    'Ask for the vectors of the original prompts first, so that a missing embedding model is told before anything is paid.',
    'Have a model write 19 variants of every prompt, each nudged towards another style; with the original they are the pool of the role. Embed them all.',
    'A pull is one combination on five train tasks of a shuffled pass. Five random combinations warm up.',
    'After every pull, fit a surrogate that predicts the score of a combination from the vectors and the edges of the team.',
    "Choose the next pull one role at a time: the prompt with the highest prediction + 0.2 * sqrt(x' A^-1 x), where A = I + 10 * the sum of x x' over the pulls.",
    'Return the pulled combination of the highest prediction; the seed where nothing is predicted to be better.',
  ],
  spending:
    '120 pulls in 600. No trace, no feedback and no validation task is read. With --optimize topology no embedding model is needed.',
  deviations: [
    "The surrogate is a Gaussian process unless surrogate=graph-attention asks for the paper's. Its kernel sums the roles' likeness and the products along the graph's edges; its noise is the likeliest of six. It is fitted anew after each pull in milliseconds.",
    "The graph attention network (GATv2, arXiv 2105.14491) has the release's layers, initial values, Adam and patience, and is trained from scratch after every pull: up to a quarter of an hour of processor time per job. Dropout is drawn once per prompt and epoch, not once per pull it occurs in; the topology setting is a node without edges.",
    'An incomplete pool is shorter, and said so, after three tries; a variant that may not become a prompt never stands in for another.',
    'A lost task is no observation. The release learns from it as from a zero.',
    'The seed stays where nothing is predicted to be better: of pulled combinations the highest prediction wins, of equals the team of fewer model calls per task, then the earliest. Tokens do not count: every pull sees tasks of its own.',
    'Variants see the original prompt: without it they would lose what the role is there for.',
    'Topology parameters are one more coordinate, its features one place per value of each parameter.',
  ],
};
