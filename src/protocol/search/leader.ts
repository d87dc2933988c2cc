/** Which accepted candidate is furthest ahead, as far as the search has seen? */
import type { Candidate } from '../../core/candidate.ts';
import type { SearchScoresSummary } from './search-scores.ts';

/** Fewer shared tasks say nothing of a difference. */
const FEWEST_TASKS = 5;

export interface Leader {
  readonly candidate: Candidate;
  /** Mean score less the seed's on the same tasks, in [-1, 1]. */
  readonly lead: number;
  readonly tasks: number;
}

/**
 * Of the candidates that the method accepted, the one furthest ahead of the seed on tasks that both were scored on; null
 * when none is ahead.
 */
export function leaderOf(
  accepted: readonly Candidate[],
  scoresOf: (candidate: Candidate) => Pick<SearchScoresSummary, 'seed' | 'incumbent'>,
): Leader | null {
  let best: Leader | null = null;
  for (const candidate of accepted) {
    const { seed, incumbent } = scoresOf(candidate);
    const before = new Map(seed.map(({ id, score }) => [id, score]));
    const shared = incumbent.filter(({ id }) => before.has(id));
    if (shared.length < FEWEST_TASKS) continue;
    const gained = shared.reduce((sum, { id, score }) => sum + score - (before.get(id) ?? 0), 0);
    const lead = gained / shared.length;
    if (lead > (best?.lead ?? 0)) best = { candidate, lead, tasks: shared.length };
  }
  return best;
}
