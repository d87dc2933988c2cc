/** Which value of a parameter does only the course of a conversation make clear? */
import type {
  ApiDescription,
  ApiParameter,
  ArgumentSource,
  ArgumentValue,
  Task,
} from '../types.ts';
import {
  deviceSaid,
  numberReturned,
  passedOn,
  placedThings,
  quotedAs,
  stageOf,
  switchedOn,
} from './told.ts';

/** Subject and text of a mail, which are both in quotes. */
function quotedText(task: Task, name: string): string | null {
  if (name === 'subject') return quotedAs(task, 'subject');
  return name === 'content' ? quotedAs(task, 'content|text|reads') : null;
}

/** What only a conversation makes clear: stages of a call, things in rooms, results passed on. */
export function conversationValue(
  { task, api }: { readonly task: Task; readonly api: ApiDescription },
  parameter: ApiParameter,
): { readonly value: ArgumentValue; readonly source: ArgumentSource } | null {
  const { name, type } = parameter;
  const stage = stageOf(task, api, parameter);
  if (stage !== null) return { value: stage, source: 'text' };
  const things = placedThings(task, parameter);
  if (things !== null) return { value: things, source: 'list' };
  const passed = name === 'content' ? passedOn(task) : null;
  if (passed !== null) return { value: passed, source: 'result' };
  const quoted = quotedText(task, name);
  if (quoted !== null) return { value: quoted, source: 'text' };
  const code = /_code$/u.test(name) ? numberReturned(task) : null;
  if (code !== null) return { value: code, source: 'result' };
  const device = /\bof the device\b/iu.test(parameter.description) ? deviceSaid(task) : null;
  if (device !== null) return { value: device, source: 'text' };
  const on = type === 'bool' ? switchedOn(task) : null;
  return on === null ? null : { value: on, source: 'number' };
}
