/** What has the assistant just said that it will do? */
import type { ApiDescription, Task } from '../types.ts';
import { answeredCalls } from '../values/results.ts';

/** The assistant's words when nobody has spoken or called since; otherwise nothing. */
function lastWords(task: Task): string {
  const last = task.turns.at(-1);
  return last?.speaker === 'assistant' ? last.text : '';
}

const DATE_LOOKED_UP =
  /\b(?:check|look up|find out|see)\b[^.?!]*\b(?:date|what day|which day|day it is)\b/iu;
const TOOL_SEARCHED =
  /\b(?:find|search|look(?:ing)? for|see which)\b[^.?!]*\b(?:tools?|APIs?|services?)\b|\btools?\b[^.?!]*\bsearch\b/iu;

/** The API that says which day it is: it takes nothing and speaks of today. */
function dateApi(task: Task): ApiDescription | undefined {
  return task.apis.find(
    ({ parameters, name, description }) =>
      parameters.length === 0 && /\btoday\b|current date/iu.test(`${name} ${description}`),
  );
}

export function looksUpDate(task: Task): boolean {
  return DATE_LOOKED_UP.test(lastWords(task));
}

/** The API to be called now when the assistant looks the date up; null when it does not or nothing can. */
export function announcedDateApi(task: Task): ApiDescription | null {
  return looksUpDate(task) ? (dateApi(task) ?? null) : null;
}

/** Was the date looked up already? Then nobody asks for it again. */
export function dateIsKnown(task: Task, api: ApiDescription): boolean {
  return api === dateApi(task) && answeredCalls(task).some((call) => call.name === api.name);
}

export function announcesSearch(task: Task): boolean {
  return TOOL_SEARCHED.test(lastWords(task));
}
