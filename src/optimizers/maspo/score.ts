/** How good is a proposal, given its wins over its parent? Equations only. */
import type { Verdict } from '../kit/asks/pairwise-judge.ts';
import type { MaspoOptions } from './options.ts';

/** What one task says about a proposal against its parent; every win is in [0, 1], 0.5 is a draw. */
export interface TaskEvidence {
  readonly taskId: string;
  /** The role's own output; null at a terminal role, whose output is the team's. */
  readonly local: Verdict | null;
  /** Outputs of direct successors, where both arms have one. */
  readonly next: readonly Verdict[];
  /** The dataset's metric. */
  readonly global: number;
}

export interface ProposalScore {
  /** In [-0.5, 0.5]; 0 without evidence. */
  readonly total: number;
  readonly local: number | null;
  readonly next: number | null;
  readonly global: number | null;
  readonly tasks: number;
}

type Weights = Pick<MaspoOptions, 'weights' | 'weightsWithoutNext'>;

/** MASPO's joint reward: weighted win rates, less the 0.5 of a draw. */
export function scoreProposal(evidence: readonly TaskEvidence[], options: Weights): ProposalScore {
  const local = rate(evidence.flatMap((task) => (task.local === null ? [] : [task.local.win])));
  const next = rate(evidence.flatMap((task) => task.next.map((verdict) => verdict.win)));
  const global = rate(evidence.map((task) => task.global));
  const parts = { local, next, global, tasks: evidence.length };
  if (global === null) return { ...parts, total: 0 };
  if (local === null) return { ...parts, total: global - 0.5 };
  if (next === null) {
    const { local: own, global: team } = options.weightsWithoutNext;
    return { ...parts, total: own * local + team * global - 0.5 };
  }
  const { local: own, next: ahead, global: team } = options.weights;
  return { ...parts, total: own * local + ahead * next + team * global - 0.5 };
}

/**
 * Tasks where the proposal looked better locally and was worse downstream: first those lost at a successor and in the
 * end, then at a successor, then in the end. A reply that could not be read is no loss here.
 */
export function misleadingTasks(evidence: readonly TaskEvidence[]): string[] {
  const graded = evidence.flatMap(({ taskId, local, next, global }) => {
    if (local === null || local.win <= 0.5) return [];
    const nextLost = next.some((verdict) => verdict.sound && verdict.win < 0.5);
    const globalLost = global < 0.5;
    if (!nextLost && !globalLost) return [];
    return [{ taskId, grade: (nextLost ? 2 : 0) + (globalLost ? 1 : 0) }];
  });
  return graded.sort((left, right) => right.grade - left.grade).map(({ taskId }) => taskId);
}

function rate(wins: readonly number[]): number | null {
  return wins.length === 0 ? null : wins.reduce((sum, win) => sum + win, 0) / wins.length;
}
