/** What should somebody know about MAMuT GEPA? */
import type { MethodFacts } from '../../core/method-facts.ts';
import { evolutionDeviations } from '../kit/evolution/deviations.ts';

export const about: MethodFacts = {
  needs: ['reflection', 'traces', 'feedback', 'validation'],
  sources: [
    {
      title:
        'Build, Judge, Optimize: A Blueprint for Continuous Improvement of Multi-Agent Consumer Assistants',
      authors: 'Breen Herrera et al.',
      year: 2026,
      where: 'arXiv 2603.03565',
    },
    {
      title: 'GEPA: Reflective Prompt Evolution Can Outperform Reinforcement Learning',
      authors: 'Agrawal et al.',
      year: 2025,
      where: 'arXiv 2507.19457 (the engine)',
    },
  ],
  steps: [
    'Score the seed team on every validation task, and draw parents as GEPA does, by the validation tasks that they lead.',
    'Run the parent on three train tasks.',
    "Take the parent's next role in turn. A model reads the whole team's conversation on each task, every message tagged by its source, then what this role wrote and the score of the team, and rewrites this one role.",
    'A child with a sum strictly above its parent on these tasks is scored on every validation task and joins the pool; merges as in GEPA.',
    'Return the member with the highest mean on validation, of equals the cheapest team.',
  ],
  spending:
    "As GEPA: the seed's validation costs 50, an iteration 6, an accepted child 50 more: at most nine accepts in 600.",
  deviations: [
    ...evolutionDeviations,
    "Tasks are scored by the benchmark's metric; the paper simulates users and has a judge score whole trajectories by a rubric.",
    "Each role's message is cut to 1,200 characters with its middle left out, so that long trajectories still fit (option messageLength).",
  ],
};
