/** Which day and time is it, and how far are two apart? The calendar alone, without a clock or a time zone. */

export interface Day {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31. */
  readonly day: number;
}

export interface Time {
  /** 0 to 23. */
  readonly hour: number;
  /** 0 to 59. */
  readonly minute: number;
}

const DAY_MS = 86_400_000;
const MINUTES_PER_DAY = 1_440;
const THURSDAY = 4;

/** Days since 1970-01-01. */
export function dayNumber({ year, month, day }: Day): number {
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

export function addDays(day: Day, count: number): Day {
  const moved = new Date((dayNumber(day) + count) * DAY_MS);
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() };
}

/** 0 Sunday to 6 Saturday. */
export function weekdayOf(day: Day): number {
  return (((dayNumber(day) + THURSDAY) % 7) + 7) % 7;
}

/** `2024-03-09`. */
export function isoDate({ year, month, day }: Day): string {
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** `2024-03-09 18:30:00`. */
export function isoMoment(day: Day, { hour, minute }: Time): string {
  return `${isoDate(day)} ${twoDigits(hour)}:${twoDigits(minute)}:00`;
}

/** The time `minutes` later on the same day. @throws RangeError when that is another day. */
export function addMinutes({ hour, minute }: Time, minutes: number): Time {
  const total = hour * 60 + minute + minutes;
  if (total < 0 || total >= MINUTES_PER_DAY) throw new RangeError('the time leaves the day');
  return { hour: Math.floor(total / 60), minute: total % 60 };
}

/** A number with two digits at least. */
export function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
