/** How does somebody put a request into words, with some of what it needs and something around it? */
import type { RandomStream } from '../../../core/random.ts';
import { addDays } from '../grammar/calendar.ts';
import { capitalised, chance, say } from '../grammar/phrases.ts';
import { sayFullDate, sayTime } from '../grammar/spoken-time.ts';
import { drawTime } from '../records/person-records.ts';
import { sayDay } from './details.ts';
import type { Detail, Goal, Scene } from './goal.ts';
import {
  ASIDES,
  CORRECTIONS,
  DECOYS,
  FOLLOW_UPS,
  GREETINGS,
  INTRODUCTIONS,
  TODAY_BY_USER,
} from './talk.ts';

export interface Opening {
  readonly text: string;
  /** What the request leaves open. */
  readonly untold: readonly Detail[];
  /** What it says wrongly, or null. */
  readonly wrong: Detail | null;
}

/** Share of the details that a request brings along. */
const TOLD = 0.62;
/** Clauses that one request can carry. */
const CLAUSES = 3;

export function openingOf(
  scene: Scene,
  goal: Goal,
  { isFirst, saysToday }: { readonly isFirst: boolean; readonly saysToday: boolean },
): Opening {
  const { random, today } = scene;
  const order = random.shuffle(goal.details);
  const told = order.filter(() => chance(random, TOLD));
  const untold = order.filter((one) => !told.includes(one));
  const wrong = chance(random, 0.35) ? (told.find(({ slip }) => slip !== null) ?? null) : null;
  const said = told.map((one) => (one === wrong ? { ...one, said: one.slip ?? one.said } : one));
  const template = random.pick(goal.requests);
  const carried = template.includes('{details}') ? CLAUSES : 0;
  const inClause = said.filter(({ clauses }) => clauses.length > 0).slice(0, carried);
  const apart = said.filter((one) => !inClause.includes(one));
  const details = inClause
    .map((one) => ` ${say(random, one.clauses, { value: one.said })}`)
    .join('');
  const request = say(random, [template], { details });
  const mendsNow = wrong !== null && chance(random, 0.3);
  const text = [
    ...(isFirst ? introduction(scene, goal) : []),
    isFirst ? request : followUp(random, request),
    ...apart.map((one) => statementOf(random, one)),
    mendsNow ? correctionOf(random, wrong) : '',
    saysToday ? say(random, TODAY_BY_USER, { today: sayFullDate(random, today) }) : '',
    decoy(scene),
  ];
  return {
    text: text.filter((part) => part !== '').join(' '),
    untold,
    wrong: mendsNow ? null : wrong,
  };
}

function introduction({ random, owner }: Scene, goal: Goal): string[] {
  const { first, last, full } = owner.person;
  const greets = chance(random, 0.45);
  const introduces =
    goal.introduced === 'always' || (goal.introduced !== 'never' && chance(random, 0.3));
  return [
    greets ? say(random, GREETINGS) : '',
    introduces ? say(random, INTRODUCTIONS, { first, last, full }) : '',
    chance(random, 0.3) ? say(random, ASIDES) : '',
  ];
}

/** Something with a day, a time or a name in it that the request is not about. */
function decoy(scene: Scene): string {
  const { random, records, today } = scene;
  const { first, full } = random.pick(records.strangers);
  const day = sayDay(scene, addDays(today, 1 + random.integer(12)));
  const time = sayTime(random, drawTime(random, 7, 21));
  return chance(random, 0.22) ? say(random, DECOYS, { first, full, day, time }) : '';
}

function followUp(random: RandomStream, request: string): string {
  const small = /^I\b/u.test(request)
    ? request
    : request.charAt(0).toLowerCase() + request.slice(1);
  const text = say(random, FOLLOW_UPS, { request: small });
  // After the end of a sentence the request begins one.
  return text.replace(/(?<=\. )\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** A sentence of its own that says the detail. */
export function statementOf(random: RandomStream, one: Detail): string {
  return sentence(random, one.statements, one);
}

/** The answer to the question for the detail, and to nothing else. */
export function answerOf(random: RandomStream, one: Detail): string {
  return sentence(random, chance(random, 0.35) ? one.statements : one.answers, one);
}

function sentence(random: RandomStream, templates: readonly string[], one: Detail): string {
  const text = say(random, templates, { noun: one.noun, value: one.said });
  return one.isPhrase ? capitalised(text) : text;
}

export function correctionOf(random: RandomStream, { noun, said, slip }: Detail): string {
  return say(random, CORRECTIONS, { noun, said, slip: slip ?? '' });
}
