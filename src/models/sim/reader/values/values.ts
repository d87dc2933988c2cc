/** Which value does the dialogue give a parameter of the chosen API? */

import { conversationValue } from '../chat/conversation-value.ts';
import { passwordSaid, usernameSaid } from '../chat/credentials.ts';
import {
  foundKey,
  isForOtherCall,
  namedThing,
  numberSaid,
  sameThing,
  tokenSaid,
} from '../chat/told.ts';
import { addDays } from '../time/dates.ts';
import { type Calendar, type Edge, readMoment } from '../time/moments.ts';
import { formatMoment, patternOf } from '../time/times.ts';
import type {
  ApiDescription,
  ApiParameter,
  Argument,
  ArgumentSource,
  ArgumentValue,
  Task,
} from '../types.ts';
import { spokenFormula } from './arithmetic.ts';
import { answerAbout, bareAnswer, labelled, newestMatch, quotedTexts } from './labels.ts';
import { bareNumber, countOf, formulaOf } from './numbers.ts';
import { attendees, doctorName, personName } from './people.ts';
import { plainValue } from './plain-values.ts';
import { requestedKinds } from './requested-items.ts';
import { copiedValue, itemsAnswered, nextItem, reusedInput } from './results.ts';
import { placeOf, subjectOf } from './topics.ts';

interface ValueContext {
  readonly task: Task;
  readonly api: ApiDescription;
  readonly calendar: Calendar;
}

function argument(name: string, value: ArgumentValue, source: ArgumentSource): Argument {
  return { name, value, source, superseded: null, spoken: null, assumed: false };
}

function edgeOf(parameter: ApiParameter): Edge {
  if (/(?:^|_)(?:end|out|to|until|return|checkout)(?:_|$)/u.test(parameter.name)) return 'end';
  return /(?:^|_)(?:start|in|from|begin|checkin)(?:_|$)/u.test(parameter.name) ? 'start' : null;
}

function momentArgument(
  context: ValueContext,
  parameter: ApiParameter,
  pattern: string,
): Argument | null {
  const edge = edgeOf(parameter);
  const calendar = /alarm|remind/iu.test(context.api.name)
    ? context.calendar
    : { ...context.calendar, lead: 0 };
  const copied = copiedValue(context.task, parameter.name);
  const moment = readMoment(calendar, edge);
  if (moment === null) {
    return typeof copied === 'string' ? argument(parameter.name, copied, 'result') : null;
  }
  const sameDay = formatMoment('%Y-%m-%d', moment.day, moment.time);
  if (typeof copied === 'string' && calendar.times.length === 0 && copied.startsWith(`${sameDay} `))
    return argument(parameter.name, copied, 'result');
  const noEnd =
    edge === 'end' &&
    !pattern.includes('%H') &&
    !calendar.days.some((said) => said.edge === 'end' || said.value.weekday !== null);
  const day = noEnd ? addDays(moment.day, 1, calendar.year) : moment.day;
  const before = moment.superseded;
  return {
    name: parameter.name,
    value: formatMoment(pattern, day, moment.time),
    source: 'moment',
    superseded: before === null ? null : formatMoment(pattern, before.day, before.time),
    spoken: moment.spoken === '' ? null : moment.spoken,
    assumed: moment.assumed || noEnd,
  };
}

