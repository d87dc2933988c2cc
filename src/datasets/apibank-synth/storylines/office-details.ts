/** How are entries of agendas, reminders and meetings talked about? */
import type { JsonObject } from '../../../core/json.ts';
import { detail } from '../dialogues/details.ts';
import type { Detail, Scene } from '../dialogues/goal.ts';
import { addDays, type Day, isoMoment, type Time } from '../grammar/calendar.ts';
import { chance, listed } from '../grammar/phrases.ts';
import { numberWord, sayTime } from '../grammar/spoken-time.ts';
import { drawTime, type MeetingRecord } from '../records/person-records.ts';

export interface Moment {
  readonly day: Day;
  readonly time: Time;
}

/** A free moment within two weeks from today. */
export function drawMoment({ random, today }: Scene): Moment {
  return { day: addDays(today, 1 + random.integer(14)), time: drawTime(random, 7, 21) };
}

/** What an entry is called; always in quotes inside a sentence, so that its end is clear. */
export function titleDetail(noun: string, title: string, slip: string | null = null): Detail {
  return detail({
    noun,
    said: `"${title}"`,
    slip: slip === null ? null : `"${slip}"`,
    clauses: ['called {value}', 'named {value}'],
    statements: ['It is called {value}.', 'The {noun} is {value}.', 'It goes by the name {value}.'],
    questions: ['What is it called?', 'Under which (title|name)?', 'How is the {noun} worded?'],
    answers: ['{value}.', 'It says {value}.', '{value}, please.'],
  });
}

export function placeDetail(place: string, slip: string | null = null): Detail {
  return detail({
    noun: 'place',
    said: place,
    slip,
    clauses: ['at {value}', 'in {value}'],
    statements: ['The place is {value}.', 'It takes place at {value}.', 'Location: {value}.'],
    questions: ['Where does it take place?', 'And the place?', 'At which location?'],
    answers: ['{value}.', 'At {value}.', 'In {value}.'],
  });
}

/** Beginning and end of a meeting, as two times or as a time and a length. */
export function spanDetail({ random }: Scene, span: Pick<MeetingRecord, 'start' | 'end'>): Detail {
  const { start, end } = span;
  const minutes = (end.hour - start.hour) * 60 + end.minute - start.minute;
  const from = sayTime(random, start);
  const said = chance(random, 0.3)
    ? `at ${from} for ${sayLength(minutes)}`
    : `from ${from} to ${sayTime(random, end)}`;
  return detail({
    noun: 'time',
    isPhrase: true,
    said,
    clauses: ['{value}'],
    statements: ['{value}, that is the plan.', 'It runs {value}.'],
    questions: [
      'From when to when?',
      'At what time, and for how long?',
      'When does it begin and end?',
    ],
    answers: ['{value}.', '{value}, please.'],
  });
}

function sayLength(minutes: number): string {
  const hours = minutes / 60;
  if (hours === 1) return 'one hour';
  if (Number.isInteger(hours)) return `${numberWord(hours)} hours`;
  return `${minutes} minutes`;
}

export function attendeesDetail(attendees: readonly string[]): Detail {
  return detail({
    noun: 'list of attendees',
    said: listed(attendees),
    clauses: ['with {value}'],
    statements: ['{value} take part.', 'Attendees: {value}.', 'The people are {value}.'],
    questions: ['Who takes part?', 'Which people (come|attend)?', 'With whom?'],
    answers: ['{value}.', '{value} (will be there|come).'],
  });
}

export function meetingArguments(meeting: MeetingRecord): JsonObject {
  const { topic, day, start, end, location, attendees } = meeting;
  return {
    meeting_topic: topic,
    start_time: isoMoment(day, start),
    end_time: isoMoment(day, end),
    location,
    attendees,
  };
}
