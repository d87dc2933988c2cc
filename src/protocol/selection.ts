/** Which configuration is deployed, and if it is the seed, why? */
import type { Rollout } from '../core/rollout.ts';
import { mean } from '../statistics/summary.ts';

export type FallbackReason =
  | 'no_change'
  | 'validation_tie'
  | 'validation_regression'
  | 'invalid_incumbent'
  | 'empty_validation'
  | 'unpaired_validation_ids'
  | `duplicate_example:${string}`
  | `invalid_record:${string}`
  | `score_out_of_range:${string}`;

export interface Selection {
  readonly selected: 'seed' | 'incumbent';
  /** Null exactly when the incumbent is deployed. */
  readonly fallbackReason: FallbackReason | null;
}

export interface SelectionRequest {
  readonly ids: readonly string[];
  readonly seed: readonly Rollout[];
  readonly incumbent: readonly Rollout[];
  /** True when the search returned the seed itself. */
  readonly unchanged: boolean;
  readonly incumbentValid: boolean;
}

/**
 * The rule: the incumbent replaces the seed only if its validation mean is strictly higher on complete, paired records.
 * Ties and anything incomplete keep the seed. (Significance is reported beside the rule, not part of it.)
 */
export function selectCandidate(request: SelectionRequest): Selection {
  const reason = fallbackReason(request);
  return { selected: reason === null ? 'incumbent' : 'seed', fallbackReason: reason };
}

function fallbackReason(request: SelectionRequest): FallbackReason | null {
  if (!request.incumbentValid) return 'invalid_incumbent';
  if (request.unchanged) return 'no_change';
  if (request.ids.length === 0) return 'empty_validation';
  return recordProblem(request) ?? verdict(request);
}

function recordProblem(request: SelectionRequest): FallbackReason | null {
  const seen = new Set<string>();
  for (const [index, id] of request.ids.entries()) {
    if (seen.has(id)) return `duplicate_example:${id}`;
    seen.add(id);
    for (const rollout of [request.seed[index], request.incumbent[index]]) {
      if (rollout?.taskId !== id) return 'unpaired_validation_ids';
      if (rollout.score === null) return `invalid_record:${id}:${rollout.outcome}`;
      if (!(rollout.score >= 0 && rollout.score <= 1)) return `score_out_of_range:${id}`;
    }
  }
  return null;
}

function verdict(request: SelectionRequest): FallbackReason | null {
  const average = (rollouts: readonly Rollout[]): number =>
    mean(rollouts.map((rollout) => rollout.score as number)) as number;
  const difference = average(request.incumbent) - average(request.seed);
  if (difference > 0) return null;
  return difference === 0 ? 'validation_tie' : 'validation_regression';
}
