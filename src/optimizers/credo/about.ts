/** What should somebody know about CREDO? */
import type { MethodFacts } from '../../core/method-facts.ts';

export const about: MethodFacts = {
  needs: ['reflection', 'traces', 'feedback', 'replay'],
  sources: [],
  steps: [
    'Set the tasks of the gate apart; in every round look at the current team on a block of the others, fresh tasks first.',
    'Credit: a model writes for some failures what each role should have said, and the team is replayed from there. A role carries what its message repaired; a last role what no earlier one did.',
    'Propose: roles are drawn by Thompson sampling from their credit; each prompt is built from other failures, those that the role repaired first. Neighbouring settings are candidates like any other.',
    'Race: every change runs on the failures it was built from, where the team is known to score less; those that mend some race on shared tasks of the block.',
    'Combine: winners that change different parts are joined, and the join stays when it gains at least what the best of them does.',
    'Gate: at the end the seed and the team meet on the tasks set apart; the team is returned unless a sign test speaks for the seed.',
  ],
  spending:
    'A round charges 60 to 90 rollouts with four roles: 16 to look, 12 replays, 24 for trials, the rest for the race and the join. A twelfth of the budget is kept for the gate.',
  deviations: [],
};
