/** What came of one team working on one task? */
import type { RoleId } from './candidate.ts';
import type { ErrorClass } from './error-class.ts';
import type { Json } from './json.ts';
import type { FinishReason, Message, Usage } from './model.ts';

/** SHA-256 of a stored transcript. */
export type BlobHash = string;

/**
 * - `success`: score above 0.
 * - `semantic_failure`: the team's answer is wrong, malformed or empty; score 0.
 * - `infrastructure_failure`: no observation was made; no score, no charge, never shown as feedback.
 * - `not_run`: the budget did not cover it; no score.
 */
export type Outcome = 'success' | 'semantic_failure' | 'infrastructure_failure' | 'not_run';

export interface Failure {
  /** Where it went wrong: `solve`, `parse`, `api_name`, `score`, or `infrastructure`. */
  readonly stage: string;
  /** A stable word for counting, for example `result_mismatch`. */
  readonly kind: string;
  readonly message: string;
}

/** Hand-offs that followed the asked-for message format, out of all that had one. */
export interface FormatRate {
  readonly parsed: number;
  readonly total: number;
}

export interface Rollout {
  readonly taskId: string;
  readonly outcome: Outcome;
  /** In [0, 1]; null exactly when the outcome is `infrastructure_failure` or `not_run`. */
  readonly score: number | null;
  /** The team's submitted answer; empty when there is none. */
  readonly answer: string;
  readonly failure: Failure | null;
  /** Null when the answer is right, and when nothing ran for want of budget. */
  readonly errorClass: ErrorClass | null;
  /** What a method may learn from: says what was wrong, never the reference answer. */
  readonly feedback: string;
  /** Last output of each role that acted. */
  readonly roleOutputs: { readonly [role: RoleId]: string };
  readonly format: FormatRate;
  readonly usage: Usage;
  /** Null when nothing ran. */
  readonly trace: BlobHash | null;
}

/** One turn of one agent, as kept in a transcript. */
export interface TurnRecord {
  readonly agent: number;
  readonly role: RoleId;
  readonly round: number;
  readonly messages: readonly Message[];
  readonly output: string;
  readonly reasoning: string | null;
  readonly finishReason: FinishReason;
  /** Null when the turn has no message format to follow. */
  readonly formatParsed: boolean | null;
  /** True when the turn was taken from the base rollout instead of asking the model again. */
  readonly reused: boolean;
  readonly usage: Usage;
}

export interface Vote {
  readonly agent: number;
  readonly text: string;
  /** Equal keys are equal answers; null does not vote. */
  readonly key: string | null;
}

/** What a topology hands back. */
export interface TeamAnswer {
  readonly answer: string;
  /** In agent order; empty when the topology does not vote. */
  readonly votes: readonly Vote[];
}

export interface Transcript {
  readonly taskId: string;
  readonly candidate: string;
  readonly turns: readonly TurnRecord[];
  readonly answer: TeamAnswer;
  readonly score: Json;
}
