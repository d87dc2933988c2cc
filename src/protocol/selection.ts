/** Which configuration is deployed, and if it is the seed, why? */
import type { Rollout } from '../core/rollout.ts';
import { type GateSettings, type GateVerdicts, gateVerdicts } from './gate.ts';

export type FallbackReason =
  | 'no_change'
  | 'validation_tie'
  | 'validation_regression'
  | 'paired_not_significant'
  | 'margin_not_reached'
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
  /** Of every gate, whichever decides; null when there is nothing that a gate could be asked about. */
  readonly verdicts: GateVerdicts | null;
}

/** The tasks that decide, with both teams' rollouts in the same order. */
export interface SelectionRequest {
  readonly ids: readonly string[];
  readonly seed: readonly Rollout[];
  readonly incumbent: readonly Rollout[];
  /** True when the search returned the seed itself. */
  readonly unchanged: boolean;
  readonly incumbentValid: boolean;
  readonly gate: GateSettings;
  /** Candidates that the search compared on these tasks, at least 1. */
  readonly finalists: number;
}

/**
 * The incumbent replaces the seed only if the gate of the job lets it pass, on complete, paired records. Ties and
 * anything incomplete keep the seed (but for the cheaper team of an equal score, where the gate says so).
 */
export function selectCandidate(request: SelectionRequest): Selection {
  const problem = requestProblem(request);
  if (problem !== null) return { selected: 'seed', fallbackReason: problem, verdicts: null };
  const verdicts = gateVerdicts(request, request.gate, request.finalists);
  return verdicts[request.gate.rule].deploys
    ? { selected: 'incumbent', fallbackReason: null, verdicts }
    : { selected: 'seed', fallbackReason: refusal(request.gate, verdicts), verdicts };
}

function requestProblem(request: SelectionRequest): FallbackReason | null {
  if (!request.incumbentValid) return 'invalid_incumbent';
  if (request.unchanged) return 'no_change';
  if (request.ids.length === 0) return 'empty_validation';
  return recordProblem(request);
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

/** A gate with a higher bar says of a gain that does not reach it which bar it was. */
function refusal({ rule }: GateSettings, { strict }: GateVerdicts): FallbackReason {
  if (strict.deploys) return rule === 'paired' ? 'paired_not_significant' : 'margin_not_reached';
  return strict.numbers['direction'] === 0 ? 'validation_tie' : 'validation_regression';
}
