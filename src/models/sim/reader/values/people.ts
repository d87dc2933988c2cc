/** Which names of people does a text hold, alone or in a list? */

import type { Task } from '../types.ts';
import { answerAbout, labelledIn, newestMatch, saidNewestFirst } from './labels.ts';

const NAME = "[A-Z][\\w'-]*(?:\\s+[A-Z][\\w'-]*){0,3}";
const LIST = new RegExp(`(${NAME}(?:\\s*,\\s*(?:and\\s+)?${NAME}|\\s+and\\s+${NAME})*)`, 'u');

function splitNames(text: string): string[] {
  return text
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+/u)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** The list of names that begins at the start of `text`, after `the` and the like. */
function namesAtStart(text: string): string[] {
  const bare = text.replace(/^\s*(?:are|is|:|will be|the|including)*\s*/iu, '');
  const match = LIST.exec(bare);
  return match === null || match.index > 2 ? [] : splitNames(match[1] ?? '');
}

/** The names after the first label that is followed by names. */
function labelledNames(text: string): string[] {
  const label = /\b(?:attendees?|participants?|attended by|invit(?:e|ing)|people are)\b/giu;
  for (const match of text.matchAll(label)) {
    const names = namesAtStart(text.slice(match.index + match[0].length));
    if (names.length > 0) return names;
  }
  return [];
}

/** `A, B and C take part`: names in front of what they do. */
function namesBefore(text: string): string[] {
  const pattern = new RegExp(
    `${LIST.source},? (?:still |will |all )*(?:take part|come\\b|attend|be there|join)`,
    'u',
  );
  return splitNames(pattern.exec(text)?.[1] ?? '');
}

/** People who take part: `attendees A, B and C`, `with A and B`, `A and B attending`. */
export function attendees(task: Task): string[] | null {
  for (const text of saidNewestFirst(task)) {
    const names = labelledNames(text);
    if (names.length > 0) return names;
    const before = namesBefore(text);
    if (before.length > 0) return before;
    const together = /\bwith\s+(?!the\b|a\b|my\b)(?=[A-Z])/u.exec(text);
    if (together !== null && !/\bwith (?:Dr|ID)\b/u.test(text)) {
      const company = namesAtStart(text.slice(together.index + together[0].length));
      if (company.length > 0) return company;
    }
  }
  const answer = answerAbout(task, /\b(?:attend|who|invite)/iu);
  const names = answer === null ? [] : namesAtStart(answer);
  return names.length > 0 ? names : null;
}

/** `Dr. Smith`, or whatever the doctor is said to be. */
export function doctorName(task: Task): string | null {
  for (const text of saidNewestFirst(task)) {
    const said = labelledIn(text, ["doctor's name", 'doctor name', 'doctor']);
    const name = said === null ? null : /^(?:Dr\.?\s+)?[A-Z]\w*(?: [A-Z]\w*)*/u.exec(said)?.[0];
    if (said !== null && name !== null && name !== undefined) {
      return /^Dr\.?$/u.test(said) ? (/\bDr\.?\s+[A-Z]\w+/u.exec(text)?.[0] ?? name) : name;
    }
    const titled = /\bDr\.?\s+[A-Z]\w+/u.exec(text)?.[0];
    if (titled !== undefined) return titled;
  }
  return null;
}

/** The person an appointment or a record is about. */
export function personName(task: Task): string | null {
  const patterns = [
    new RegExp(`(?:patient(?:'s)?(?: name)?|[Mm]y name|full name)\\s*(?:is|:)\\s*(${NAME})`, 'u'),
    /under (?:the name (?:of )?)?([A-Z][a-z]*(?:\s+[A-Z][a-z]*){0,3})/u,
    new RegExp(`\\bfor (?!Dr)(?:the patient )?(${NAME})(?= with| on|,|\\.|$)`, 'u'),
    new RegExp(`^(?:For )?(${NAME}) is the patient\\b`, 'u'),
    new RegExp(`^For (${NAME})\\.?$`, 'u'),
    new RegExp(`\\b(?:patient|customer)(?: is|:)? (${NAME})`, 'u'),
    new RegExp(`\\b(?:for|in the name of|appointment for) (${NAME})`, 'u'),
  ];
  for (const pattern of patterns) {
    const found = newestMatch(task, pattern);
    if (found !== null && !/\d/u.test(found) && !isMonth(found)) return found;
  }
  const answer = answerAbout(task, /\bname\b/iu);
  return answer !== null && /^[A-Z]/u.test(answer) ? answer : null;
}

function isMonth(text: string): boolean {
  return /^(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?|\w+day)\b/u.test(
    text,
  );
}

/** `John's preferences`, `meeting of Mary`: whose, in a plain request. */
export function ownerName(task: Task): string | null {
  const found =
    newestMatch(task, /\b([A-Z][a-z]+)'s\b/u) ??
    newestMatch(task, /\b(?:of|for|about)\s+([A-Z][a-z]+)\b/u);
  return found === null || isMonth(found) ? null : found;
}

/** `Ann has …`, but no question word. */
const SUBJECT =
  /\b(?!(?:What|Who|Which|Where|When|How|It|There|That|This|Somebody|Everybody)\b)([A-Z][a-z]+) (?:has|is|needs|likes|prefers|watched|works)\b/u;
const MENTIONED =
  /\b(?:has|have|does|do|is|[Tt]o|by|as|movies|genres|if|whether|where) ([A-Z][a-z]+)\b/u;

/** Whoever a request speaks of without saying what is theirs: `has Mary watched`, `see where Tom is`. */
export function mentionedName(task: Task): string | null {
  const found = newestMatch(task, MENTIONED) ?? newestMatch(task, SUBJECT);
  return found === null || isMonth(found) ? null : found;
}
