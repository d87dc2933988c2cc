/** Which value does a plain request in one sentence give a parameter? */

import type { ApiParameter, ArgumentValue, Task } from '../types.ts';
import { labelled, newestMatch } from './labels.ts';
import { mentionedName, ownerName } from './people.ts';

const WORD = "[A-Z][\\w'-]*(?:\\.[\\w'-]+)*";
const PLACE = `((?:(?:St|Mt|Ft)\\. )?${WORD}(?: (?:of |de )?${WORD})*)`;
const MONTHS =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December)';

function routePart(task: Task, side: 'from' | 'to'): string | null {
  const route = new RegExp(`${PLACE} to ${PLACE}`, 'u');
  for (const turn of task.turns) {
    const match = turn.speaker === 'user' ? route.exec(turn.text) : null;
    if (match !== null) {
      const part = side === 'from' ? match[1] : match[2];
      return (part ?? '').replace(new RegExp(` ${MONTHS}.*$`, 'u'), '');
    }
  }
  return null;
}

function distanceInMetres(task: Task): number | null {
  const length = String.raw`(\d+(?:\.\d+)? ?(?:km|kilomet\w+|m|met\w+|miles?))\b`;
  const match =
    newestMatch(task, new RegExp(String.raw`\bwithin ${length}`, 'iu')) ??
    newestMatch(task, new RegExp(String.raw`\b${length}`, 'iu'));
  if (match === null) return null;
  const amount = Number.parseFloat(match);
  if (/km|kilo/iu.test(match)) return amount * 1000;
  return /mile/iu.test(match) ? Math.round(amount * 1609) : amount;
}

function occupation(task: Task): string | null {
  return (
    newestMatch(task, /\b(?:for|of) an? ([A-Z][\w-]*(?: [A-Z][\w-]*)*)/u) ??
    newestMatch(task, /\ban? ([A-Z][\w-]*(?: [A-Z][\w-]*)*)/u)
  );
}

const MEMBERS =
  '\\b(?:members?|staff|people|employees|everyone|everybody|belongs?|works?)\\b[^.?]{0,12}?';

function organization(task: Task): string | null {
  return (
    newestMatch(task, new RegExp(`${MEMBERS} (?:of|at|in|to|from) (?:the )?${PLACE}`, 'u')) ??
    newestMatch(task, new RegExp(`\\b(?:in|of|at|from) (?:the )?${PLACE}`, 'u'))
  );
}

function place(task: Task): string | null {
  const named =
    newestMatch(
      task,
      new RegExp(`\\b(?:[Ll]ocate|coordinates of|[Tt]urn|does|is) ${PLACE}`, 'u'),
    ) ?? newestMatch(task, new RegExp(`\\b(?:of|in|near|around|to|about|for|For) ${PLACE}`, 'u'));
  return named?.replace(/\.$/u, '') ?? null;
}

/** `the new address is …` before any place that a request mentions. */
function address(task: Task): string | null {
  return (
    labelled(task, ['new address', 'home address']) ??
    newestMatch(task, /\b(?:address should become|now lives? at) ([^.;?!]+)/iu) ??
    place(task)
  );
}

function pay(task: Task): number | null {
  const said = newestMatch(task, /\bsalary\b(?: of| is|, which is|:)? (\d[\d,]*(?:\.\d+)?)/iu);
  return said === null ? null : Number(said.replaceAll(',', ''));
}

function keyedNumber(task: Task, name: string): number | null {
  const match = newestMatch(
    task,
    new RegExp(`\\b${name}(?:\\s*[=:]\\s*|\\s+(?:is\\s+)?)(-?\\d+(?:\\.\\d+)?)`, 'iu'),
  );
  return match === null ? null : Number(match);
}

const READERS: readonly (readonly [RegExp, (task: Task, name: string) => ArgumentValue | null])[] =
  [
    [/^(?:latitude|longitude|temperature|humidity)$/u, keyedNumber],
    [/^(?:source|origin|departure|from_city)/u, (task) => routePart(task, 'from')],
    [
      /^(?:destination|arrival|to_city)/u,
      (task) =>
        routePart(task, 'to') ??
        newestMatch(task, new RegExp(`\\b(?:in|to) (?!${MONTHS})${PLACE}`, 'u')),
    ],
    [/^(?:distance|radius)/u, distanceInMetres],
    [/^(?:occupation|job|profession)/u, occupation],
    [/^(?:organization|organisation|company)/u, organization],
    [/^address/u, address],
    [/^(?:place|city|region)/u, place],
    [/^(?:salary|income|wage)/u, pay],
    [/^(?:user_?name|user|member_name|name)$/u, ownerName],
    [/^(?:user_name|member_name)$/u, mentionedName],
  ];

/** Reads by the parameter's name; null when no reader knows it or nothing is said. */
export function plainValue(task: Task, parameter: ApiParameter): ArgumentValue | null {
  for (const [names, read] of READERS) {
    if (!names.test(parameter.name)) continue;
    const value = read(task, parameter.name);
    if (value !== null) return value;
  }
  return null;
}
