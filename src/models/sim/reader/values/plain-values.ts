/** Which value does a plain request in one sentence give a parameter? */

import type { ApiParameter, ArgumentValue, Task } from '../types.ts';
import { newestMatch } from './labels.ts';
import { ownerName } from './people.ts';

const PLACE = "([A-Z][\\w.'-]*(?: (?:of |de )?[A-Z][\\w.'-]*)*)";

function routePart(task: Task, side: 'from' | 'to'): string | null {
  const route = new RegExp(`${PLACE} to ${PLACE}`, 'u');
  for (const turn of task.turns) {
    const match = turn.speaker === 'user' ? route.exec(turn.text) : null;
    if (match !== null) {
      const part = side === 'from' ? match[1] : match[2];
      return (part ?? '').replace(
        / (?:January|February|March|April|May|June|July|August|September|October|November|December).*$/u,
        '',
      );
    }
  }
  return null;
}

function distanceInMetres(task: Task): number | null {
  const match = newestMatch(
    task,
    /\bwithin (\d+(?:\.\d+)? ?(?:km|kilomet\w+|m|met\w+|miles?))\b/iu,
  );
  if (match === null) return null;
  const amount = Number.parseFloat(match);
  if (/km|kilo/iu.test(match)) return amount * 1000;
  return /mile/iu.test(match) ? Math.round(amount * 1609) : amount;
}

function occupation(task: Task): string | null {
  return newestMatch(task, /\b(?:for|of) an? ([A-Z][\w-]*(?: [A-Z][\w-]*)*)/u);
}

function keyedNumber(task: Task, name: string): number | null {
  const match = newestMatch(task, new RegExp(`\\b${name}\\s*[=:]\\s*(-?\\d+(?:\\.\\d+)?)`, 'iu'));
  return match === null ? null : Number(match);
}

const READERS: readonly (readonly [RegExp, (task: Task, name: string) => ArgumentValue | null])[] =
  [
    [/^(?:latitude|longitude|temperature|humidity)$/u, keyedNumber],
    [/^(?:source|origin|departure|from_city)/u, (task) => routePart(task, 'from')],
    [/^(?:destination|arrival|to_city)/u, (task) => routePart(task, 'to')],
    [/^(?:distance|radius)/u, distanceInMetres],
    [/^(?:occupation|job|profession)/u, occupation],
    [
      /^(?:organization|organisation|company)/u,
      (task) => newestMatch(task, new RegExp(`\\b(?:in|of|at|from) (?:the )?${PLACE}`, 'u')),
    ],
    [
      /^(?:address|place|city|region)/u,
      (task) =>
        newestMatch(task, new RegExp(`\\b(?:of|in|near|around|to) ${PLACE}`, 'u'))?.replace(
          /\.$/u,
          '',
        ) ?? null,
    ],
    [/^(?:user_?name|user|member_name|name)$/u, ownerName],
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
