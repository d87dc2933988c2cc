/** What was said and called in the recorded dialogues? */
import { PrerequisiteError } from '../../../core/errors.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { jsonErrorOffset } from './json-error.ts';

export interface SpokenTurn {
  readonly role: 'User' | 'AI';
  readonly text: string;
}

/** A recorded call. The result repeats the input as the API saw it; four APIs leave `api_name` out of it. */
export interface ApiTurn {
  readonly role: 'API';
  readonly apiName: string;
  /** As recorded: lists and records may be kept as text. */
  readonly arguments: JsonObject;
  readonly result: JsonObject & {
    readonly input: Json;
    readonly output: Json;
    readonly exception: Json;
  };
}

export type Turn = SpokenTurn | ApiTurn;

/** One `.jsonl` file of levels 1 and 2. */
export interface Dialogue {
  /** File name, part of the task ids. */
  readonly file: string;
  readonly turns: readonly Turn[];
}

/** One sample of level 3: a requirement and the calls that meet it. */
export interface PlanSample {
  readonly requirement: string;
  readonly steps: readonly ApiTurn[];
  /** What the assistant says when all is done. */
  readonly response?: string;
}

export function isApiTurn(turn: Turn): turn is ApiTurn {
  return turn.role === 'API';
}

/** The API turns of a dialogue, in order. */
export function apiTurns(dialogue: Dialogue): ApiTurn[] {
  return dialogue.turns.filter(isApiTurn);
}

/** @throws PrerequisiteError naming file and line. */
export function parseDialogue(text: string, path: string): Dialogue {
  const turns = parseJsonLines(text, path).map(({ value, line }) =>
    turnFrom(value, `${path}:${line}`),
  );
  return { file: path.slice(path.lastIndexOf('/') + 1), turns };
}

/** @throws PrerequisiteError naming the file and the sample. */
export function parsePlanSamples(value: Json, path: string): PlanSample[] {
  if (!Array.isArray(value)) throw dataError(path, 'expected a list of samples');
  return (value as readonly Json[]).map((item, index) => {
    const place = `${path}: sample ${index}`;
    const { requirement, response, apis } = asObject(item) ?? {};
    if (typeof requirement !== 'string' || !Array.isArray(apis)) {
      throw dataError(place, 'lacks `requirement` or `apis`');
    }
    const steps = (apis as readonly Json[]).map((step, position) => {
      const { api_name: name, input, output } = asObject(step) ?? {};
      return apiTurn({ name, arguments: input, result: output }, `${place}, api ${position}`);
    });
    return typeof response === 'string' ? { requirement, steps, response } : { requirement, steps };
  });
}

/** @throws PrerequisiteError naming file and line. */
export function parseJsonFile(text: string, path: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    const offset = jsonErrorOffset(text) ?? 0;
    throw dataError(`${path}:${lineAt(text, offset)}`, describeJsonError(error), error);
  }
}

/** Blank lines are skipped; lines count from 1. */
export function parseJsonLines(text: string, path: string): { value: Json; line: number }[] {
  const values: { value: Json; line: number }[] = [];
  text.split('\n').forEach((source, index) => {
    if (source.trim() === '') return;
    try {
      values.push({ value: JSON.parse(source) as Json, line: index + 1 });
    } catch (error) {
      throw dataError(`${path}:${index + 1}`, describeJsonError(error), error);
    }
  });
  return values;
}

export function asObject(value: Json | undefined): JsonObject | null {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as JsonObject)
    : null;
}

export function dataError(place: string, problem: string, cause?: unknown): PrerequisiteError {
  return new PrerequisiteError(`${place}: ${problem}`, {
    hints: ['get a fresh copy of the data: `protocol data download apibank`'],
    ...(cause === undefined ? {} : { cause }),
  });
}

function turnFrom(value: Json, place: string): Turn {
  const { role, text, api_name: name, param_dict: parameters, result } = asObject(value) ?? {};
  if (role === 'API') return apiTurn({ name, arguments: parameters, result }, place);
  if ((role === 'User' || role === 'AI') && typeof text === 'string') return { role, text };
  throw dataError(place, 'expected a turn of User, AI or API with its text or call');
}

function apiTurn(
  parts: { name: Json | undefined; arguments: Json | undefined; result: Json | undefined },
  place: string,
): ApiTurn {
  const { name } = parts;
  const recorded = asObject(parts.arguments);
  const result = asObject(parts.result);
  if (typeof name !== 'string' || recorded === null || result === null) {
    throw dataError(place, 'an API turn lacks its name, arguments or result');
  }
  const { input, output, exception } = result;
  if (input === undefined || output === undefined || exception === undefined) {
    throw dataError(place, 'a result lacks `input`, `output` or `exception`');
  }
  return {
    role: 'API',
    apiName: name,
    arguments: recorded,
    result: { ...result, input, output, exception },
  };
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

function describeJsonError(error: unknown): string {
  return `not JSON (${error instanceof Error ? error.message : String(error)})`;
}
