/** Which days does an English text name? */
import { numberOf } from '../values/numbers.ts';

export interface Day {
  readonly year: number | null;
  readonly month: number;
  readonly day: number;
}

export interface DayMention {
  readonly start: number;
  readonly end: number;
  readonly day: Day | null;
  /** Days from today (`tomorrow` is 1), or null. */
  readonly offset: number | null;
  /** 0 Sunday … 6 Saturday, for `Friday` and `next Monday`. */
  readonly weekday: number | null;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';

const NUMERIC = /\b(\d{4})([-./])(\d{1,2})\2(\d{1,2})(?!\d)/gu;
const MONTH_FIRST = new RegExp(
  `\\b${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b(?!:)(?:,?\\s+(?:of\\s+)?(\\d{4})\\b)?`,
  'giu',
);
const DAY_FIRST = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH}\\b(?:,?\\s+(\\d{4})\\b)?`,
  'giu',
);
const SHORT = /(?<![\d\-./])(\d{1,2})-(\d{1,2})(?![\d\-./])/gu;
const RELATIVE = /\b(the day after (?:tomorrow|today)|today|tonight|tomorrow|yesterday)\b/giu;
const AHEAD = /\b(?:in (?:exactly )?(\w+) (day|week)s?|(\w+) (day|week)s? from (?:today|now))\b/giu;
const WEEKDAY =
  /\b(?:next |this |on )?(?:the )?(?:coming )?(sunday|monday|tuesday|wednesday|thursday|friday|saturday)\b/giu;

function monthNumber(word: string): number {
  return MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1;
}

function isDay(month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

function mention(match: RegExpMatchArray, rest: Partial<DayMention>): DayMention {
  const start = match.index ?? 0;
  return {
    start,
    end: start + match[0].length,
    day: null,
    offset: null,
    weekday: null,
    ...rest,
  };
}

function dayMention(match: RegExpMatchArray, year: string, parts: readonly [number, number]) {
  const [month, day] = parts;
  if (!isDay(month, day)) return null;
  return mention(match, { day: { year: year === '' ? null : Number(year), month, day } });
}

const OFFSETS: { readonly [word: string]: number } = {
  'the day after tomorrow': 2,
  'the day after today': 1,
  today: 0,
  tonight: 0,
  tomorrow: 1,
  yesterday: -1,
};

/** `in three days`, `a week from today`. */
function ahead(match: RegExpMatchArray): DayMention | null {
  const count = numberOf(match[1] ?? match[3] ?? '');
  if (count === null) return null;
  return mention(match, { offset: count * ((match[2] ?? match[4]) === 'week' ? 7 : 1) });
}

function allMentions(text: string): (DayMention | null)[] {
  return [
    ...[...text.matchAll(NUMERIC)].map((match) =>
      dayMention(match, match[1] ?? '', [Number(match[3]), Number(match[4])]),
    ),
    ...[...text.matchAll(MONTH_FIRST)].map((match) =>
      dayMention(match, match[3] ?? '', [monthNumber(match[1] ?? ''), Number(match[2])]),
    ),
    ...[...text.matchAll(DAY_FIRST)].map((match) =>
      dayMention(match, match[3] ?? '', [monthNumber(match[2] ?? ''), Number(match[1])]),
    ),
    ...[...text.matchAll(SHORT)].map((match) =>
      dayMention(match, '', [Number(match[1]), Number(match[2])]),
    ),
    ...[...text.matchAll(RELATIVE)].map((match) =>
      mention(match, { offset: OFFSETS[(match[1] ?? '').toLowerCase()] ?? 0 }),
    ),
    ...[...text.matchAll(AHEAD)].map(ahead),
    ...[...text.matchAll(WEEKDAY)].map((match) =>
      mention(match, { weekday: WEEKDAYS.indexOf((match[1] ?? '').toLowerCase()) }),
    ),
  ];
}

/** Days in text order; of overlapping readings the longest one stays. */
export function findDays(text: string): DayMention[] {
  const sorted = allMentions(text)
    .filter((found): found is DayMention => found !== null)
    .sort((left, right) => left.start - right.start || right.end - left.end);
  const kept: DayMention[] = [];
  for (const found of sorted) {
    const last = kept.at(-1);
    if (last === undefined || found.start >= last.end) kept.push(found);
  }
  return kept.flatMap((found, index) => {
    const next = kept[index + 1];
    const before = kept[index - 1];
    if (found.weekday !== null && next !== undefined && belongs(text, found, next)) return [];
    return before !== undefined && belongs(text, before, found)
      ? [{ ...found, start: before.start }]
      : [found];
  });
}

/** `Friday, March 3rd`: the weekday only adds to the date behind it. */
function belongs(text: string, weekday: DayMention, date: DayMention): boolean {
  return (
    weekday.weekday !== null &&
    date.day !== null &&
    /^,? (?:the )?$/u.test(text.slice(weekday.end, date.start))
  );
}

/** Days since 1970-01-01 in the proleptic Gregorian calendar. */
function dayNumber(year: number, month: number, day: number): number {
  return Math.round(Date.UTC(year, month - 1, day) / 86_400_000);
}

export function addDays(day: Day, count: number, defaultYear: number): Day {
  const moved = new Date(
    (dayNumber(day.year ?? defaultYear, day.month, day.day) + count) * 86_400_000,
  );
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() };
}

/** The first such weekday after `from`. */
export function nextWeekday(from: Day, weekday: number, defaultYear: number): Day {
  const number = dayNumber(from.year ?? defaultYear, from.month, from.day);
  const current = (((number + 4) % 7) + 7) % 7;
  const distance = (weekday - current + 7) % 7;
  return addDays(from, distance === 0 ? 7 : distance, defaultYear);
}
