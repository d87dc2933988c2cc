/** Which moment does a parameter mean, given everything said in a dialogue? */

import type { DialogueTurn } from '../types.ts';
import { numberOf } from '../values/numbers.ts';
import { addDays, type Day, type DayMention, findDays, nextWeekday } from './dates.ts';
import { addMinutes, findTimes, type TimeMention, type TimeOfDay } from './times.ts';

export type Edge = 'start' | 'end' | null;

/** Assumed when nobody names a year. */
const ASSUMED_YEAR = 2023;
const MIDNIGHT: TimeOfDay = { hour: 0, minute: 0, second: 0 };

interface Said<T> {
  readonly value: T;
  readonly edge: Edge;
  readonly turn: number;
  readonly spoken: string;
}

/** All days and times of a dialogue, in the order they were said. */
export interface Calendar {
  readonly days: readonly Said<DayMention>[];
  readonly times: readonly Said<TimeOfDay>[];
  readonly today: Day | null;
  readonly year: number;
  /** Minutes between an alarm and the thing it announces, as in `10 minutes before`. */
  readonly lead: number;
  /** Minutes that a meeting takes; an hour unless said. */
  readonly length: number;
}

const START_WORDS = /(?:start|begin|from|check(?:ing)?[- ]?in|between)\b[^.;]{0,24}$/iu;
const END_WORDS =
  /(?:\bend(?:ing|s)?|check(?:ing)?[- ]?out|leav\w+)\b[^.;]{0,24}$|\b(?:until|till|to|by|through)\s+(?:about |around )?$/iu;
const EDGE_AFTER =
  /^[^,.;]{0,22}?\b(?:for|to|as) (?:the |my )?(check(?:ing)?[- ]?(?:in|out)|start|end)/iu;

/** Is the day or time said to be a start or an end? A word right after it decides, then the nearer word before it. */
function edgeAt(text: string, at: number): Edge {
  const after = EDGE_AFTER.exec(text.slice(at))?.[1];
  if (after !== undefined) return /out|end/iu.test(after) ? 'end' : 'start';
  const before = text.slice(Math.max(0, at - 42), at);
  const start = START_WORDS.exec(before);
  const end = END_WORDS.exec(before);
  if (start === null && end === null) return null;
  if (end === null) return 'start';
  if (start === null) return 'end';
  return start.index > end.index ? 'start' : 'end';
}

/** What the question before an answer asked for, when it asked for one edge only. */
function askedEdge(question: string): Edge {
  const start = /check(?:ing)?[- ]?in\b|\bstart\b/iu.test(question);
  const end = /check(?:ing)?[- ]?out\b|\bend\b/iu.test(question);
  if (start === end) return null;
  return start ? 'start' : 'end';
}

