/** What does a task's text say: which APIs, which dialogue, which earlier results? */
import type { Json, JsonObject } from '../../../core/json.ts';
import { hashText } from '../draws.ts';
import type { ApiDescription, ApiParameter, DialogueTurn, EarlierCall, Task } from './types.ts';

function parseJson(text: string): Json | null {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function parameterOf(name: string, value: Json): ApiParameter {
  const record = isObject(value) ? value : {};
  const description = textOf(record['description']);
  return {
    name,
    type: textOf(record['type']).toLowerCase(),
    description,
    optional: /\boptional\b|only needed for/iu.test(description),
  };
}

/** A description record, or null when the value is none. */
function apiOf(value: Json): ApiDescription | null {
  if (!isObject(value) || typeof value['name'] !== 'string') return null;
  const parameters = value['input_parameters'] ?? value['parameters'];
  if (!isObject(parameters)) return null;
  const outputs = value['output_parameters'];
  return {
    name: value['name'],
    description: textOf(value['description']),
    parameters: Object.entries(parameters).map(([name, record]) => parameterOf(name, record)),
    outputs: isObject(outputs) ? Object.keys(outputs) : [],
  };
}

function callOf(json: string): EarlierCall | null {
  const record = parseJson(json);
  if (!isObject(record)) return null;
  const name = record['api_name'];
  if (typeof name !== 'string') return null;
  const input = record['input'];
  return {
    name,
    input: isObject(input) ? input : {},
    output: record['output'] ?? null,
    failed: record['exception'] !== null && record['exception'] !== undefined,
  };
}

const SPEAKERS: { readonly [tag: string]: DialogueTurn['speaker'] } = {
  user: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  api: 'api',
};

function parseTurns(lines: readonly string[]): DialogueTurn[] {
  const turns: DialogueTurn[] = [];
  for (const line of lines) {
    const match = /^(USER|ASSISTANT|AI|API):\s?(.*)$/iu.exec(line);
    const last = turns.at(-1);
    if (match === null) {
      if (last !== undefined && line.trim() !== '') {
        turns[turns.length - 1] = { ...last, text: `${last.text}\n${line}` };
      }
      continue;
    }
    const speaker = SPEAKERS[(match[1] ?? '').toLowerCase()] ?? 'user';
    const text = match[2] ?? '';
    turns.push({ speaker, text, call: speaker === 'api' ? callOf(text) : null });
  }
  return turns;
}

function isSearchTool(api: ApiDescription): boolean {
  return /search/iu.test(api.name) && api.parameters.some(({ name }) => /keyword/iu.test(name));
}

/** Descriptions that an earlier call returned, in the order they were found. */
function returnedApis(turns: readonly DialogueTurn[]): ApiDescription[] {
  const found: ApiDescription[] = [];
  for (const { call } of turns) {
    if (call === null) continue;
    const entries = Array.isArray(call.output) ? (call.output as readonly Json[]) : [call.output];
    for (const entry of entries) {
      const api = apiOf(entry);
      if (api !== null) found.push(api);
    }
  }
  return found;
}

/** Later descriptions of one name replace earlier ones. */
function uniqueByName(apis: readonly ApiDescription[]): ApiDescription[] {
  return [...new Map(apis.map((api) => [api.name, api])).values()];
}

/** Reads a task; null when there is neither an API description nor a dialogue in the text. */
export function readTask(text: string): Task | null {
  const lines = text.split('\n');
  const listed = lines
    .filter((line) => line.startsWith('{'))
    .map((line) => {
      const value = parseJson(line);
      return value === null ? null : apiOf(value);
    })
    .filter((api): api is ApiDescription => api !== null);
  const marker = lines.findIndex((line) => /^dialogue so far/iu.test(line));
  const turns = parseTurns(marker < 0 ? lines : lines.slice(marker + 1));
  if (listed.length === 0 && turns.length === 0) return null;
  return {
    apis: uniqueByName([...listed, ...returnedApis(turns)]),
    turns,
    searchOnly: listed.length > 0 && listed.every(isSearchTool),
    evidence: turns.map((turn) => turn.text.toLowerCase()).join('\n'),
    fingerprint: hashText(text),
  };
}
