/** What should somebody know about GEPA? */
import type { MethodFacts } from '../../core/method-facts.ts';
import { evolutionDeviations } from '../kit/evolution/deviations.ts';

export const about: MethodFacts = {
  needs: ['reflection', 'traces', 'feedback', 'validation'],
  sources: [
    {
      title: 'GEPA: Reflective Prompt Evolution Can Outperform Reinforcement Learning',
      authors: 'Agrawal et al.',
      year: 2025,
      where: 'arXiv 2507.19457',
    },
  ],
  steps: [
    'Score the seed team on every validation task. It is the first member of the pool.',
    'For every validation task, remember which members score best on it. Drop members that others cover, and draw a parent with the odds of the tasks it leads.',
    'Run the parent on three train tasks, drawn in shuffled epochs. A perfect one is left alone.',
    "Take the parent's next role in turn. A model reads what that role read and wrote on these tasks, with score and feedback, and rewrites its prompt.",
    'Run the child on the same three tasks. With a sum strictly above its parent it is scored on every validation task and joins the pool.',
    'After an accepted child, try a merge: two members with a common ancestor that changed different roles are joined, and must hold their own on five validation tasks.',
    'Return the member with the highest mean on validation, of equals the cheapest team: never worse there than the seed.',
  ],
  spending:
    "The seed's validation costs 50, an iteration 6 (3 when the parent is perfect or the rewrite is refused), an accepted child 50 more: at most nine accepts in 600. It stops after three full validations without a new best.",
  deviations: [
    ...evolutionDeviations,
    'Feedback is shown beside score and status (feedback=false leaves score and status, as in MAS-PromptBench).',
  ],
};
