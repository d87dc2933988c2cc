/** Does a call stand up to a look at the API descriptions and the dialogue? */

import type { WrittenArgument, WrittenCall } from '../call-text.ts';
import { plainText } from '../plain-text.ts';
import { hasToken, needsToken } from '../reader/choose-api.ts';
import { patternOf } from '../reader/time/times.ts';
import type { ApiDescription, ApiParameter, ArgumentValue, Task } from '../reader/types.ts';
import { answeredCalls } from '../reader/values/results.ts';

function shapeOf(pattern: string): RegExp {
  const shape = pattern
    .replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)
    .replaceAll('%Y', String.raw`\d{4}`)
    .replaceAll(/%[mdHMS]/gu, String.raw`\d{2}`);
  return new RegExp(`^${shape}$`, 'u');
}

function isStated(task: Task, value: string): boolean {
  return task.evidence.includes(value.toLowerCase());
}

function isDoubtfulText(task: Task, parameter: ApiParameter, value: string): boolean {
  if (value === 'UNKNOWN' || value.trim() === '') return true;
  const pattern = patternOf(parameter.description);
  if (pattern !== null) return !shapeOf(pattern).test(value);
  if (/^list/u.test(parameter.type)) return true;
  if (/^(?:int|float)/u.test(parameter.type)) return Number.isNaN(Number(value));
  if (/keyword/u.test(parameter.name))
    return value.split(/\s+/u).length > 6 || /\b(?:tool|api)\b/iu.test(value);
  return !isStated(task, value) && !/content|topic|formula/u.test(parameter.name);
}

/** True when a value's form is wrong, or nothing in the dialogue or the results says it. */
export function isDoubtful(task: Task, api: ApiDescription, argument: WrittenArgument): boolean {
  const parameter = api.parameters.find(({ name }) => name === argument.name);
  if (parameter === undefined) return true;
  const { value } = argument;
  if (typeof value === 'string') return isDoubtfulText(task, parameter, value);
  if (typeof value === 'number') return value > 20 && !isStated(task, String(value));
  return false;
}

export function missingParameters(api: ApiDescription, call: WrittenCall): ApiParameter[] {
  return api.parameters.filter(
    ({ name, optional }) => !optional && !call.arguments.some((argument) => argument.name === name),
  );
}

function sameInput(value: ArgumentValue, earlier: unknown): boolean {
  return plainText(value) === plainText(earlier);
}

export function isRepeated(task: Task, call: WrittenCall): boolean {
  return answeredCalls(task).some(
    (earlier) =>
      earlier.name === call.api &&
      call.arguments.every(({ name, value }) => sameInput(value, earlier.input[name])),
  );
}

/** In [0, 1]: the share of checks that a call passes; an unknown API or a repeated call weighs most. */
export function evidenceFor(task: Task, call: WrittenCall): number {
  const api = task.apis.find(({ name }) => name === call.api);
  if (api === undefined) return 0.15;
  let score = 1;
  for (const argument of call.arguments) if (isDoubtful(task, api, argument)) score *= 0.6;
  score *= 0.55 ** missingParameters(api, call).length;
  if (isRepeated(task, call)) score *= 0.35;
  if (needsToken(api) && !hasToken(task)) score *= 0.35;
  return score;
}
