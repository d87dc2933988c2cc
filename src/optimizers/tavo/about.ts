/** What should somebody know about TAVO? */
import type { MethodFacts } from '../../core/method-facts.ts';

export const about: MethodFacts = {
  needs: ['reflection', 'judge', 'traces', 'feedback', 'validation'],
  sources: [
    {
      title:
        'From Interaction Trajectories to Prompt Rules: Credit Assignment for Multi-Agent Prompt Optimization (TRUCE)',
      authors: 'TRUCE, ICML',
      year: 2026,
      where: 'OpenReview pXF0puBofz',
    },
    {
      title: 'Trajectory-Aware Verbalized Optimization for Multi-Agent Systems (TAVO)',
      authors: 'ICLR submission 14481',
      year: 2025,
      where: 'OpenReview dkbQwUp9gW',
    },
  ],
  steps: [
    'Draw six train tasks and up to 50 validation tasks, which stay the same throughout. Score the seed on the validation tasks.',
    'Run the current team on the train tasks. A judge rates the part of each role in each trajectory.',
    'A critic reads part, rating and outcome, and says as suggestions what the role should do, stop doing, or do in another order.',
    'The suggestions of all roles are ranked and joined to general knowledge: at most five additions, three removals and three restructurings.',
    'mode=overlay (default) writes one policy of at most six rules from it and appends it to every role; hybrid refines each role from the seed as well; per-role refines each role from its last prompt and has no policy.',
    'Run the candidate on the validation tasks. It is adopted when it gains at least 0.01 over the seed and no adopted one was better. Rejected or not, the chain goes on from it.',
    'At most five rounds of two attempts; two rejected rounds in a row end the search. Return the best adopted candidate, or the seed.',
  ],
  spending:
    '50 for the seed and 56 per attempt: at most nine attempts in 600. An attempt asks about 60 uncharged questions with four roles.',
  deviations: [
    "Suggestions keep the order in which they were made, and no clock is read: the release's set order and time stamp make two runs differ.",
    'An unreadable rating is left out instead of counting as a middling one; an unreadable credit makes no suggestion.',
    "A segment is the part of one role. Reports of this tool's topologies belong to roles, not to a manager's turns.",
    'Gains are paired: tasks that were lost in either arm count in neither.',
    'Of adopted policies that gained the same the one of fewer model calls and tokens per task is returned, then the newest, from which the chain goes on in any case.',
    'When no rule comes back, the last policy stays. An attempt that changes nothing costs its train tasks only.',
    'Topology parameters get one shared coordinate turn first, for at most a fifth of the budget.',
  ],
};
