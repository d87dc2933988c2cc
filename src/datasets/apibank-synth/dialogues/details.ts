/** How is a value of a usual kind said, asked for and corrected? */
import { addDays, addMinutes, type Day, dayNumber, type Time } from '../grammar/calendar.ts';
import { sayDate, sayFullDate, sayPast, sayRelative, sayTime } from '../grammar/spoken-time.ts';
import type { Detail, Scene } from './goal.ts';

interface Wording {
  readonly noun: string;
  readonly isPhrase?: boolean;
  readonly said: string | number;
  readonly slip?: string | number | null;
  readonly clauses?: readonly string[];
  readonly statements?: readonly string[];
  readonly questions?: readonly string[];
  readonly answers?: readonly string[];
}

/** A detail with the usual sentences, unless others are given. */
export function detail(wording: Wording): Detail {
  const { noun, said, slip = null, clauses = [] } = wording;
  return {
    noun,
    said: String(said),
    isPhrase: wording.isPhrase ?? false,
    slip: slip === null || String(slip) === String(said) ? null : String(slip),
    clauses,
    statements: wording.statements ?? [
      'The {noun} is {value}.',
      'The {noun} (should be|would be) {value}.',
      'As for the {noun}: {value}.',
    ],
    questions: wording.questions ?? [
      'What is the {noun}?',
      '(Could|Can) you (tell|give) me the {noun}?',
      'Which {noun} (should I use|do you mean)?',
      'I still need the {noun}, (please|if you have it).',
    ],
    answers: wording.answers ?? [
      '{value}.',
      '{value}, please.',
      'It is {value}.',
      "That's {value}.",
    ],
  };
}

/** Words that go on being true when the day is near: how many days ahead a date without its year is still clear. */
const CLEAR_AHEAD = 60;

/** A day as it stands in a sentence, with its preposition: `on May 3rd`, `tomorrow`. */
export function sayDay(scene: Scene, day: Day): string {
  const { random, today, todayIsSaid } = scene;
  if (!todayIsSaid) return `on ${sayFullDate(random, day)}`;
  const ahead = dayNumber(day) - dayNumber(today);
  const relative = ahead < 0 ? sayPast(random, day, today) : sayRelative(random, day, today);
  if (relative !== null && random.next() < 0.6) return relative;
  const clear = ahead > 0 && ahead <= CLEAR_AHEAD && day.year === today.year;
  return `on ${clear ? sayDate(random, day) : sayFullDate(random, day)}`;
}

/** A day near `day` and still on the same side of today, for a slip of the tongue. */
function otherDay({ random, today }: Scene, day: Day): Day {
  const step = 1 + random.integer(4);
  const before = addDays(day, -step);
  const crosses = dayNumber(day) > dayNumber(today) && dayNumber(before) <= dayNumber(today);
  return crosses || random.next() < 0.5 ? addDays(day, step) : before;
}

export function dayDetail(scene: Scene, day: Day, wording: Partial<Wording> = {}): Detail {
  return detail({
    noun: 'day',
    isPhrase: true,
    said: sayDay(scene, day),
    slip: sayDay(scene, otherDay(scene, day)),
    clauses: ['{value}'],
    statements: [
      'It (should be|has to be|would be) {value}.',
      'I mean {value}.',
      'The (day|date) would be {value}.',
    ],
    questions: [
      '(For which|Which) day (is that|do you mean)?',
      'What (day|date) (do you have in mind|should it be)?',
      'When (exactly|) should that be, which date?',
    ],
    answers: ['{value}.', '{value}, please.', 'Let us say {value}.'],
    ...wording,
  });
}

/** A time with its preposition: `at 7:30 am`. */
export function timeDetail(scene: Scene, time: Time, wording: Partial<Wording> = {}): Detail {
  const { random } = scene;
  return detail({
    noun: 'time',
    isPhrase: true,
    said: `at ${sayTime(random, time)}`,
    slip: `at ${sayTime(random, otherTime(scene, time))}`,
    clauses: ['{value}'],
    statements: [
      '{value} would be right.',
      '{value}, if possible.',
      'I mean {value}.',
      'The time: {value}.',
    ],
    questions: [
      '(At|For) what time?',
      'What time (should it be|do you have in mind)?',
      'And the time?',
    ],
    answers: ['{value}.', '{value}, please.', 'Let us say {value}.'],
    ...wording,
  });
}

export function otherTime({ random }: Scene, time: Time): Time {
  const hours = random.pick([-2, -1, 1]);
  const hour = time.hour + hours;
  return hour < 1 || hour > 22 ? addMinutes(time, time.hour > 12 ? -60 : 60) : { ...time, hour };
}

/** Day and time in one breath: `7 am on May 3rd`. */
export function sayMoment(
  scene: Scene,
  moment: { readonly day: Day; readonly time: Time },
): string {
  const day = sayDay(scene, moment.day);
  return `${sayTime(scene.random, moment.time)} ${day}`;
}
