/** Which values can be copied from what earlier calls returned? */

import type { Json, JsonObject } from '../../../../core/json.ts';
import { plainText } from '../../plain-text.ts';
import { isObject } from '../task.ts';
import type { ArgumentValue, EarlierCall, Task } from '../types.ts';
import { requestedItems } from './requested-items.ts';

/** Earlier calls that answered, without searches for tools, newest first. */
export function answeredCalls(task: Task): EarlierCall[] {
  return task.turns
    .map((turn) => turn.call)
    .filter(
      (call): call is EarlierCall =>
        call !== null && !call.failed && !/search(?:er|tool)/iu.test(call.name),
    )
    .reverse();
}

function keysOf(value: Json, found: [string, Json][] = []): [string, Json][] {
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) keysOf(item, found);
  } else if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      found.push([key, inner]);
      keysOf(inner, found);
    }
  }
  return found;
}

function stem(word: string): string {
  return word.toLowerCase().replace(/ies$/u, 'y').replace(/s$/u, '');
}

function words(name: string): string[] {
  return name.split('_').map(stem);
}

/** 2: the same name; 1: one name's last word is the other's last word. */
function nameMatch(parameter: string, key: string): number {
  const wanted = words(parameter);
  const have = words(key);
  if (wanted.join('_') === have.join('_')) return 2;
  const last = wanted.at(-1) ?? '';
  if (!/^(?:id|name|time|date|count)$/u.test(last) && last === have.at(-1)) return 1;
  return wanted[0] === have[0] && have.length === 1 ? 1 : 0;
}

const ALSO_CALLED: { readonly [parameter: string]: readonly string[] } = {
  weather_conditions: ['description', 'condition', 'weather'],
  time: ['meeting_time', 'start_time', 'departure_date'],
  location: ['meeting_location', 'address', 'place'],
  content: ['meeting_name', 'title', 'name'],
  attendees: ['meeting_attendees', 'participants'],
  recipient: ['email'],
};

function asValue(value: Json): ArgumentValue | null {
  if (value === null) return null;
  return value as ArgumentValue;
}

/** Does the request want something done for every record of a list? */
const FOR_EACH = /\b(?:each|every|all of them|one by one|per (?:meeting|flight|item))\b/iu;

interface RecordList {
  readonly records: readonly JsonObject[];
  readonly request: string;
}

function recordsIn(task: Task, output: Json): RecordList {
  const request = task.turns.find((turn) => turn.speaker === 'user')?.text ?? '';
  const lists = isObject(output) ? Object.values(output) : [];
  const records = lists.filter(Array.isArray).flat().filter(isObject);
  return { records, request };
}

/** Of several records the one that the request names by a text in it, or the next one when it wants each. */
function meantRecord(task: Task, output: Json, callsSince: number): JsonObject | null {
  const { records, request } = recordsIn(task, output);
  if (records.length < 2) return null;
  if (FOR_EACH.test(request)) return records[callsSince] ?? null;
  const isNamed = (value: Json): boolean =>
    typeof value === 'string' && value.length > 3 && request.includes(value);
  return records.find((record) => Object.values(record).some(isNamed)) ?? null;
}

/** Is there a record left for which the newest API was not called, though the request wants it for each? */
export function hasOpenRecord(task: Task): boolean {
  return answeredCalls(task).some(({ output }, callsSince) => {
    const { records, request } = recordsIn(task, output);
    return callsSince > 0 && records.length > callsSince && FOR_EACH.test(request);
  });
}

/** A value under the parameter's name in an earlier output, newest call first; null when there is none. */
export function copiedValue(task: Task, parameter: string): ArgumentValue | null {
  for (const [callsSince, call] of answeredCalls(task).entries()) {
    const keys = keysOf(meantRecord(task, call.output, callsSince) ?? call.output);
    const exact = keys.find(([key]) => nameMatch(parameter, key) === 2);
    if (exact !== undefined) return asValue(exact[1]);
    for (const name of ALSO_CALLED[parameter] ?? []) {
      const other = keys.find(([key]) => key === name);
      if (other !== undefined) return asValue(other[1]);
    }
  }
  return null;
}

/** Same parameter of an earlier call: a user named once stays the same user. */
export function reusedInput(task: Task, parameter: string): ArgumentValue | null {
  for (const call of answeredCalls(task)) {
    const value = call.input[parameter];
    if (value !== undefined && value !== null) return value as ArgumentValue;
  }
  return null;
}

function isScalarList(value: Json): value is readonly (string | number)[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => typeof item === 'string' || typeof item === 'number')
  );
}

function isPeople(parameter: string, key: string): boolean {
  return (
    /^(?:user|member|person)_name$/u.test(parameter) && /^(?:members|people|employees)$/u.test(key)
  );
}

/** The newest list whose name fits (`post_ids` for `post_id`, `members` for `member_name`). */
function listFor(task: Task, parameter: string): readonly (string | number)[] | null {
  for (const call of answeredCalls(task)) {
    for (const [key, value] of keysOf(call.output)) {
      if (isScalarList(value) && (nameMatch(parameter, key) > 0 || isPeople(parameter, key)))
        return value;
    }
  }
  return null;
}

function wantsLast(task: Task): boolean {
  return task.turns.some(
    ({ speaker, text }) =>
      speaker === 'user' &&
      /\b(?:newest|latest|most recent|last) (?:post|one|item|name|member|person)\b|\blisted last\b/iu.test(
        text,
      ),
  );
}

/** The first item of a fitting list, returned or named in the request, that the same API was not yet called with; null when all are done. */
export function nextItem(task: Task, api: string, parameter: string): string | number | null {
  const list = listFor(task, parameter) ?? requestedItems(task, parameter);
  const done = new Set(
    answeredCalls(task)
      .filter((call) => call.name === api)
      .map((call) => plainText(call.input[parameter])),
  );
  const open = list.filter((item) => !done.has(String(item)));
  return (wantsLast(task) ? open.at(-1) : open[0]) ?? null;
}

/** All fitting items that some per-item call answered with a text matching `wanted`. */
export function itemsAnswered(task: Task, unwanted: RegExp): (string | number)[] | null {
  const perItem = answeredCalls(task)
    .filter((call) => typeof call.output === 'string')
    .reverse();
  const kept = perItem
    .filter((call) => !unwanted.test(plainText(call.output)))
    .map((call) => Object.values(call.input)[0])
    .filter(
      (value): value is string | number => typeof value === 'string' || typeof value === 'number',
    );
  return perItem.length === 0 ? null : kept;
}

/** The numbers that repeated calls returned under one key, in call order (`like_count` of every post). */
export function collectedNumbers(task: Task): number[] {
  const numbers: number[] = [];
  for (const call of answeredCalls(task).reverse()) {
    const entries = isObject(call.output) ? Object.values(call.output) : [];
    const only = entries[0];
    if (entries.length === 1 && typeof only === 'number') numbers.push(only);
  }
  return numbers;
}
