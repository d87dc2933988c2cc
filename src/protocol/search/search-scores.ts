/** What did the search see of its candidates: who was scored on which tasks, and how many were compared on validation? */
import { type Candidate, candidateDigest } from '../../core/candidate.ts';
import type { Ask, RolloutsAsk } from '../../core/optimizer.ts';

export interface TaskScore {
  readonly id: string;
  /** Mean over the observations, in [0, 1]. */
  readonly score: number;
  readonly observations: number;
}

/** As sealed in optimization.json. */
export interface SearchScoresSummary {
  /**
   * The candidate handed in and all others but the seed that were scored on validation tasks: one for a method that
   * never looks there.
   */
  readonly finalists: number;
  /** Validation tasks on which any candidate was scored, the seed included. */
  readonly validation: readonly string[];
  /** By task, in split order, train first. */
  readonly seed: readonly TaskScore[];
  readonly incumbent: readonly TaskScore[];
}

interface Sum {
  total: number;
  observations: number;
}

/**
 * Counts what is delivered, so a replayed search counts the same. A team with agents left out, or with a message
 * changed on the way, is not the candidate: such answers are passed over.
 */
export class SearchScores {
  readonly #byCandidate = new Map<string, Map<string, Sum>>();

  record(asks: readonly Ask[], answers: readonly unknown[]): void {
    asks.forEach((ask, index) => {
      if (ask.kind !== 'rollouts' || !isWholeTeam(ask)) return;
      const digest = candidateDigest(ask.candidate);
      const tasks = this.#byCandidate.get(digest) ?? new Map<string, Sum>();
      this.#byCandidate.set(digest, tasks);
      for (const [row, { taskId, score }] of (answers[index] as readonly ScoredTask[]).entries()) {
        if (score === null || (ask.edits?.[row] ?? null) !== null) continue;
        const sum = tasks.get(taskId) ?? { total: 0, observations: 0 };
        tasks.set(taskId, { total: sum.total + score, observations: sum.observations + 1 });
      }
    });
  }

  summary(
    split: { readonly train: readonly string[]; readonly validation: readonly string[] },
    { seed, incumbent }: { readonly seed: Candidate; readonly incumbent: Candidate },
  ): SearchScoresSummary {
    const isOnValidation = (tasks: ReadonlyMap<string, Sum>): boolean =>
      split.validation.some((id) => tasks.has(id));
    const compared = [...this.#byCandidate].filter(([, tasks]) => isOnValidation(tasks));
    const finalists = new Set([...compared.map(([digest]) => digest), candidateDigest(incumbent)]);
    finalists.delete(candidateDigest(seed));
    const ids = [...split.train, ...split.validation];
    return {
      finalists: Math.max(1, finalists.size),
      validation: split.validation.filter((id) => compared.some(([, tasks]) => tasks.has(id))),
      seed: this.#scores(seed, ids),
      incumbent: this.#scores(incumbent, ids),
    };
  }

  #scores(candidate: Candidate, ids: readonly string[]): TaskScore[] {
    const tasks = this.#byCandidate.get(candidateDigest(candidate));
    return ids.flatMap((id) => {
      const sum = tasks?.get(id);
      if (sum === undefined) return [];
      const { total, observations } = sum;
      return [{ id, score: Number((total / observations).toPrecision(10)), observations }];
    });
  }
}

interface ScoredTask {
  readonly taskId: string;
  readonly score: number | null;
}

function isWholeTeam({ mask = [], maskAgents = [] }: RolloutsAsk): boolean {
  return mask.length === 0 && maskAgents.length === 0;
}
