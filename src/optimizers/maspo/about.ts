/** What should somebody know about MASPO? */
import type { MethodFacts } from '../../core/method-facts.ts';

export const about: MethodFacts = {
  needs: ['reflection', 'judge', 'traces', 'feedback', 'replay'],
  sources: [
    {
      title: 'MASPO: Joint Prompt Optimization for LLM-based Multi-Agent Systems',
      authors: 'Wang et al.',
      year: 2026,
      where: 'arXiv 2605.06623',
    },
  ],
  steps: [
    'Go over the roles in the order in which they speak. A role that had a turn before scores its beam anew against the team as it is now.',
    'For every prompt of the beam, run the team on a minibatch of train tasks, and ask for two rewrites, each shown its own part of what happened.',
    'Run each rewrite on the same tasks. Turns before the role are taken over from the recorded run.',
    "Compare rewrite and parent on every task: a judge reads the role's own output (local) and that of each direct successor (next); the metric compares the team's answers (global).",
    'The reward is 0.4 local + 0.4 next + 0.2 global - 0.5. It is added to the sum of the path; the best two paths stay in the beam.',
    'When the best path beats the best so far, its prompt becomes the one that all other roles work with.',
    'Tasks on which a rewrite looked better locally and was worse downstream are remembered, and put into the minibatches of the roles that read this one.',
    'Repeat for three steps per turn and nine per role. Topology parameters are one more coordinate, with a turn before each sweep where they may change.',
  ],
  spending:
    "Minibatch 10, beam 2, two rewrites per prompt: an expansion charges 30, a step at most 60, a role's first turn 150; four roles take 600.",
  deviations: [
    'Judges see both orders (option slots). The released code always puts the candidate first, so a judge that prefers the first place lets everything pass; candidate-first restores it.',
    'Replies fail closed. The release reads any text without a letter as a win. Here a reply is exactly A or B or it is lost, and it makes no misleading case.',
    "Any successor's loss counts for a misleading case, not only the last one's.",
    'Refresh keeps the prompt in use as an explicit node with sum 0, and needs more than the margin to move it.',
    'Feedback is shown in the cases of a proposal (option feedback). The release builds such text and drops it.',
    'Every role gets a turn (option coverRoles): when the budget does not cover whole turns of all roles, turns get shorter, never below one step. With four roles and 600 rollouts nothing changes.',
    'Lost rows are dropped from both arms. When the budget ends, all arms of a step shrink alike, or the search stops.',
    'Topology parameters are one more coordinate. They come early because they need no judge, and prompts are then written for the team that will speak them; beside prompts they take at most a quarter of what is left (option topologyShare). Neighbours meet the anchor in two paired heats of ten tasks.',
  ],
};
