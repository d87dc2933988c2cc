/** What should somebody know about CREDO? */
import type { MethodFacts } from '../../core/method-facts.ts';

export const about: MethodFacts = {
  needs: ['reflection', 'traces', 'feedback', 'replay'],
  sources: [],
  steps: [
    'Set the tasks of the gate apart; in every round look at the current team on a block of the others, in shuffled epochs.',
    'Credit: for some failures a model writes what each role should have said, and the team is replayed from there. A role carries what its message mended; a role that only answers what the model would have it say otherwise and no earlier message mended.',
    'Propose: every second role is drawn by Thompson sampling from the credit, the others by chance; a prompt is built from failures, those that the role mended first. One change is a neighbouring setting where the topology may change.',
    'Race: every change runs on the failures it was built from, where the team is known to score less; those that mend some race on shared tasks of the block.',
    'Combine: winners that change different parts are joined, and the join stays when it gains at least what the best of them does.',
    'Doubt: a winner that gained less than two tasks may be lucky; on the next block the team that it came from runs beside it, and is the team again when it scores more there.',
    'Gate: at the end the seed and the team meet on the tasks set apart; the team is returned unless a sign test speaks for the seed.',
  ],
  spending:
    'A round charges about 55 rollouts with four roles: 12 to look, 2 to 12 replays, 24 for trials, the rest for the race and the join, and 12 more after a winner in doubt. A twelfth of the budget is kept for the gate; the rounds cannot touch it. Below 100 rollouts a gate could not speak, and there is none.',
  deviations: [],
};
