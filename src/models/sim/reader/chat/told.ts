/** Which values come out of a conversation in other ways than by a label? */
import type { Json } from '../../../../core/json.ts';
import { isObject } from '../task.ts';
import type { ApiDescription, ApiParameter, ArgumentValue, Task } from '../types.ts';
import {
  answerAbout,
  labelled,
  newestMatch,
  quotedTexts,
  saidNewestFirst,
} from '../values/labels.ts';
import { answeredCalls } from '../values/results.ts';

/** `the floor lamp in the study`: things and where they are. */
const PLACED =
  /\bthe ([a-z][a-z ]*?) in the ([a-z][a-z ]*?)(?=,|;|\.|$| and | to | into | too\b)/gu;

function isRecord(value: Json): boolean {
  return isObject(value) && value['name'] !== undefined && value['description'] !== undefined;
}

/** A list of things with a name and a description; those of the last result stay when more are to be added. */
export function placedThings(task: Task, parameter: ApiParameter): ArgumentValue | null {
  if (!/"name".*"description"/u.test(parameter.description)) return null;
  for (const turn of [...task.turns].reverse()) {
    if (turn.speaker !== 'user') continue;
    const things = [...turn.text.matchAll(PLACED)].map((match) => ({
      name: match[1] ?? '',
      description: match[2] ?? '',
    }));
    if (things.length === 0) continue;
    const known = answeredCalls(task)[0]?.output ?? null;
    const listed = Array.isArray(known) ? (known as readonly Json[]) : [];
    const kept = listed.every(isRecord) ? listed : [];
    const adds = /\b(?:add|also|too|keep|as well)\b/iu.test(turn.text);
    return (adds ? [...kept, ...things] : things) as ArgumentValue;
  }
  return null;
}

/** An id under which something was found: the only key of the last result, when it is a number. */
export function foundKey(task: Task): string | null {
  const output = answeredCalls(task)[0]?.output ?? null;
  const keys = isObject(output) ? Object.keys(output) : [];
  return keys.length === 1 && /^\d{5,}$/u.test(keys[0] ?? '') ? (keys[0] ?? null) : null;
}

export function numberSaid(task: Task): string | null {
  return newestMatch(task, /\b(?:number|id)(?: is|:)? ([A-Z]?\d{4,})\b/iu);
}

const SENT_ON = /\b(?:the|that) (summary|transcript|description|result|answer|caption)\b/iu;

/** What a call found out and somebody wants passed on as it is. */
export function passedOn(task: Task): string | null {
  const request = task.turns.findLast((turn) => turn.speaker === 'user' && SENT_ON.test(turn.text));
  const word = request === undefined ? undefined : SENT_ON.exec(request.text)?.[1]?.toLowerCase();
  if (word === undefined) return null;
  const output = answeredCalls(task)[0]?.output ?? null;
  if (typeof output === 'string') return output;
  const part = isObject(output) ? output[word] : undefined;
  return typeof part === 'string' ? part : null;
}

/** Of two quoted stages the one that it is now: the second once the API was called. */
export function stageOf(task: Task, api: ApiDescription, parameter: ApiParameter): string | null {
  if (!/\bfirst call\b/iu.test(parameter.description)) return null;
  const [first, second] = quotedTexts(parameter.description);
  if (first === undefined || second === undefined) return null;
  return isCalled(task, api) ? second : first;
}

/** Is the parameter for the other one of two calls? */
export function isForOtherCall(task: Task, api: ApiDescription, parameter: ApiParameter): boolean {
  const only = /^(first|second) call only\b/iu.exec(parameter.description)?.[1]?.toLowerCase();
  return only !== undefined && (only === 'second') !== isCalled(task, api);
}

function isCalled(task: Task, api: ApiDescription): boolean {
  return answeredCalls(task).some((call) => call.name === api.name);
}

/** On or off, as it is asked for. */
export function switchedOn(task: Task): boolean | null {
  const word = newestMatch(
    task,
    /\b(?:switch|turn|go|goes|switches|turns)\b(?: \w+){0,2}? (on|off)\b/iu,
  );
  return word === null ? null : word.toLowerCase() === 'on';
}

const ABOUT = /\b[Ii]t is about ([a-z ]+?)(?=[.,;]|$)/u;

/** The device, song, subject or symptom that a question or a label named. */
export function namedThing(task: Task, labels: readonly string[]): string | null {
  const answer = answerAbout(task, new RegExp(String.raw`\b(?:${labels.join('|')})\b`, 'iu'));
  const said = labelled(task, labels) ?? newestMatch(task, ABOUT) ?? answer;
  const quoted = said === null ? undefined : quotedTexts(said)[0];
  return said === null ? null : (quoted ?? said.replace(/^(?:it is |the )/iu, ''));
}

/** `the timer of the radio`, `a timed switch for the radio`. */
export function deviceSaid(task: Task): string | null {
  for (const text of saidNewestFirst(task)) {
    const found =
      /\b(?:I mean|device is) the ([a-z ]+?)(?=[.,;]|$)/u.exec(text)?.[1] ??
      /\b(?:timer|switch)(?: \w+)?? (?:of|for) the ([a-z ]+?)(?=[.,;:?]|$| on | at | to | in | that )/u.exec(
        text,
      )?.[1];
    if (found !== undefined) return found.trim();
  }
  return namedThing(task, ['device']);
}

/** A text in quotes behind one of the words: `the subject is "…"`. */
export function quotedAs(task: Task, words: string): string | null {
  return newestMatch(task, new RegExp(String.raw`\b(?:${words})(?: is|:)? "([^"]+)"`, 'iu'));
}

/** A long code that the user calls a token. */
export function tokenSaid(task: Task): string | null {
  return newestMatch(task, /\btoken\b[^.?!]{0,24}?\b((?=\w*\d)[a-z\d]{16,})\b/u);
}

/** The newest number that a call returned, for a code that is asked for. */
export function numberReturned(task: Task): number | null {
  const output = answeredCalls(task)[0]?.output ?? null;
  return typeof output === 'number' ? output : null;
}

/** The thing that the last call was about, when this call describes it in the same words. */
export function sameThing(task: Task, parameter: ApiParameter): ArgumentValue | null {
  const call = answeredCalls(task)[0];
  const before = task.apis
    .find((api) => api.name === call?.name)
    ?.parameters.find(({ name }) => name === parameter.name);
  const value = call?.input[parameter.name];
  return before?.description === parameter.description && typeof value === 'string' ? value : null;
}
