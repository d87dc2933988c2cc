/** How does Python read a date, and what does it say about a bad one? */
import { PyError } from './error.ts';
import { asciiDigits } from './numbers.ts';
import { pyRepr } from './repr.ts';
import { codePointLength, pyStrip, pyWhitespaceClass } from './text.ts';
import { type PyValue, typeName } from './value.ts';

export type DateFormat = '%Y-%m-%d %H:%M:%S' | '%Y-%m-%d' | '%m-%d';

export interface PyDate {
  /** 1 to 9999; 1900 when the format has no year. */
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** Seconds on the proleptic Gregorian calendar: equal instants are equal, later ones are greater. */
  readonly instant: number;
}

// The alternatives and their order are those of C-Python's strptime; `\d` there is any Unicode decimal digit.
const yearPattern = '(\\p{Nd}{4})';
const monthPattern = '(1[0-2]|0[1-9]|[1-9])';
const dayPattern = '(3[01]|[12]\\p{Nd}|0[1-9]|[1-9]| [1-9])';
const hourPattern = '(2[0-3]|[01]\\p{Nd}|\\p{Nd})';
const minutePattern = '([0-5]\\p{Nd}|\\p{Nd})';
const secondPattern = '(6[01]|[0-5]\\p{Nd}|\\p{Nd})';
const blank = `[${pyWhitespaceClass}]+`;

const patterns: { readonly [format in DateFormat]: RegExp } = {
  '%Y-%m-%d %H:%M:%S': new RegExp(
    `^${yearPattern}-${monthPattern}-${dayPattern}${blank}${hourPattern}:${minutePattern}:${secondPattern}`,
    'u',
  ),
  '%Y-%m-%d': new RegExp(`^${yearPattern}-${monthPattern}-${dayPattern}`, 'u'),
  '%m-%d': new RegExp(`^${monthPattern}-${dayPattern}`, 'u'),
};

const defaultYear = 1900;

/**
 * Python's `datetime.strptime(value, format)`.
 *
 * @throws PyError TypeError for anything but text, ValueError with Python's text for a bad date.
 */
export function strptime(value: PyValue, format: DateFormat): PyDate {
  if (typeof value !== 'string') {
    throw new PyError(
      'TypeError',
      `strptime() argument 1 must be str, not ${nameInTypeError(value)}`,
    );
  }
  const match = patterns[format].exec(value);
  if (match === null) {
    throw new PyError('ValueError', `time data ${pyRepr(value)} does not match format '${format}'`);
  }
  if (match[0].length < value.length) {
    throw new PyError('ValueError', `unconverted data remains: ${value.slice(match[0].length)}`);
  }
  const parts = match.slice(1).map((part) => Number(asciiDigits(part)));
  return checkedDate(format === '%m-%d' ? [defaultYear, ...parts] : parts);
}

/** Python's `date.strftime(format)` on Linux: a year below 1000 is not padded. */
export function strftime(date: PyDate, format: DateFormat): string {
  const dayText = `${twoDigits(date.month)}-${twoDigits(date.day)}`;
  if (format === '%m-%d') return dayText;
  const dateText = `${date.year}-${dayText}`;
  if (format === '%Y-%m-%d') return dateText;
  return `${dateText} ${twoDigits(date.hour)}:${twoDigits(date.minute)}:${twoDigits(date.second)}`;
}

/**
 * The APIs' tolerant reading: trimmed, the year of a three-part date padded to four digits, then parsed and printed again.
 * A bad date comes back as its error object; error objects never equal each other, not even for the same text.
 */
export function lenientDate(text: string, format: DateFormat): string | PyError {
  const padded = padYear(pyStrip(text));
  try {
    return strftime(strptime(padded, format), format);
  } catch (error) {
    if (error instanceof PyError) return error;
    throw error;
  }
}

/** A date text of three parts with its first part filled up with zeros to four characters. */
export function padYear(text: string): string {
  const parts = text.split('-');
  const [first = ''] = parts;
  const length = codePointLength(first);
  return parts.length === 3 && length < 4 ? '0'.repeat(4 - length) + text : text;
}

/** From year, month, day and, where the format has a clock, hour, minute and second. */
function checkedDate(parts: readonly number[]): PyDate {
  const [year = defaultYear, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts;
  if (year < 1) throw new PyError('ValueError', `year ${year} is out of range`);
  if (day > daysInMonth(year, month)) {
    throw new PyError('ValueError', 'day is out of range for month');
  }
  if (second > 59) throw new PyError('ValueError', 'second must be in 0..59');
  const instant = instantOf({ year, month, day, hour, minute, second });
  return { year, month, day, hour, minute, second, instant };
}

function daysInMonth(yearNumber: number, monthNumber: number): number {
  if (monthNumber !== 2) return [4, 6, 9, 11].includes(monthNumber) ? 30 : 31;
  const leap = yearNumber % 4 === 0 && (yearNumber % 100 !== 0 || yearNumber % 400 === 0);
  return leap ? 29 : 28;
}

function instantOf(date: Omit<PyDate, 'instant'>): number {
  // Date.UTC maps the years 0 to 99 to 1900 to 1999; 400 years later the calendar is the same.
  const shifted = Date.UTC(
    date.year + 400,
    date.month - 1,
    date.day,
    date.hour,
    date.minute,
    date.second,
  );
  return shifted / 1000;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

function nameInTypeError(value: PyValue): string {
  return value === null ? 'None' : typeName(value);
}
