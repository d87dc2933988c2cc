/** Rollouts with given scores, and nothing else of note. */
import type { Outcome, Rollout } from '../../src/core/rollout.ts';

/** Tasks are called `t0`, `t1`, …; a null score is a failed observation. */
export function rolloutsOf(
  scores: readonly (number | null)[],
  { outcome, modelCalls = 0 }: { readonly outcome?: Outcome; readonly modelCalls?: number } = {},
): Rollout[] {
  return scores.map((score, index) => ({
    taskId: `t${index}`,
    outcome: outcome ?? outcomeOf(score),
    score,
    answer: '',
    failure: null,
    errorClass: null,
    feedback: '',
    roleOutputs: {},
    format: { parsed: 0, total: 0 },
    usage: { modelCalls, inputTokens: 0, outputTokens: 0 },
    trace: null,
  }));
}

function outcomeOf(score: number | null): Outcome {
  if (score === null) return 'infrastructure_failure';
  return score > 0 ? 'success' : 'semantic_failure';
}
