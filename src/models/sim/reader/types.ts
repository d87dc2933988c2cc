/** What does the reader know about a task after reading the request's text? Only what stands in the text. */
import type { Json } from '../../../core/json.ts';

/** A call made earlier in the dialogue, with its recorded result. */
export interface EarlierCall {
  readonly name: string;
  readonly input: { readonly [name: string]: Json };
  readonly output: Json;
  readonly failed: boolean;
}

export interface DialogueTurn {
  readonly speaker: 'user' | 'assistant' | 'api';
  readonly text: string;
  readonly call: EarlierCall | null;
}

export interface ApiParameter {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly optional: boolean;
}

export interface ApiDescription {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly ApiParameter[];
  readonly outputs: readonly string[];
}

export interface Task {
  /** Every description in sight: listed in the task, or returned by an earlier search. */
  readonly apis: readonly ApiDescription[];
  readonly turns: readonly DialogueTurn[];
  /** True when the listed APIs hold nothing but a search tool. */
  readonly searchOnly: boolean;
  /** All user and assistant words and earlier outputs, lower case: the evidence that values are checked against. */
  readonly evidence: string;
  /** Stable number of the task's text, the same for every agent and every prompt. */
  readonly fingerprint: number;
}

/** A value as the call will show it. */
export type ArgumentValue =
  | string
  | number
  | boolean
  | readonly ArgumentValue[]
  | { readonly [key: string]: ArgumentValue };

export type ArgumentSource = 'moment' | 'result' | 'text' | 'number' | 'list' | 'search' | 'guess';

export interface Argument {
  readonly name: string;
  readonly value: ArgumentValue;
  readonly source: ArgumentSource;
  /** What the user said before correcting it, when there was a correction. */
  readonly superseded: ArgumentValue | null;
  /** The value as it was spoken, for a moment such as `March 3rd 2pm`. */
  readonly spoken: string | null;
  /** True when part of the value was not said and had to be assumed (a year, an end). */
  readonly assumed: boolean;
}

/** The reader's answer: one call, and what it depends on. */
export interface Reading {
  readonly api: string;
  readonly arguments: readonly Argument[];
  readonly step: 'search' | 'token' | 'call';
  /** The API that the user finally wants, when `api` is only a step towards it. */
  readonly goal: string | null;
}

export interface KnownTask {
  readonly task: Task;
  readonly reading: Reading;
}

/** Reads a task's text; null when it holds none. */
export type TaskReader = (text: string) => KnownTask | null;
