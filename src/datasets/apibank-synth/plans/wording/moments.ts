/** When is a meeting or a stay of a plan, and how does the request say it? */
import type { RandomStream } from '../../../../core/random.ts';
import { addDays, addMinutes, type Day, isoMoment, type Time } from '../../grammar/calendar.ts';
import { chance, say } from '../../grammar/phrases.ts';
import { sayFullDate, sayRelative, sayTime } from '../../grammar/spoken-time.ts';
import { drawDay, drawTime } from '../facts.ts';
import { corrected } from './request.ts';

export interface SpokenMeeting {
  /** `%Y-%m-%d %H:%M:%S`. */
  readonly start: string;
  readonly end: string;
  /** `on May 2nd, 2025 from 9am to 10:30`; never without a day. */
  readonly when: string;
  /** Only the beginning: `on May 2nd, 2025 at 9am`. */
  readonly since: string;
  /** Sentences without which the phrases could not be understood. */
  readonly notes: readonly string[];
}

const LENGTHS = [30, 45, 60, 75, 90, 120];

export function drawMeeting(random: RandomStream): SpokenMeeting {
  const day = drawDay(random);
  const start = drawTime(random);
  const length = random.pick(LENGTHS);
  const end = addMinutes(start, length);
  const { text, notes } = sayDay(random, day);
  return {
    start: isoMoment(day, start),
    end: isoMoment(day, end),
    when: `${text} ${span(random, start, { end, length })}`,
    since: `${text} at ${sayTime(random, start)}`,
    notes,
  };
}

interface SpokenDay {
  readonly text: string;
  readonly notes: readonly string[];
}

/** The day in full, or by its distance from a day that a note gives. */
export function sayDay(random: RandomStream, day: Day): SpokenDay {
  if (chance(random, 0.6)) return { text: `on ${sayFullDate(random, day)}`, notes: [] };
  const today = addDays(day, -(1 + random.integer(9)));
  const relative = sayRelative(random, day, today);
  const text =
    relative === null || !relative.startsWith('the coming') ? relative : `on ${relative}`;
  const note = say(
    random,
    [
      'Today is {today}.',
      'For reference, today is {today}.',
      'Just so you know, today is {today}.',
    ],
    { today: sayFullDate(random, today) },
  );
  return { text: text ?? `on ${sayFullDate(random, day)}`, notes: text === null ? [] : [note] };
}

function span(
  random: RandomStream,
  start: Time,
  { end, length }: { end: Time; length: number },
): string {
  const from = sayTime(random, start);
  const to = sayTime(random, end);
  if (chance(random, 0.2)) return `at ${from}, for ${length} minutes`;
  const right = say(
    random,
    ['from {from} to {to}', 'from {from} until {to}', 'from {from} till {to}'],
    {
      from,
      to,
    },
  );
  const shifted = { from: addMinutes(start, 60), to: addMinutes(end, 60) };
  const wrong = `from ${sayTime(random, shifted.from)} to ${sayTime(random, shifted.to)}`;
  return corrected(random, right, wrong);
}
