/** Which APIs does a task put on offer: those its brief describes, and those that a search in its dialogue has found? */
import type { Json } from '../../../core/json.ts';
import { asObject } from '../data/dialogues.ts';
import { TOOL_SEARCHER } from '../data/recordings.ts';
import { type ApiBankTask, earlierCalls } from './task.ts';

/** An API that was only called earlier is not on offer: nothing describes it. */
export function offeredApis(task: ApiBankTask): ReadonlySet<string> {
  const described = task.level === 1 ? task.describedApis.map((api) => api.name) : [TOOL_SEARCHER];
  const found = earlierCalls(task)
    .filter((call) => call.apiName === TOOL_SEARCHER)
    .flatMap((call) => apiNames(call.result.output));
  return new Set([...described, ...found]);
}

function apiNames(output: Json): string[] {
  if (Array.isArray(output)) return (output as readonly Json[]).flatMap(apiNames);
  const name = asObject(output)?.['name'];
  return typeof name === 'string' ? [name] : [];
}
