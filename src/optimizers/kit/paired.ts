/** What do two configurations' rollouts say about each other on the same tasks? */
import type { Rollout } from '../../core/rollout.ts';

/** A rollout that was observed: it ran, and has a score. */
export type Observed = Rollout & { readonly score: number };

export interface Pair {
  readonly parent: Observed;
  readonly candidate: Observed;
}

export function isObserved(rollout: Rollout | undefined): rollout is Observed {
  return rollout !== undefined && rollout.score !== null;
}

/**
 * The tasks observed in both arms, in the order of `parents`. A task that failed for infrastructure reasons, or did not
 * run, in either arm is dropped from both: it is no observation, and never a zero.
 */
export function pairRollouts(parents: readonly Rollout[], candidates: readonly Rollout[]): Pair[] {
  const byTask = new Map(candidates.map((rollout) => [rollout.taskId, rollout]));
  return parents.flatMap((parent) => {
    const candidate = byTask.get(parent.taskId);
    return isObserved(parent) && isObserved(candidate) ? [{ parent, candidate }] : [];
  });
}

/** 1 when the candidate scored more, 0.5 for a tie, 0 when it scored less. */
export function winOf({ parent, candidate }: Pair): number {
  if (candidate.score === parent.score) return 0.5;
  return candidate.score > parent.score ? 1 : 0;
}

/** Summed difference of scores; 0 without any pair. */
export function summedGain(pairs: readonly Pair[]): number {
  return pairs.reduce((sum, { candidate, parent }) => sum + candidate.score - parent.score, 0);
}

/** Mean win of the candidate minus 0.5, in [-0.5, 0.5]; 0 without any pair. */
export function advantage(pairs: readonly Pair[]): number {
  if (pairs.length === 0) return 0;
  return pairs.reduce((sum, pair) => sum + winOf(pair), 0) / pairs.length - 0.5;
}
