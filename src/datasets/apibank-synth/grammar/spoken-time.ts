/** How does somebody say a day or a time? */
import type { RandomStream } from '../../../core/random.ts';
import { type Day, dayNumber, isoDate, type Time, twoDigits, weekdayOf } from './calendar.ts';

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

const SMALL_NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

/** 0 to 8 as a word, greater ones in digits. */
export function numberWord(value: number): string {
  return SMALL_NUMBERS[value] ?? String(value);
}

/** `1st`, `2nd`, `3rd`, `11th`. */
export function ordinal(value: number): string {
  const teen = value % 100 >= 11 && value % 100 <= 13;
  const endings = ['th', 'st', 'nd', 'rd'];
  return `${value}${teen ? 'th' : (endings[value % 10] ?? 'th')}`;
}

/** Says day, month and year, so that nothing else needs to be known. */
export function sayFullDate(random: RandomStream, day: Day): string {
  const month = MONTHS[day.month - 1] ?? '';
  const weekday = WEEKDAYS[weekdayOf(day)] ?? '';
  return random.pick([
    isoDate(day),
    `${month} ${ordinal(day.day)}, ${day.year}`,
    `${month} ${day.day}, ${day.year}`,
    `${day.day} ${month} ${day.year}`,
    `the ${ordinal(day.day)} of ${month} ${day.year}`,
    `${weekday}, ${month} ${ordinal(day.day)} ${day.year}`,
  ]);
}

/** Says day and month only: the year must be clear from elsewhere in the dialogue. */
export function sayDate(random: RandomStream, day: Day): string {
  const month = MONTHS[day.month - 1] ?? '';
  const weekday = WEEKDAYS[weekdayOf(day)] ?? '';
  return random.pick([
    `${month} ${ordinal(day.day)}`,
    `${month} ${day.day}`,
    `the ${ordinal(day.day)} of ${month}`,
    `${day.day} ${month}`,
    `${weekday}, ${month} ${ordinal(day.day)}`,
    `${weekday} the ${ordinal(day.day)} of ${month}`,
  ]);
}

/**
 * Says a day by its distance from `today`, which the dialogue must state: `tomorrow`, `in three days`, `this coming
 * Friday` (the first one after today). Null when it is not one to fourteen days ahead.
 */
export function sayRelative(random: RandomStream, day: Day, today: Day): string | null {
  const distance = dayNumber(day) - dayNumber(today);
  if (distance < 1 || distance > 14) return null;
  const weekday = WEEKDAYS[weekdayOf(day)] ?? '';
  const forms = [`in ${numberWord(distance)} days`, `${numberWord(distance)} days from today`];
  if (distance === 1) return random.pick(['tomorrow', 'tomorrow', 'the day after today']);
  if (distance === 2) forms.push('the day after tomorrow', 'the day after tomorrow');
  if (distance < 7) forms.push(`this coming ${weekday}`, `the coming ${weekday}`);
  if (distance === 7) forms.push('in exactly a week', 'one week from today', 'a week from today');
  if (distance === 14) forms.push('in exactly two weeks', 'two weeks from today');
  return random.pick(forms);
}

/** Says a day up to a week before `today`, which the dialogue must state: `yesterday`, `three days ago`. Null for others. */
export function sayPast(random: RandomStream, day: Day, today: Day): string | null {
  const distance = dayNumber(today) - dayNumber(day);
  if (distance < 1 || distance > 7) return null;
  if (distance === 1) return 'yesterday';
  const forms = [`${numberWord(distance)} days ago`];
  if (distance === 2) forms.push('the day before yesterday');
  if (distance === 7) forms.push('a week ago', 'exactly a week ago');
  return random.pick(forms);
}

/** Says a time of day without leaving morning and evening open. */
export function sayTime(random: RandomStream, time: Time): string {
  const { hour, minute } = time;
  const twelve = hour % 12 === 0 ? 12 : hour % 12;
  const half = hour < 12 ? 'am' : 'pm';
  const minutes = twoDigits(minute);
  const forms = [
    `${twoDigits(hour)}:${minutes}`,
    `${twelve}:${minutes} ${half}`,
    minute === 0 ? `${twelve}${half}` : `${twelve}:${minutes}${half}`,
    minute === 0 ? `${twelve} ${half}` : `${twelve}:${minutes} ${half}`,
  ];
  if (minute === 30) forms.push(`half past ${twelve} ${partOfDay(hour)}`);
  if (minute === 15) forms.push(`quarter past ${twelve} ${partOfDay(hour)}`);
  if (minute === 0 && hour !== 0 && hour !== 12) {
    forms.push(`${twelve} o'clock ${partOfDay(hour)}`);
  }
  if (minute === 0 && hour === 12) forms.push('noon');
  return random.pick(forms);
}

function partOfDay(hour: number): string {
  if (hour < 12) return 'in the morning';
  return hour < 18 ? 'in the afternoon' : 'in the evening';
}
