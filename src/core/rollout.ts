/** What came of one team working on one task? */
import type { RoleId } from './candidate.ts';
import type { ToolAnswer, ToolResult } from './dataset.ts';
import type { ErrorClass } from './error-class.ts';
import type { Json } from './json.ts';
import { type FinishReason, type Message, NO_USAGE, type ToolCall, type Usage } from './model.ts';

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

/** What answering by function calls came to, over the turns that were offered functions. */
export interface ToolCounts {
  readonly turns: number;
  /** Calls that the models proposed, in all. */
  readonly proposed: number;
  /** Replies with more than one call: the first of each counts. */
  readonly several: number;
  /** Turns answered by a text, which is read as in the answer mode `text`. */
  readonly plainText: number;
  /** Answering calls whose arguments were mended. */
  readonly repaired: number;
  /** Answering calls that cannot be read, those cut by the token cap left out. */
  readonly damaged: number;
  /** Turns whose answer was cut by the token cap and cannot be read. */
  readonly truncated: number;
  /** Calls carried out or refused in an agent's copy of the world. */
  readonly executed: number;
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
  /** Only where functions were offered. */
  readonly tools?: ToolCounts;
  /** Agents that were kept from acting, in agent order: the engine's word that a mask was kept. Only where there were some. */
  readonly masked?: readonly number[];
  readonly usage: Usage;
  /** Null when nothing ran. */
  readonly trace: BlobHash | null;
}

/** Of a task of which nothing was observed yet: no score, never a zero. */
export function emptyRollout(taskId: string, usage: Usage): Rollout {
  return {
    taskId,
    outcome: 'infrastructure_failure',
    score: null,
    answer: '',
    failure: null,
    errorClass: null,
    feedback: '',
    roleOutputs: {},
    format: { parsed: 0, total: 0 },
    usage,
    trace: null,
  };
}

/** The record of a row that the budget did not cover. */
export function notRun(taskId: string): Rollout {
  return { ...emptyRollout(taskId, NO_USAGE), outcome: 'not_run' };
}

/** One reply of a turn that was offered functions, as the model gave it. */
export interface ToolStep {
  /** What was said beside the calls, reasoning removed. */
  readonly text: string;
  /** Every call, as it was sent; ids are numbered anew. */
  readonly calls: readonly ToolCall[];
  /** Of the first call; null when it was not carried out. */
  readonly result: ToolResult | null;
}

/** How a turn that was offered functions came to its output. */
export interface ToolTurn {
  readonly steps: readonly ToolStep[];
  /** The step whose first call is the answer; null when the answer is text. */
  readonly answerStep: number | null;
  readonly reading: ToolAnswer['reading'] | 'truncated' | 'plain-text';
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
  /** Only where the team's parameters say it; else the phase's decoding held. */
  readonly temperature?: number;
  /** Only where the message was put in place of what the agent would have said: nothing was asked. */
  readonly edited?: true;
  /** Only where functions were offered; `output` is then the answer, and `steps` what was said. */
  readonly tools?: ToolTurn;
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
