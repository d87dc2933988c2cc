/** Which things of one kind does a request name, in its order: people, occupations, numbered posts? */

import type { Task } from '../types.ts';

type Item = string | number;

const NAMES = /\b([A-Z][a-z]+(?:, [A-Z][a-z]+)*,? and [A-Z][a-z]+)\b(?!['’ ][A-Z])/gu;
const NOUN = /\ban? ([A-Z][\w-]*(?: [A-Z][\w-]*)*)/gu;
const NUMBERED = (noun: string): RegExp =>
  new RegExp(
    `\\b${noun}s?(?: IDs?| numbers?)?(?: here,)?(?::| are| is| matter:)? (\\d+)(?:,? (?:and|then)(?: of)?(?: ${noun})? (\\d+))?`,
    'giu',
  );

function requestOf(task: Task): string {
  return task.turns.find((turn) => turn.speaker === 'user')?.text ?? '';
}

function listedNames(text: string): string[] {
  const lists = [...text.matchAll(NAMES)].map((match) => match[1] ?? '');
  const longest = lists.sort((left, right) => right.length - left.length)[0];
  return longest === undefined ? [] : longest.split(/, (?:and )?| and /u);
}

function numbered(text: string, noun: string): number[] {
  return [...text.matchAll(NUMBERED(noun))].flatMap((match) =>
    [match[1], match[2]].filter((digits) => digits !== undefined).map(Number),
  );
}

const KINDS: readonly (readonly [RegExp, (text: string) => Item[]])[] = [
  [/^(?:user_name|member_name)$/u, listedNames],
  [
    /^(?:occupation|profession)$/u,
    (text) => [...text.matchAll(NOUN)].map((match) => match[1] ?? ''),
  ],
  [/^post_id$/u, (text) => numbered(text, 'post')],
];

/** A list of kinds that the request wants something from: `of the genres Drama and Western`. */
export function requestedKinds(task: Task, parameter: string): readonly string[] | null {
  if (!/^(?:preferences|genres|categories)$/u.test(parameter)) return null;
  const text = requestOf(task);
  const several = listedNames(text);
  if (several.length > 0) return several;
  const one = /\b(?:genres?|mood for|from|for|line):? ([A-Z][a-z]+)\b/u.exec(text)?.[1];
  return one === undefined ? null : [one];
}

/** What the request names for a parameter, when it names several; else none. */
export function requestedItems(task: Task, parameter: string): readonly Item[] {
  const read = KINDS.find(([names]) => names.test(parameter))?.[1];
  const items = read === undefined ? [] : [...new Set(read(requestOf(task)))];
  return items.length > 1 ? items : [];
}
