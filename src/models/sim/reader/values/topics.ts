/** What is an agenda, a reminder or a meeting about, and where is it? */

import type { Task } from '../types.ts';
import { answerAbout, labelled, newestMatch, quotedTexts, saidNewestFirst } from './labels.ts';

/** Where a subject ends and its date, place or company begins. */
const SUBJECT_END =
  /[,.;?!]|\s(?:on|at|for|from|in|under|tomorrow|today|next|scheduled|called|by|set)\b.*$/iu;

const GERUNDS: readonly (readonly [RegExp, string])[] = [
  [/^(\w+?)([bdgmnprt])\2ing\b/iu, '$1$2'],
  [/^(mak|tak|writ|driv|us|mov|danc|prepar|schedul|arrang)ing\b/iu, '$1e'],
  [/^(\w+?)ing\b/iu, '$1'],
];

function bareVerb(text: string): string {
  const first = text.split(' ')[0] ?? '';
  if (
    !/^(?:pick|call|pay|attend|buy|visit|mak|tak|writ|clean|meet)\w*ing$/iu.test(first) ||
    /^meeting$/iu.test(first)
  ) {
    return text;
  }
  for (const [pattern, replacement] of GERUNDS) {
    if (pattern.test(text)) return text.replace(pattern, replacement);
  }
  return text;
}

/** `my dry cleaning` → `dry cleaning`; first letter up. */
function asSubject(text: string): string {
  const plain = bareVerb(text.trim())
    .replaceAll(/\b(?:my|our|your|the|a|an)\s+/giu, '')
    .replace(/^to\s+/iu, '')
    .trim();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

function subjectAhead(task: Task, pattern: RegExp): string | null {
  const found = newestMatch(task, pattern);
  if (found === null) return null;
  const cut = found.replace(SUBJECT_END, '').trim();
  return cut === '' || cut.length > 80 ? null : asSubject(cut);
}

function isCredential(text: string, quoted: string): boolean {
  const at = text.indexOf(quoted);
  return /(?:username|password|token|email|time|date|location|user id)\W{0,3}(?:is|:)?\W{0,4}$/iu.test(
    text.slice(Math.max(0, at - 24), at),
  );
}

function quotedSubject(task: Task): string | null {
  for (const text of saidNewestFirst(task)) {
    const found = quotedTexts(text).find(
      (quoted) => !isCredential(text, quoted) && !/^\d/u.test(quoted),
    );
    if (found !== undefined) return found;
  }
  return null;
}

const TOPIC_LABELS = [
  'content',
  'meeting topic',
  'topic',
  'title',
  'subject',
  'meeting content',
  'description',
];

/** Quoted or labelled text first, then the clause that names the thing. */
export function subjectOf(task: Task): string | null {
  const named = labelled(task, TOPIC_LABELS);
  const quoted = quotedSubject(task);
  if (quoted !== null) return quoted;
  if (named !== null && !/^(?:and|of)\b/u.test(named))
    return named.replace(/^(?:of|about|the)\s+/iu, '');
  return (
    subjectAhead(task, /\bremind(?:er)?\s+(?:me\s+)?(?:for (?:me|[\w: ]+?)\s+)?to\s+(.+)/iu) ??
    subjectAhead(
      task,
      /\b(?:agenda|schedule item|reminder|schedule)\s+(?:of|for|to)\s+(?!me\b)(?:an?\s+)?(.+)/iu,
    ) ??
    answeredSubject(task) ??
    subjectAhead(
      task,
      /\b(?:delete|remove|cancel|change|move)\s+my\s+(?!reservation|alarm|agenda|account)(.+?)(?:\sfrom\b|$)/iu,
    ) ??
    subjectAhead(
      task,
      /\b(?:reservation|meeting details|details) (?:for|of) (?:the )?([A-Z].+)/u,
    ) ??
    subjectAhead(task, /\bmy (\w+ \w+) on\b/iu) ??
    meetingSubject(task)
  );
}

function answeredSubject(task: Task): string | null {
  const answer = answerAbout(task, /\b(?:content|topic|title|about|description|remind you of)\b/iu);
  return answer === null ? null : asSubject(answer.replace(SUBJECT_END, ''));
}

function meetingSubject(task: Task): string | null {
  const withWhom = newestMatch(task, /\bmeeting (with [A-Z]?\w+(?: \w+)?)/iu);
  if (withWhom !== null) return `Meeting ${withWhom.replace(SUBJECT_END, '')}`;
  const place = newestMatch(task, /\bmeeting\b.* (in the [\w ]+?)[?.]/iu);
  if (place !== null) return `Meeting ${place.replace('the ', '')}`;
  return newestMatch(task, /\b(meeting)\b/iu) === null ? null : 'Meeting';
}

const PLACE_END =
  /(?:[,;?!]|\.(?=\s|$)).*$|\s(?:on (?=[A-Z]\w+ \d|\d|the \d|\w+day)|for|from|with|at \d|and (?=[a-z])|called|as|held|tomorrow|who|where|is|in AddAgenda)\b.*$/u;

/** A request without a conversation states one thing per sentence: `We meet in Room 5.` */
function statedPlace(task: Task): string | null {
  if (task.turns.some(({ speaker }) => speaker === 'assistant')) return null;
  return newestMatch(
    task,
    /\b(?:held in|takes? place in|[Ww]e meet in|place to be is|place, take) (?:the )?([A-Z][\w'-]*(?: [A-Z\d][\w'-]*)*)/u,
  );
}

/** The newest place: labelled, answered, or after `at`/`in` when it is no time. */
export function placeOf(task: Task): string | null {
  const named = labelled(task, ['location', 'place', 'venue']);
  if (named !== null && !/^(?:and|of|where)\b/iu.test(named)) return barePlace(named);
  const answer = answerAbout(task, /\b(?:where|location|place|located)\b/iu);
  if (answer !== null)
    return barePlace(
      answer.replace(/^(?:meeting )?(?:will )?(?:take place|be held|is located) (?:in|at) /iu, ''),
    );
  const stated = statedPlace(task);
  if (stated !== null) return stated;
  for (const text of saidNewestFirst(task)) {
    const held =
      /\b(?:held|takes? place|located|hosted?|[Ww]e meet) (?:in|at) (?:the |our )?([^?]+)/u.exec(
        text,
      )?.[1];
    const near =
      held ??
      [
        ...text.matchAll(
          /\b(?:at|in) (?:the |our )?((?!\d{1,2}(?::|\s?[ap]\.?m|\b\s*o))[A-Za-z\d][^?]*)/gu,
        ),
      ]
        .map((match) => match[1] ?? '')
        .filter(
          (place) =>
            !/^(?:\d{1,2}:|history|advance|my|your|each|it|this|total|AddAgenda|(?:exactly )?\w+ (?:days?|weeks?|minutes|hours)|the meantime|the afternoon|the morning|the moment)\b/iu.test(
              place,
            ),
        )
        .at(-1);
    if (near !== undefined) return barePlace(near.replace(PLACE_END, ''));
  }
  return null;
}

function barePlace(text: string): string {
  return text
    .replace(/^(?:at|in|the|our|their|to)\s+/giu, '')
    .replace(/^(?:the|our)\s+/iu, '')
    .trim();
}
