/** What would a careful assistant say about the result of a call? General rules on names and values, no benchmark's words. */
import { plainText } from '../plain-text.ts';
import { isObject } from '../reader/task.ts';
import type { EarlierCall, Task } from '../reader/types.ts';

/** A reply in parts, so that a careless writer can drop or add some. */
export interface Wording {
  /** What has happened. */
  readonly news: string;
  /** Values that the user needs, each a sentence part such as `the price is 12`. */
  readonly values: readonly string[];
  /** What the user is asked for; null for nothing. */
  readonly question: string | null;
  /** The record as it was returned. */
  readonly record: string;
}

const DONE: { readonly [verb: string]: string } = {
  add: 'added',
  book: 'booked',
  cancel: 'cancelled',
  change: 'changed',
  delete: 'deleted',
  modify: 'modified',
  open: 'opened',
  play: 'playing now',
  query: 'found',
  record: 'recorded',
  register: 'registered',
  remove: 'removed',
  send: 'sent',
  set: 'set',
};

/** `AddMeeting` → `add`, `meeting`. */
function nameWords(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])(?=[A-Z])/gu, '$1 ')
    .replaceAll(/[_\s]+/gu, ' ')
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '');
}

function newsOf({ name, failed, output }: EarlierCall): string {
  const [first = 'request', ...rest] = nameWords(name);
  const verb = DONE[first];
  const thing = verb === undefined ? [first, ...rest].join(' ') : rest.join(' ') || 'request';
  if (failed) return `Sorry, the ${thing} did not work.`;
  if (verb === undefined) return `I have the result of the ${thing}.`;
  const hasValues = isObject(output) || Array.isArray(output);
  return hasValues
    ? `Your ${thing} has been ${verb}.`
    : `Your ${thing} has been ${verb} successfully.`;
}

function valueParts(output: unknown, label: string): string[] {
  if (Array.isArray(output)) {
    const items = output.slice(0, 4).flatMap((item) => valueParts(item, ''));
    return items.length === 0 ? [] : [`${label === '' ? '' : `the ${label}: `}${items.join(', ')}`];
  }
  if (isObject(output)) {
    return Object.entries(output).flatMap(([key, value]) =>
      valueParts(value, nameWords(key).join(' ')),
    );
  }
  const text = plainText(output);
  if (output === null || /^(?:success|failed|)$/iu.test(text)) return [];
  return [label === '' ? text : `the ${label} is ${text}`];
}

/** A search for APIs is no news to a user: what the API found still lacks is asked for. */
function searchWording(task: Task, call: EarlierCall): Wording {
  const found = task.apis.at(-1);
  const lacking = (found?.parameters ?? []).filter(({ name }) => !/token/iu.test(name)).slice(0, 3);
  const names = lacking.map(({ name }) => nameWords(name).join(' '));
  const question = names.length === 0 ? null : `Please tell me the ${names.join(' and the ')}.`;
  return { news: 'Okay.', values: [], question, record: JSON.stringify(call.output) };
}

/** Null when the dialogue does not end with a call. Where nothing was said between the calls, all of them are news. */
export function wordingOf(task: Task): Wording | null {
  const last = task.turns.at(-1)?.call ?? null;
  if (last === null) return null;
  if (isSearch(last)) return searchWording(task, last);
  const isSilent = task.turns.every(({ speaker }) => speaker !== 'assistant');
  const told = isSilent
    ? task.turns.flatMap(({ call }) => (call === null || isSearch(call) ? [] : [call]))
    : [last];
  return {
    news: told.map(newsOf).join(' '),
    values: told.filter(({ failed }) => !failed).flatMap(({ output }) => valueParts(output, '')),
    question: null,
    record: JSON.stringify(last.output),
  };
}

function isSearch({ name, output }: EarlierCall): boolean {
  return /search/iu.test(name) && isDescription(output);
}

function isDescription(output: unknown): boolean {
  const one: unknown = Array.isArray(output) ? output.at(-1) : output;
  return isObject(one) && isObject(one['input_parameters']);
}
