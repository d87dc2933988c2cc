/** What is known of one made-up person: account, agenda, alarms, visits, measurements? */
import type { RandomStream } from '../../../core/random.ts';
import { addDays, addMinutes, type Day, type Time } from '../grammar/calendar.ts';
import type { Person } from '../grammar/people.ts';
import { MEASUREMENTS } from './tables/health.ts';
import { DEVICES, SHARES } from './tables/home.ts';
import { AGENDA_CONTENTS, MEETING_TOPICS, PLACES, REMINDER_CONTENTS } from './tables/office.ts';

interface Moment {
  readonly day: Day;
  readonly time: Time;
}

export interface AgendaRecord extends Moment {
  readonly content: string;
  readonly location: string;
}

export interface ReminderRecord extends Moment {
  readonly content: string;
}

export interface MeetingRecord {
  readonly topic: string;
  readonly day: Day;
  readonly start: Time;
  readonly end: Time;
  readonly location: string;
  readonly attendees: readonly string[];
}

export interface VisitRecord {
  /** Eight digits. */
  readonly id: string;
  readonly day: Day;
  /** With title. */
  readonly doctor: string;
}

export interface HealthRecord extends Moment {
  readonly values: { readonly [measurement: string]: number };
}

export interface SwitchRecord extends Moment {
  readonly device: string;
  readonly on: boolean;
}

/** Everything lies in the weeks around `now`, the day from which this person's dialogues look ahead. */
export interface PersonRecords {
  readonly person: Person;
  readonly now: Day;
  readonly balance: number;
  readonly agenda: readonly AgendaRecord[];
  readonly alarms: readonly Moment[];
  readonly reminders: readonly ReminderRecord[];
  readonly meetings: readonly MeetingRecord[];
  readonly visits: readonly VisitRecord[];
  readonly healthId: string;
  readonly health: readonly HealthRecord[];
  readonly switches: readonly SwitchRecord[];
  /** Shares whose prices are known around `now`. */
  readonly shares: readonly (readonly [company: string, code: string])[];
}

/** Days ahead of `now` in which entries lie: not before any day on which a dialogue may take place. */
const FIRST_DAY = 5;
const DAYS = 19;
const HEALTH_LETTERS = 'ABCDEFGHKLMNPRSTUVWXYZ';
const QUARTER_HOURS = [0, 15, 30, 45];

export interface PersonScope {
  readonly person: Person;
  readonly now: Day;
  /** Names of people that a meeting may bring together. */
  readonly company: readonly Person[];
  readonly doctors: readonly string[];
}

export function personRecords(random: RandomStream, scope: PersonScope): PersonRecords {
  const { person, now } = scope;
  const dayAhead = (): Day => addDays(now, FIRST_DAY + random.integer(DAYS));
  const moment = (): Moment => ({ day: dayAhead(), time: drawTime(random, 6, 22) });
  const places = random.sample(PLACES, 6);
  return {
    person,
    now,
    balance: Math.round(random.next() * 900_000) / 100 + 50,
    agenda: random
      .sample(AGENDA_CONTENTS, 3)
      .map((content, index) => ({ content, location: places[index] ?? '', ...moment() })),
    alarms: [moment(), moment(), moment()],
    reminders: random.sample(REMINDER_CONTENTS, 3).map((content) => ({ content, ...moment() })),
    meetings: random.sample(MEETING_TOPICS, 2).map((topic, index) => {
      const start = drawTime(random, 8, 17);
      return {
        topic,
        day: dayAhead(),
        start,
        end: addMinutes(start, random.pick([30, 45, 60, 90, 120])),
        location: places[3 + index] ?? '',
        attendees: random.sample(scope.company, 2 + random.integer(2)).map(({ full }) => full),
      };
    }),
    visits: distinctDays(random, now).map((day) => ({
      id: String(10_000_000 + random.integer(89_999_999)),
      day,
      doctor: random.pick(scope.doctors),
    })),
    healthId: `${HEALTH_LETTERS.charAt(random.integer(HEALTH_LETTERS.length))}${10_000 + random.integer(89_999)}`,
    health: [-6, -4, -2].map((offset) => ({
      day: addDays(now, offset),
      time: drawTime(random, 6, 22),
      values: Object.fromEntries(
        random
          .sample(MEASUREMENTS, 2)
          .map(({ name, from, to }) => [name, from + random.integer(to - from)]),
      ),
    })),
    switches: [{ device: random.pick(DEVICES), on: random.next() < 0.5, ...moment() }],
    shares: random.sample(SHARES, 3),
  };
}

/** A time at a quarter of an hour, `from` included, `to` not. */
export function drawTime(random: RandomStream, from: number, to: number): Time {
  return { hour: from + random.integer(to - from), minute: random.pick(QUARTER_HOURS) };
}

function distinctDays(random: RandomStream, now: Day): Day[] {
  return random
    .sample(
      Array.from({ length: DAYS }, (_, index) => FIRST_DAY + index),
      2,
    )
    .map((offset) => addDays(now, offset));
}
