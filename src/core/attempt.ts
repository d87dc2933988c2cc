/** What was one request to a model's server, what came of it, and what did it cost? */
import type { RoleId } from './candidate.ts';
import type { ModelErrorKind } from './errors.ts';
import type { Channel } from './model.ts';

/** What was paid for: the team at work, or one of the method's own questions. */
export type Purpose = 'task' | 'reflection' | 'judge' | 'probe';

export const PURPOSES: { readonly [Name in Channel]: Purpose } = {
  task: 'task',
  reflect: 'reflection',
  judge: 'judge',
  probe: 'probe',
};

/**
 * - `ok`: an answer. `truncated`, `refused`, `filtered`: an answer that ended at the token cap, was declined, or was taken
 *   by a filter; all of them were paid for.
 * - the kinds of {@link ModelErrorKind}: no answer.
 * - `lost`: the process ended while the request was on its way; nobody knows what came of it.
 * - `defect`: the provider threw something that is no failure of a model.
 */
export type AttemptOutcome =
  | 'ok'
  | 'truncated'
  | 'refused'
  | 'filtered'
  | ModelErrorKind
  | 'lost'
  | 'defect';

/** What is known when a request leaves. */
export interface StartedAttempt {
  /** 1, 2, … over the whole life of the job. */
  readonly number: number;
  /** When it left, ISO 8601. */
  readonly at: string;
  readonly purpose: Purpose;
  /** Of the agent that asked; null for questions of the method. */
  readonly role: RoleId | null;
  readonly model: string;
  /** Host and port; null without a network. */
  readonly endpoint: string | null;
  /** 1 for the first try of a request, more for retries. */
  readonly attempt: number;
  /** Only of a program that imitates a model: nothing was paid. */
  readonly simulated?: true;
  /** What the caps are charged with as long as nobody knows better: tokens, and US dollars or `unknown`. */
  readonly reservedTokens: number;
  readonly reservedUsd: number | 'unknown';
}

/**
 * One line of ledger.jsonl. Token counts are null where the server did not say what it used; then the caps keep the
 * reservation, which such a row holds and no other.
 */
export interface AttemptRow extends Omit<StartedAttempt, 'reservedTokens' | 'reservedUsd'> {
  readonly outcome: AttemptOutcome;
  readonly inputTokens: number | null;
  /** Part of the input; absent where the server does not say. */
  readonly cachedInputTokens?: number;
  readonly outputTokens: number | null;
  /** Part of the output; absent where the server does not say. */
  readonly reasoningTokens?: number;
  /** US dollars. */
  readonly price: number | 'unknown';
  readonly reservedTokens?: number;
  readonly reservedUsd?: number | 'unknown';
  /** From leaving to its end; null when nobody saw the end. */
  readonly milliseconds: number | null;
}

/** Tokens that a row counts for: what was used, else what was reserved. */
export function chargedTokens(row: AttemptRow): number {
  const { inputTokens, outputTokens, reservedTokens = 0 } = row;
  return inputTokens === null || outputTokens === null
    ? reservedTokens
    : inputTokens + outputTokens;
}

/** US dollars that a row counts for: what was paid, else what was reserved; null when neither is known. */
export function chargedUsd(row: AttemptRow): number | null {
  const { price, reservedUsd = 'unknown' } = row;
  if (price !== 'unknown') return price;
  return reservedUsd === 'unknown' ? null : reservedUsd;
}

/** Of an attempt whose end nobody saw. */
export function lostAttempt(started: StartedAttempt): AttemptRow {
  const isFree = started.reservedUsd === 0;
  return {
    ...started,
    outcome: 'lost',
    inputTokens: null,
    outputTokens: null,
    price: isFree ? 0 : 'unknown',
    milliseconds: null,
  };
}

/** Over all models and purposes together, and over all sessions of a job; null: no bound. Never part of its identity. */
export interface SpendCaps {
  readonly usd: number | null;
  readonly tokens: number | null;
  readonly milliseconds: number | null;
}

export const NO_CAPS: SpendCaps = { usd: null, tokens: null, milliseconds: null };

/** What a job has spent in all its sessions. */
export interface SpendSnapshot {
  readonly tokens: number;
  /** US dollars; null as soon as one attempt's price is unknown. */
  readonly usd: number | null;
  readonly milliseconds: number;
  readonly caps: SpendCaps;
}