function isTodayStatement(text: string, found: DayMention): boolean {
  const before = text.slice(Math.max(0, found.start - 28), found.start);
  return (
    /\btoday(?:'s date)?(?: is| as|:|,)?\s*(?:the |on )?$/iu.test(before) ||
    /\bdate (?:of )?today is\s*(?:the )?$/iu.test(before) ||
    (/\b(?:it is|it's)\s*(?:the )?$/iu.test(before) && /^,? today\b/iu.test(text.slice(found.end)))
  );
}

/** A range such as `9am to 11am` in one breath makes its two ends start and end. */
function rangeEdges(
  text: string,
  found: readonly { readonly start: number; readonly end: number }[],
): Edge[] {
  return found.map((item, index) => {
    const next = found[index + 1];
    const previous = found[index - 1];
    const joins = (from: number, to: number): boolean =>
      /^[^.;]{0,4}\b(?:to|until|till|through|-)\b[^.;]{0,14}$/iu.test(text.slice(from, to));
    if (next !== undefined && joins(item.end, next.start)) return 'start';
    if (previous !== undefined && joins(previous.end, item.start)) return 'end';
    return edgeAt(text, item.start);
  });
}

function leadMinutes(text: string): number {
  const match = /\b(\d+|an?|half an)\s+(minute|hour)s?\s+(?:before|earlier|prior|ahead)/iu.exec(
    text,
  );
  if (match === null) return 0;
  const amount = /^\d+$/u.test(match[1] ?? '') ? Number(match[1]) : 1;
  const unit = (match[2] ?? '').toLowerCase() === 'hour' ? 60 : 1;
  return (match[1] ?? '').toLowerCase() === 'half an' ? 30 : amount * unit;
}

function lengthMinutes(text: string): number | null {
  const match = /\bfor (\d+|an?|half an|two|three) (minute|hour)s?\b/iu.exec(text);
  if (match === null) return null;
  const amount = (match[1] ?? '').toLowerCase() === 'half an' ? 0.5 : numberOf(match[1] ?? '');
  if (amount === null) return null;
  return (match[2] ?? '').toLowerCase() === 'hour' ? amount * 60 : amount;
}

interface Heard {
  readonly days: Said<DayMention>[];
  readonly times: Said<TimeOfDay>[];
  today: Day | null;
  year: number | null;
  lead: number;
  length: number;
}

function hearDays(
  heard: Heard,
  text: string,
  place: { readonly turn: number; readonly asked: Edge },
): void {
  const found = findDays(text);
  const edges = rangeEdges(text, found);
  found.forEach((mention, index) => {
    heard.year = mention.day?.year ?? heard.year;
    if (mention.day !== null && isTodayStatement(text, mention)) {
      heard.today = mention.day;
      return;
    }
    if (mention.offset === 0 && /^\s*(?:is|:)/iu.test(text.slice(mention.end))) return;
    const spoken = text.slice(mention.start, mention.end);
    heard.days.push({
      value: mention,
      edge: edges[index] ?? place.asked,
      turn: place.turn,
      spoken,
    });
  });
}

function hearTimes(
  heard: Heard,
  text: string,
  place: { readonly turn: number; readonly asked: Edge },
): void {
  const found: readonly TimeMention[] = findTimes(text);
  const edges = rangeEdges(text, found);
  found.forEach((mention, index) => {
    const spoken = text.slice(mention.start, mention.end);
    heard.times.push({
      value: mention.time,
      edge: edges[index] ?? place.asked,
      turn: place.turn,
      spoken,
    });
  });
}

/** The day that a call for today's date returned. */
function todayReturned(call: DialogueTurn['call']): Day | null {
  const isAsked = call !== null && /today|current_?date/iu.test(call.name);
  return isAsked && typeof call.output === 'string'
    ? (findDays(call.output)[0]?.day ?? null)
    : null;
}

export function readCalendar(turns: readonly DialogueTurn[]): Calendar {
  const heard: Heard = { days: [], times: [], today: null, year: null, lead: 0, length: 60 };
  turns.forEach(({ speaker, text, call }, turn) => {
    if (speaker === 'api') {
      heard.today = todayReturned(call) ?? heard.today;
      return;
    }
    const before = turns[turn - 1];
    const asked =
      speaker === 'user' && before?.speaker === 'assistant' ? askedEdge(before.text) : null;
    heard.lead = leadMinutes(text) || heard.lead;
    heard.length = lengthMinutes(text) ?? heard.length;
    hearDays(heard, text, { turn, asked });
    hearTimes(heard, text, { turn, asked });
  });
  return { ...heard, year: heard.year ?? ASSUMED_YEAR };
}

interface Moment {
  readonly day: Day;
  readonly time: TimeOfDay;
  readonly spoken: string;
  readonly assumed: boolean;
  /** The value that a later turn replaced, or null. */
  readonly superseded: { readonly day: Day; readonly time: TimeOfDay } | null;
}

/** Latest first; a value with the wanted edge before one without, never one with the opposite edge. */
function pick<T>(said: readonly Said<T>[], edge: Edge): Said<T> | null {
  const opposite: Edge = edge === 'end' ? 'start' : 'end';
  const labelled = edge === null ? [] : said.filter((item) => item.edge === edge);
  const open = said.filter(
    (item) => item.edge === null || (edge === null && item.edge !== opposite),
  );
  return labelled.at(-1) ?? open.at(-1) ?? null;
}

function resolveDay(found: DayMention, calendar: Calendar, before: Day | null): Day {
  if (found.day !== null) return { ...found.day, year: found.day.year ?? calendar.year };
  const anchor = before ?? calendar.today ?? { year: calendar.year, month: 1, day: 1 };
  if (found.weekday !== null) return nextWeekday(anchor, found.weekday, calendar.year);
  return addDays(calendar.today ?? anchor, found.offset ?? 0, calendar.year);
}

/** Named days first: `tomorrow` stands back when the assistant or the user also gave the date. */
function preferDated(
  days: readonly Said<DayMention>[],
  calendar: Calendar,
): readonly Said<DayMention>[] {
  const dated = days.filter((said) => said.value.day !== null);
  return dated.length > 0 && calendar.today === null
    ? days.filter((said) => said.value.day !== null || said.value.weekday !== null)
    : days;
}

/** The time of the wanted edge: an end that nobody said comes an hour after the start. */
function timeFor(
  calendar: Calendar,
  edge: Edge,
): { readonly time: TimeOfDay; readonly spoken: string; readonly derived: boolean } | null {
  const ends = calendar.times.findLast((said) => said.edge === 'end') ?? null;
  const timed = edge === 'end' ? ends : pick(calendar.times, edge);
  if (timed !== null) return { time: timed.value, spoken: timed.spoken, derived: false };
  const start = pick(calendar.times, 'start') ?? calendar.times.at(-1) ?? null;
  if (start === null) return null;
  const time = edge === 'end' ? addMinutes(start.value, calendar.length) : start.value;
  return { time, spoken: start.spoken, derived: edge === 'end' };
}

function dayFor(calendar: Calendar, days: readonly Said<DayMention>[], edge: Edge): Day {
  const said = pick(days, edge) ?? days.at(-1);
  if (said === undefined) return calendar.today ?? { year: calendar.year, month: 1, day: 1 };
  const start = edge === 'end' ? (pick(days, 'start') ?? days[0]) : undefined;
  const base =
    start === undefined || start === said ? null : resolveDay(start.value, calendar, null);
  return resolveDay(said.value, calendar, base);
}

/** The moment of the wanted edge; null when no day and no time was said at all. */
export function readMoment(calendar: Calendar, edge: Edge): Moment | null {
  const days = preferDated(calendar.days, calendar);
  const dated = pick(days, edge) ?? days.at(-1) ?? null;
  const timed = timeFor(calendar, edge);
  if (dated === null && timed === null) return null;
  const time = timed?.time ?? MIDNIGHT;
  const earlier = days.find(
    (said) => said !== dated && said.edge === dated?.edge && said.value.day !== null,
  );
  const unsaidYear = (dated?.value.day?.year ?? null) === null;
  return {
    day: dayFor(calendar, days, edge),
    time: calendar.lead > 0 ? addMinutes(time, -calendar.lead) : time,
    spoken: `${dated?.spoken ?? ''} ${timed?.spoken ?? ''}`.trim(),
    assumed: timed?.derived === true || unsaidYear,
    superseded:
      earlier === undefined ? null : { day: resolveDay(earlier.value, calendar, null), time },
  };
}
