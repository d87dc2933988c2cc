/** What can stop a job, and what does the user do next? */
import type { Usage } from './model.ts';

export type ErrorCode =
  | 'usage'
  | 'config'
  | 'prerequisite'
  | 'model'
  | 'infrastructure'
  | 'store-conflict'
  | 'store'
  | 'contract'
  | 'budget-exhausted'
  | 'interrupted';

export interface ErrorDetails {
  /** The next step, one line per alternative; printed below the message. */
  readonly hints?: readonly string[];
  readonly cause?: unknown;
}

/** An error that the user can act on: printed without a stack. Everything else is a defect and keeps its stack. */
export class ProtocolError extends Error {
  readonly code: ErrorCode;
  readonly hints: readonly string[];

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.code = code;
    this.hints = details.hints ?? [];
  }
}

/** The command line does not say what to do: unknown name, bad number, repeated flag. Exit 2. */
export class UsageError extends ProtocolError {
  /** All problems at once; the message joins them. */
  readonly problems: readonly string[];

  constructor(problems: string | readonly string[], details: ErrorDetails = {}) {
    const list = typeof problems === 'string' ? [problems] : problems;
    super('usage', list.join('\n'), details);
    this.problems = list;
  }
}

export interface ConfigProblem {
  readonly file: string;
  /** 1-based; null when the file as a whole is meant. */
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
  /** Source lines with a caret, ready to print. */
  readonly excerpt?: string;
}

/** A configuration file does not say what it must: every problem, each with its place. Exit 2. */
export class ConfigError extends ProtocolError {
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[], details: ErrorDetails = {}) {
    super('config', problems.map(formatConfigProblem).join('\n'), details);
    this.problems = problems;
  }
}

function formatConfigProblem(problem: ConfigProblem): string {
  const place =
    problem.line === null ? problem.file : `${problem.file}:${problem.line}:${problem.column ?? 1}`;
  const excerpt = problem.excerpt === undefined ? '' : `\n${problem.excerpt}`;
  return `${place} ${problem.message}${excerpt}`;
}

/** Something that must be there first is missing: data, a key, an endpoint. Exit 3. */
export class PrerequisiteError extends ProtocolError {
  constructor(message: string, details: ErrorDetails = {}) {
    super('prerequisite', message, details);
  }
}

/** So many calls failed for reasons outside the team that the result would not count. Exit 3, resumable. */
export class InfrastructureError extends ProtocolError {
  constructor(message: string, details: ErrorDetails = {}) {
    super('infrastructure', message, details);
  }
}

/** The folder belongs to another job or another process. Exit 2. */
export class StoreConflictError extends ProtocolError {
  constructor(message: string, details: ErrorDetails = {}) {
    super('store-conflict', message, details);
  }
}

/** The disk refused: full, read-only, corrupted. Exit 3. */
export class StoreError extends ProtocolError {
  constructor(message: string, details: ErrorDetails = {}) {
    super('store', message, details);
  }
}

/** A plugin broke its contract (a second step before the first settled, a changed method on replay). Exit 1. */
export class ContractError extends ProtocolError {
  constructor(message: string, details: ErrorDetails = {}) {
    super('contract', message, details);
  }
}

/** A spending cap was reached; the job can be continued. Exit 4. */
export class BudgetExhaustedError extends ProtocolError {
  constructor(message: string, details: ErrorDetails = {}) {
    super('budget-exhausted', message, details);
  }
}

/** The user asked to stop; nothing is lost. Exit 130. */
export class InterruptedError extends ProtocolError {
  constructor(message: string, details: ErrorDetails = {}) {
    super('interrupted', message, details);
  }
}

/** Why one model call failed. Classified once, where the SDK's error is translated. */
export type ModelErrorKind =
  | 'rate-limit'
  | 'transient'
  | 'timeout'
  | 'connection'
  | 'empty'
  | 'authentication'
  | 'not-found'
  | 'context-overflow'
  | 'bad-request'
  | 'aborted';

export interface ModelErrorDetails extends ErrorDetails {
  readonly kind: ModelErrorKind;
  /** May the same request succeed later? */
  readonly retry: boolean;
  /** The server's wish in milliseconds; null when it said nothing. */
  readonly retryAfterMs?: number | null;
  /** HTTP status, null when no answer came. */
  readonly status?: number | null;
  /** What the call used up all the same: nothing, where it was refused. Absent: nobody knows. */
  readonly usage?: Usage;
}

/** A failed model call. An infrastructure failure of the rollout that needed it, never a wrong answer. */
export class ModelError extends ProtocolError {
  readonly kind: ModelErrorKind;
  readonly retry: boolean;
  readonly retryAfterMs: number | null;
  readonly status: number | null;
  readonly usage: Usage | null;

  constructor(message: string, details: ModelErrorDetails) {
    super('model', message, details);
    this.kind = details.kind;
    this.retry = details.retry;
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.status = details.status ?? null;
    this.usage = details.usage ?? null;
  }
}
