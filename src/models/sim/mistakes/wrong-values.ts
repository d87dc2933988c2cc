/** What does a wrong value look like, for each kind of mistake about values? */

import { pickBy } from '../draws.ts';
import { plainText } from '../plain-text.ts';
import type { Argument, ArgumentValue } from '../reader/types.ts';
import { NUMBER_WORDS } from '../reader/values/numbers.ts';

/** Larger numbers are written in digits. */
const LARGEST_WORD = 10;

/** `2023-03-05 14:00:00` in forms that a strict parser refuses. */
export function spokenMoment(argument: Argument, chance: number): ArgumentValue {
  const text = plainText(argument.value);
  const [day = text, time] = text.split(' ');
  const slashed = day.split('-').reverse().join('/');
  const forms = [
    argument.spoken ?? slashed,
    time === undefined ? slashed : `${day}T${time.slice(0, 5)}`,
    time === undefined ? day.replaceAll('-', '/') : `${day} ${time.slice(0, 5)}`,
  ];
  return pickBy(forms, chance);
}

/** Another year than the one to assume, or an end that nobody said. */
export function otherYear(argument: Argument, chance: number): ArgumentValue {
  const text = plainText(argument.value);
  const year = Number(/^\d{4}/u.exec(text)?.[0] ?? Number.NaN);
  if (Number.isNaN(year))
    return text.replace(/^\d\d/u, (month) => String((Number(month) % 12) + 1).padStart(2, '0'));
  return `${year + (chance < 0.5 ? 1 : -1)}${text.slice(4)}`;
}

const FIRST_WORDS = /^(?:Dr\.?|Mr\.?|Ms\.?|The|the)\s+/u;

/** The gist instead of the words. */
export function gistOf(value: string, chance: number): string {
  const words = value
    .replace(FIRST_WORDS, '')
    .split(' ')
    .filter((word) => word !== '');
  if (words.length === 0) return 'item';
  if (words.length === 1)
    return chance < 0.5 ? `${words[0] ?? value} item` : `the ${value.toLowerCase()}`;
  return chance < 0.5 ? (words.at(-1) ?? value) : `${words[0] ?? value} details`;
}

/** A value copied badly from an earlier result: rounded, cut or neighbouring. */
export function miscopied(value: ArgumentValue, chance: number): ArgumentValue {
  if (typeof value === 'number') {
    return Number.isInteger(value) ? value + (chance < 0.5 ? 1 : -1) : Math.round(value * 10) / 10;
  }
  if (typeof value === 'string') {
    if (chance >= 0.5) return 'UNKNOWN';
    return value.length > 12 ? value.slice(0, -3) : `the ${value.toLowerCase()}`;
  }
  if (Array.isArray(value) && value.length > 1)
    return (value as readonly ArgumentValue[]).slice(0, -1);
  return value;
}

/** A number as a word or with its unit. */
export function spokenNumber(value: ArgumentValue, chance: number): ArgumentValue {
  if (typeof value === 'number') {
    const word = value <= LARGEST_WORD ? NUMBER_WORDS[value] : undefined;
    return word !== undefined && chance < 0.7 ? word : `about ${value}`;
  }
  if (typeof value === 'string') return chance < 0.5 ? `No. ${value}` : `ID ${value}`;
  return value;
}

/** A list as one line of text. */
export function joinedList(value: ArgumentValue): ArgumentValue {
  if (!Array.isArray(value)) return value;
  return (value as readonly ArgumentValue[])
    .map((item) =>
      typeof item === 'object' ? Object.values(item).map(plainText).join(' ') : plainText(item),
    )
    .join(', ');
}
