/** Which of several teams is best, and which of equals? The cheaper one. */
import type { Candidate } from '../../core/candidate.ts';
import type { OptimizerContext } from '../../core/optimizer.ts';
import type { Rollout } from '../../core/rollout.ts';
import { isObserved } from './paired.ts';

export interface Worth {
  /** Higher is better. Scores that agree to nine places are equal: a mean's last bits say nothing. */
  readonly score: number;
  /** Model calls per task when every agent answers. */
  readonly callsPerTask: number;
  /** Read and written, mean over tasks; null when nobody knows. */
  readonly tokensPerTask: number | null;
}

const PLACES = 1e9;

/**
 * Best first: the higher score, then fewer calls per task, then fewer tokens per task. 0 for what is equal in all of them,
 * or has tokens on one side only: {@link bestFirst} sees to it that then nobody's count.
 */
export function byWorth(left: Worth, right: Worth): number {
  const [one, other] = [left.tokensPerTask, right.tokensPerTask];
  return (
    Math.round(right.score * PLACES) - Math.round(left.score * PLACES) ||
    left.callsPerTask - right.callsPerTask ||
    (one === null || other === null ? 0 : one - other)
  );
}

/** Sorted by {@link byWorth}, equals in the order given. Tokens count only where they are known of every team. */
export function bestFirst<Entry extends Worth>(entries: readonly Entry[]): Entry[] {
  const isCounted = entries.every(({ tokensPerTask }) => tokensPerTask !== null);
  const plain = (entry: Entry): Worth => (isCounted ? entry : { ...entry, tokensPerTask: null });
  return [...entries].sort((left, right) => byWorth(plain(left), plain(right)));
}

/** What a team is worth that scored so much, and was seen to cost this. Scores of one choice come from the same tasks. */
export function worthOf(
  context: Pick<OptimizerContext, 'graph'>,
  candidate: Candidate,
  seen: { readonly score: number; readonly rollouts: readonly Rollout[] },
): Worth {
  const { callsPerTask } = context.graph(candidate);
  return {
    score: seen.score,
    callsPerTask,
    tokensPerTask: tokensPerTask(seen.rollouts, callsPerTask),
  };
}

/**
 * Mean over observed tasks; null without one, and as soon as one was not counted in full: the server does not count, or
 * some turns were taken from another rollout.
 */
export function tokensPerTask(rollouts: readonly Rollout[], callsPerTask: number): number | null {
  const usages = rollouts.filter(isObserved).map(({ usage }) => usage);
  const isCounted = usages.every(
    // No prompt is empty.
    ({ modelCalls, inputTokens }) => modelCalls >= callsPerTask && inputTokens > 0,
  );
  if (usages.length === 0 || !isCounted) return null;
  const sum = usages.reduce((total, usage) => total + usage.inputTokens + usage.outputTokens, 0);
  return sum / usages.length;
}