/** Credentials said in one breath: `user1 user1pass`, `username - x, password - y`. */
function credential(task: Task, name: 'username' | 'password' | 'email'): string | null {
  if (name === 'email') return newestMatch(task, /([\w.+-]+@[\w-]+\.[\w.]*\w)/u);
  const plain = name === 'username' ? usernameSaid(task) : passwordSaid(task, null);
  if (plain !== null) return plain;
  const labels =
    name === 'username'
      ? ['username', 'user name', 'account name', 'login']
      : ['password', 'passcode'];
  const said = labelled(task, labels);
  if (said !== null) return said.split(/\s/u)[0] ?? said;
  const pair = answerAbout(task, /username and password|password/iu)?.split(/[\s,]+/u) ?? [];
  if (pair.length === 2) return (name === 'username' ? pair[0] : pair[1]) ?? null;
  if (name === 'username') {
    const email = labelled(task, ['email', 'e-mail']);
    return email ?? newestMatch(task, /\b([A-Z][a-z]+)'s\b/u);
  }
  return null;
}

function identifier(task: Task, parameter: ApiParameter): ArgumentValue | null {
  const subject = parameter.name.replace(/_?id$/u, '').replaceAll('_', '[ _]').trim();
  const stated = String.raw`(?: is|:| #| number)* ([A-Z]*\d\w*)`;
  const value =
    (subject === '' ? null : newestMatch(task, new RegExp(`\\b${subject}[ _]ID${stated}`, 'iu'))) ??
    newestMatch(task, new RegExp(`\\bID${stated}`, 'iu')) ??
    (subject === ''
      ? null
      : newestMatch(task, new RegExp(`\\b${subject}(?: number| no\\.?)? (\\d+)`, 'iu'))) ??
    newestMatch(task, /^\s*(?:it'?s |sure, )?([A-Z]?\d{4,})\.?\s*$/iu) ??
    numberSaid(task) ??
    foundKey(task);
  if (value === null) return null;
  return parameter.type === 'int' && /^\d+$/u.test(value) ? Number(value) : value;
}

function count(task: Task, parameter: ApiParameter): number | null {
  const noun = parameter.name.replace(/_?(?:count|number|num|amount)$/u, '');
  const nouns: { readonly [noun: string]: string } = {
    child: 'child|children|kids?',
    adult: 'adults?|grown-ups?|people',
    room: 'rooms?',
  };
  const pattern = nouns[noun] ?? `${noun}s?`;
  const answered = noun === 'room' ? bareNumber(answerAbout(task, /how many rooms/iu)) : null;
  const said = countOf(task, pattern) ?? answered;
  if (said !== null) return said;
  const family = newestMatch(task, /family of (\w+)/iu);
  if (family !== null && noun !== 'room')
    return noun === 'adult' ? 2 : Math.max(0, (bareNumber(family) ?? 2) - 2);
  return noun === 'room' ? 1 : 0;
}

const READING =
  /\b(blood[_ ]pressure|heart[_ ]rate|weight|height|temperature|sugar|steps)\b[^\d]{0,12}(\d+(?:\/\d+)?(?:\.\d+)?)/giu;

function healthRecords(task: Task): ArgumentValue | null {
  for (const turn of [...task.turns].reverse()) {
    if (turn.speaker !== 'user') continue;
    const literal = /\[\s*\{[\s\S]*\}\s*\]/u.exec(turn.text)?.[0];
    const pairs =
      literal === undefined
        ? []
        : [...literal.matchAll(/name'?:\s*'([^']+)',\s*'?value'?:\s*'([^']+)'/gu)];
    const said = pairs.length > 0 ? pairs : [...turn.text.matchAll(READING)];
    if (said.length > 0) {
      return said.map((match) => ({
        name: (match[1] ?? '').toLowerCase().replaceAll(' ', '_'),
        value: match[2] ?? '',
      }));
    }
  }
  return null;
}

function listValue(task: Task, parameter: ApiParameter): ArgumentValue | null {
  if (/attend|member|participant|invit/iu.test(parameter.name)) {
    const left = itemsAnswered(task, /travel|away|absent|leave/iu);
    if (left !== null && left.length > 0) return left;
    return attendees(task) ?? copiedValue(task, parameter.name);
  }
  if (/health|record/iu.test(parameter.name)) return healthRecords(task);
  return copiedValue(task, parameter.name) ?? requestedKinds(task, parameter.name);
}

type Reader = readonly [
  RegExp,
  ArgumentSource,
  (task: Task, parameter: ApiParameter) => ArgumentValue | null,
];

const READERS: readonly Reader[] = [
  [/^(?:.*_)?token$/u, 'result', (task) => copiedValue(task, 'token') ?? tokenSaid(task)],
  [/^(?:user_?name|account)$/u, 'text', (task) => credential(task, 'username')],
  [/^old_password$/u, 'text', (task) => passwordSaid(task, 'old')],
  [/^new_password$/u, 'text', (task) => passwordSaid(task, 'new')],
  [/password$/u, 'text', (task) => credential(task, 'password')],
  [/^(?:email|recipient|receiver)$/u, 'text', (task) => credential(task, 'email')],
  [/formula|expression/u, 'number', (task) => spokenFormula(task) ?? formulaOf(task)],
  [/_count$|_number$/u, 'number', count],
  [/(?:^|_)id$/u, 'number', identifier],
  [/doctor/u, 'text', (task) => doctorName(task)],
  [/^patient/u, 'text', (task) => personName(task)],
  [/location|venue/u, 'text', (task) => placeOf(task)],
  [/content|topic|subject|title/u, 'text', (task) => subjectOf(task)],
  [/hotel/u, 'text', (task) => hotelName(task)],
  [
    /symptom/u,
    'text',
    (task) =>
      namedThing(task, ['symptom']) ??
      newestMatch(task, /\b(?:feeling|have an?|having|symptom is|suffering from) ([a-z ]+)/iu),
  ],
  [/url|link/u, 'text', (task) => newestMatch(task, /(https?:\/\/[^\s"'<>]*[^\s"'<>.,)])/u)],
  [/stock/u, 'text', (task) => newestMatch(task, /\b([A-Z]{2,5})\b(?! API)/u)],
];

function hotelName(task: Task): string | null {
  const answer = answerAbout(task, /hotel|where do you want/iu);
  const name =
    answer ??
    newestMatch(task, /\bat (?:the )?([A-Z][\w]*(?: [A-Z][\w]*)*)/u) ??
    labelled(task, ['hotel']);
  return name === null
    ? null
    : bareAnswer(name)
        .replace(/^(?:the hotel )?(?:is )?(?:called )?/iu, '')
        .replace(/\bin (?=[A-Z])/u, '');
}

function meetingText(task: Task): string | null {
  const name = copiedValue(task, 'meeting_name');
  const room = copiedValue(task, 'meeting_location');
  if (typeof name !== 'string' || typeof room !== 'string') return null;
  return `${name} will be held at ${room}. Please be there on time.`;
}

/** A label such as `scene name` for what no special reader knows. */
function genericText(context: ValueContext, parameter: ApiParameter): string | null {
  const words = parameter.name.replaceAll('_', ' ');
  const noun = /name of (?:the |an? )?([\w ]+?)\.?$/iu.exec(parameter.description)?.[1];
  const thing = /^The (\w+)\b/u.exec(parameter.description)?.[1];
  const labels = [words, ...[noun, thing].filter((label) => label !== undefined)];
  const said = labelled(context.task, labels);
  const quoted = context.task.turns
    .filter((turn) => turn.speaker === 'user')
    .flatMap((turn) => quotedTexts(turn.text))
    .at(-1);
  if (/username|password|token|_id$/u.test(parameter.name)) return said;
  return (
    quoted ?? said ?? answerAbout(context.task, new RegExp(`\\b(?:${labels.join('|')})\\b`, 'iu'))
  );
}

/** Reads one parameter; null when nothing in the dialogue or the results fits it. */
export function readArgument(context: ValueContext, parameter: ApiParameter): Argument | null {
  const { task, api } = context;
  if (isForOtherCall(task, api, parameter)) return null;
  const told = conversationValue(context, parameter);
  if (told !== null) return argument(parameter.name, told.value, told.source);
  return plainArgument(context, parameter);
}

function plainArgument(context: ValueContext, parameter: ApiParameter): Argument | null {
  const { task, api } = context;
  const item = nextItem(task, api.name, parameter.name);
  if (item !== null && !/^list/u.test(parameter.type))
    return argument(parameter.name, item, 'result');
  const pattern = patternOf(parameter.description);
  if (pattern !== null) return momentArgument(context, parameter, pattern);
  if (/^list/u.test(parameter.type)) {
    const list = listValue(task, parameter);
    return list === null ? null : argument(parameter.name, list, 'list');
  }
  if (parameter.name === 'content') {
    const told = meetingText(task);
    if (told !== null) return argument(parameter.name, told, 'result');
  }
  for (const [names, source, read] of READERS) {
    if (!names.test(parameter.name)) continue;
    const value = read(task, parameter);
    if (value !== null) return argument(parameter.name, value, source);
  }
  return otherArgument(context, parameter);
}

/** A share becomes a percentage where the description says how a share is to be given. */
function inUnit(value: ArgumentValue, { description }: ApiParameter): ArgumentValue {
  const wantsPercent = /percent/iu.test(description) && /\bshare\b/iu.test(description);
  return wantsPercent && typeof value === 'number' && value <= 1
    ? Math.round(value * 10_000) / 100
    : value;
}

function otherArgument(context: ValueContext, parameter: ApiParameter): Argument | null {
  const { task } = context;
  const same = parameter.name === 'name' ? sameThing(task, parameter) : null;
  if (same !== null) return argument(parameter.name, same, 'result');
  const whole = /\bfirst and last name\b/iu.test(parameter.description) ? personName(task) : null;
  if (whole !== null) return argument(parameter.name, whole, 'text');
  const copied = copiedValue(task, parameter.name);
  if (copied !== null) return argument(parameter.name, inUnit(copied, parameter), 'result');
  const plain = plainValue(task, parameter);
  if (plain !== null)
    return argument(parameter.name, plain, typeof plain === 'number' ? 'number' : 'text');
  const reused = reusedInput(task, parameter.name);
  if (reused !== null) return argument(parameter.name, reused, 'result');
  const said = genericText(context, parameter);
  return said === null ? null : argument(parameter.name, said, 'text');
}
