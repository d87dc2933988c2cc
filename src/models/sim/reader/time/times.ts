/** Which times of day does an English text name, and how is a moment written in a pattern? */
import type { Day } from './dates.ts';

export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

export interface TimeMention {
  readonly start: number;
  readonly end: number;
  readonly time: TimeOfDay;
}

const TWELVE = /\b(\d{1,2})(?::(\d{2}))?(?::(\d{2}))?\s*([ap])\.?\s?m\b\.?/giu;
const TWENTY_FOUR =
  /(?<![\d:])([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?(?![\d:])(?!\s*[ap]\.?m)/giu;
const PAST = /\b(half|quarter) past (\d{1,2})(?: in the (morning|afternoon|evening))?\b/giu;
const CLOCK = /\b(\d{1,2})\s*o'?clock(?: in the (morning|afternoon|evening))?\b/giu;
const WORDS = /\b(noon|midday|midnight)\b/giu;

function timeMention(match: RegExpMatchArray, parts: readonly number[]): TimeMention | null {
  const [hour = 0, minute = 0, second = 0] = parts;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const start = match.index ?? 0;
  return { start, end: start + match[0].length, time: { hour, minute, second } };
}

function twelveHour(hour: number, half: string): number {
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

/** `3 in the afternoon` is 15; without a part of the day the hour stays. */
function partOfDayHour(hour: number, part: string | undefined): number {
  return part === undefined || hour > 12 ? hour : twelveHour(hour, part === 'morning' ? 'a' : 'p');
}

/** Times in text order. */
export function findTimes(text: string): TimeMention[] {
  const found = [
    ...[...text.matchAll(TWELVE)].map((match) =>
      timeMention(match, [
        twelveHour(Number(match[1]), match[4] ?? ''),
        Number(match[2] ?? 0),
        Number(match[3] ?? 0),
      ]),
    ),
    ...[...text.matchAll(TWENTY_FOUR)].map((match) =>
      timeMention(match, [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)]),
    ),
    ...[...text.matchAll(PAST)].map((match) =>
      timeMention(match, [
        partOfDayHour(Number(match[2]), match[3]),
        (match[1] ?? '').toLowerCase() === 'half' ? 30 : 15,
      ]),
    ),
    ...[...text.matchAll(CLOCK)].map((match) =>
      timeMention(match, [partOfDayHour(Number(match[1]), match[2])]),
    ),
    ...[...text.matchAll(WORDS)].map((match) =>
      timeMention(match, [(match[1] ?? '').toLowerCase() === 'midnight' ? 0 : 12]),
    ),
  ];
  return found
    .filter((time): time is TimeMention => time !== null)
    .sort((left, right) => left.start - right.start || right.end - left.end)
    .filter((time, index, all) => index === 0 || time.start >= (all[index - 1]?.end ?? 0));
}

export function addMinutes(time: TimeOfDay, minutes: number): TimeOfDay {
  const total = (((time.hour * 60 + time.minute + minutes) % 1440) + 1440) % 1440;
  return { hour: Math.floor(total / 60), minute: total % 60, second: time.second };
}

function padded(value: number, length = 2): string {
  return String(value).padStart(length, '0');
}

/** Writes a moment in a strftime-like pattern (`%Y-%m-%d %H:%M:%S`). */
export function formatMoment(pattern: string, day: Day, time: TimeOfDay): string {
  return pattern
    .replaceAll('%Y', padded(day.year ?? 0, 4))
    .replaceAll('%m', padded(day.month))
    .replaceAll('%d', padded(day.day))
    .replaceAll('%H', padded(time.hour))
    .replaceAll('%M', padded(time.minute))
    .replaceAll('%S', padded(time.second));
}

/** The pattern that a description names, or null. */
export function patternOf(description: string): string | null {
  const match = /%[YmdHMSyBj](?:[-/.: T]*%[YmdHMSyBj])*/u.exec(description);
  return match?.[0] ?? null;
}
