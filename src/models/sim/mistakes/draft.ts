/** Which call does a weak model draft, given a careful reading and the mistakes it makes? */

import type { WrittenArgument, WrittenCall } from '../call-text.ts';
import { pickBy } from '../draws.ts';
import { plainText } from '../plain-text.ts';
import { readGuessedCall, readNamedCall } from '../reader/read.ts';
import type { Argument, ArgumentValue, Reading, Task } from '../reader/types.ts';
import { splitName } from '../reader/words.ts';
import type { Mindfulness } from './advice-reading.ts';
import type { MistakeId } from './kinds.ts';
import { type Chance, flavour, slips } from './slips.ts';
import {
  gistOf,
  joinedList,
  miscopied,
  otherYear,
  spokenMoment,
  spokenNumber,
} from './wrong-values.ts';

interface Draft {
  readonly call: WrittenCall;
  readonly mistakes: readonly MistakeId[];
}

interface Drafting {
  readonly task: Task;
  readonly mindfulness: Mindfulness;
  readonly chance: Chance;
  readonly mistakes: MistakeId[];
}

function happens(drafting: Drafting, kind: MistakeId): boolean {
  const made = slips(kind, drafting.mindfulness, drafting.chance);
  if (made) drafting.mistakes.push(kind);
  return made;
}

/** Mistakes about which step comes next. */
function misplanned(drafting: Drafting, reading: Reading): Reading {
  const { task } = drafting;
  if (reading.step === 'token' && reading.goal !== null) {
    const goal = readNamedCall(task, reading.goal);
    if (goal !== null && happens(drafting, 'token_skip')) return goal;
  }
  if (reading.step === 'search' && happens(drafting, 'skip_search')) return readGuessedCall(task);
  const earlier = task.turns.findLast((turn) => turn.call !== null)?.call ?? null;
  if (earlier !== null && happens(drafting, 'repeat_call')) {
    const repeated: Argument[] = Object.entries(earlier.input).map(([name, value]) => ({
      name,
      value: value as ArgumentValue,
      source: 'result',
      superseded: null,
      spoken: null,
      assumed: false,
    }));
    return { api: earlier.name, arguments: repeated, step: 'call', goal: null };
  }
  return reading;
}

function requestText(task: Task): string {
  return task.turns.findLast((turn) => turn.speaker === 'user')?.text ?? '';
}

/** A search phrase that no longer finds the tool. */
function misworded(drafting: Drafting, argument: Argument): ArgumentValue {
  const { task } = drafting;
  const text = plainText(argument.value);
  if (happens(drafting, 'long_keyword')) {
    return (
      requestText(task)
        .replace(/[?.!]+$/u, '')
        .split(' ')
        .slice(0, 24)
        .join(' ') || text
    );
  }
  if (happens(drafting, 'vague_keyword')) {
    const words = splitName(text);
    return pickBy(
      [`${words.at(-1) ?? text} tool`, `api for ${words[0] ?? text}`, 'assistant tool'],
      flavour('vague_keyword', drafting.chance),
    );
  }
  return argument.value;
}

function wrongMoment(drafting: Drafting, argument: Argument): ArgumentValue {
  const { chance } = drafting;
  if (argument.superseded !== null && happens(drafting, 'stale_value')) return argument.superseded;
  if (happens(drafting, 'date_form')) return spokenMoment(argument, flavour('date_form', chance));
  if (argument.assumed && happens(drafting, 'assumed_year'))
    return otherYear(argument, flavour('assumed_year', chance));
  return argument.value;
}

function wrongValue(drafting: Drafting, argument: Argument): ArgumentValue {
  const { chance } = drafting;
  if (argument.source !== 'moment' && argument.superseded !== null) {
    if (happens(drafting, 'stale_value')) return argument.superseded;
  }
  switch (argument.source) {
    case 'moment':
      return wrongMoment(drafting, argument);
    case 'search':
      return misworded(drafting, argument);
    case 'result':
      return happens(drafting, 'wrong_result')
        ? miscopied(argument.value, flavour('wrong_result', chance))
        : argument.value;
    case 'number':
      return happens(drafting, 'number_form')
        ? spokenNumber(argument.value, flavour('number_form', chance))
        : argument.value;
    case 'list':
      return happens(drafting, 'list_as_text') ? joinedList(argument.value) : argument.value;
    case 'text':
      return typeof argument.value === 'string' &&
        isWordy(argument) &&
        happens(drafting, 'paraphrase')
        ? gistOf(argument.value, flavour('paraphrase', chance))
        : argument.value;
    case 'guess':
      return argument.value;
  }
}

/** Credentials and addresses are rarely reworded. */
function isWordy(argument: Argument): boolean {
  return !/password|username|email|recipient|url/u.test(argument.name);
}

const OTHER_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^user_?name$/u, 'user'],
  [/^password$/u, 'pass'],
  [/^token$/u, 'user_token'],
  [/time$/u, 'datetime'],
  [/date$/u, 'day'],
  [/^keywords?$/u, 'query'],
  [/_id$/u, 'id'],
];

function renamed(name: string): string {
  for (const [pattern, other] of OTHER_NAMES) {
    if (pattern.test(name))
      return name.replace(pattern, other) === name ? `${name}_value` : name.replace(pattern, other);
  }
  return `${name}_value`;
}

/** Mistakes about the set of arguments: at most one of them per draft. */
function reshaped(
  drafting: Drafting,
  written: readonly WrittenArgument[],
): readonly WrittenArgument[] {
  const last = written.at(-1);
  if (last === undefined)
    return happens(drafting, 'extra_argument') ? [{ name: 'query', value: 'now' }] : written;
  if (written.length > 1 && happens(drafting, 'missing_argument')) {
    return written.filter(
      (_, index) =>
        index !== Math.floor(flavour('missing_argument', drafting.chance) * written.length),
    );
  }
  if (happens(drafting, 'extra_argument'))
    return [...written, { name: 'note', value: 'as requested' }];
  if (happens(drafting, 'renamed_argument')) {
    const place = Math.floor(flavour('renamed_argument', drafting.chance) * written.length);
    return written.map((item, index) =>
      index === place ? { ...item, name: renamed(item.name) } : item,
    );
  }
  return written;
}

const OTHER_VERBS: readonly (readonly [RegExp, string])[] = [
  [/^Add/u, 'Create'],
  [/^Delete/u, 'Remove'],
  [/^Query/u, 'Get'],
  [/^Get/u, 'Fetch'],
  [/^Modify/u, 'Update'],
  [/^Book/u, 'Reserve'],
  [/^Cancel/u, 'Delete'],
];

function inventedName(name: string): string {
  for (const [pattern, other] of OTHER_VERBS) {
    if (pattern.test(name)) return name.replace(pattern, other);
  }
  return `${name}API`;
}

/** Drafts a call. `mistakes` names what went wrong, in the order it did. */
export function draftCall(
  task: Task,
  reading: Reading,
  how: Pick<Drafting, 'mindfulness' | 'chance'>,
): Draft {
  const drafting: Drafting = { task, ...how, mistakes: [] };
  const planned = misplanned(drafting, reading);
  const written = planned.arguments.map((argument) => ({
    name: argument.name,
    value: planned === reading ? wrongValue(drafting, argument) : argument.value,
  }));
  const shaped = reshaped(drafting, written);
  const invents = reading.step !== 'search' && happens(drafting, 'invented_name');
  const api = invents ? inventedName(planned.api) : planned.api;
  return { call: { api, arguments: shaped }, mistakes: drafting.mistakes };
}
