/** What did the search see of its candidates: who was scored on which tasks, and how many were compared on validation? */
import { type Candidate, type CandidateDigest, candidateDigest } from '../../core/candidate.ts';
import type { Ask, RolloutsAsk } from '../../core/optimizer.ts';
import type { Rollout } from '../../core/rollout.ts';
import { type TeamCost, teamCost } from '../../evaluation/team-cost.ts';

export interface TaskScore {
  readonly id: string;
  /** Mean over the observations, in [0, 1]. */
  readonly score: number;
  readonly observations: number;
}

/** Over the tasks of one split on which a candidate was observed. */
export interface SplitScore {
  readonly tasks: number;
  /** Mean over tasks of the mean over observations, in [0, 1]; null without a task. */
  readonly score: number | null;
}

/** What the search saw of one candidate. */
export interface CandidateFigures {
  readonly digest: CandidateDigest;
  /** Rollouts that the search had been charged when it was first scored, those of that step included. */
  readonly charged: number;
  readonly train: SplitScore;
  readonly validation: SplitScore;
  /** Of rollouts that ran whole: one that took turns from another did not cost what its team costs. */
  readonly cost: TeamCost;
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
  /** Every candidate with an observation, in the order in which they were first scored. */
  readonly candidates: readonly CandidateFigures[];
}

interface Sum {
  total: number;
  observations: number;
}

interface Seen {
  readonly tasks: Map<string, Sum>;
  readonly whole: Rollout[];
  charged: number;
}

/**
 * Counts what is delivered, so a replayed search counts the same. A team with agents left out, or with a message
 * changed on the way, is not the candidate: such answers are passed over.
 */
export class SearchScores {
  readonly #byCandidate = new Map<CandidateDigest, Seen>();
  #charged = 0;

  record(asks: readonly Ask[], answers: readonly unknown[]): void {
    const rows = asks.flatMap((ask, index) =>
      ask.kind === 'rollouts' ? [{ ask, rollouts: answers[index] as readonly Rollout[] }] : [],
    );
    for (const { rollouts } of rows) {
      this.#charged += rollouts.filter(({ score }) => score !== null).length;
    }
    for (const { ask, rollouts } of rows) if (isWholeTeam(ask)) this.#see(ask, rollouts);
  }

  #see(ask: RolloutsAsk, rollouts: readonly Rollout[]): void {
    const digest = candidateDigest(ask.candidate);
    for (const [row, rollout] of rollouts.entries()) {
      const { taskId, score } = rollout;
      if (score === null || (ask.edits?.[row] ?? null) !== null) continue;
      const seen = this.#byCandidate.get(digest) ?? this.#first(digest);
      const sum = seen.tasks.get(taskId) ?? { total: 0, observations: 0 };
      seen.tasks.set(taskId, { total: sum.total + score, observations: sum.observations + 1 });
      if (ask.from === undefined) seen.whole.push(rollout);
    }
  }

  #first(digest: CandidateDigest): Seen {
    const seen = { tasks: new Map<string, Sum>(), whole: [], charged: this.#charged };
    this.#byCandidate.set(digest, seen);
    return seen;
  }

  summary(
    split: { readonly train: readonly string[]; readonly validation: readonly string[] },
    { seed, incumbent }: { readonly seed: Candidate; readonly incumbent: Candidate },
  ): SearchScoresSummary {
    const compared = [...this.#byCandidate].filter(([, { tasks }]) =>
      split.validation.some((id) => tasks.has(id)),
    );
    const finalists = new Set([...compared.map(([digest]) => digest), candidateDigest(incumbent)]);
    finalists.delete(candidateDigest(seed));
    const ids = [...split.train, ...split.validation];
    return {
      finalists: Math.max(1, finalists.size),
      validation: split.validation.filter((id) => compared.some(([, { tasks }]) => tasks.has(id))),
      seed: this.#scores(seed, ids),
      incumbent: this.#scores(incumbent, ids),
      candidates: [...this.#byCandidate].map(([digest, seen]) => ({
        digest,
        charged: seen.charged,
        train: splitScore(seen, split.train),
        validation: splitScore(seen, split.validation),
        cost: teamCost(seen.whole),
      })),
    };
  }

  #scores(candidate: Candidate, ids: readonly string[]): TaskScore[] {
    const seen = this.#byCandidate.get(candidateDigest(candidate));
    return ids.flatMap((id) => {
      const sum = seen?.tasks.get(id);
      if (sum === undefined) return [];
      return [{ id, score: rounded(meanOf(sum)), observations: sum.observations }];
    });
  }
}

function splitScore({ tasks }: Seen, ids: readonly string[]): SplitScore {
  const means = ids.flatMap((id) => {
    const sum = tasks.get(id);
    return sum === undefined ? [] : [meanOf(sum)];
  });
  const total = means.reduce((all, score) => all + score, 0);
  return { tasks: means.length, score: means.length === 0 ? null : rounded(total / means.length) };
}

function meanOf({ total, observations }: Sum): number {
  return total / observations;
}

/** Ten digits: more than anyone reads. */
function rounded(value: number): number {
  return Number(value.toPrecision(10));
}

function isWholeTeam({ mask = [], maskAgents = [] }: RolloutsAsk): boolean {
  return mask.length === 0 && maskAgents.length === 0;
}
