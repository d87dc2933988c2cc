/** How are the tasks of API-Bank worked on with function tools? */
import type { ToolUse } from '../../../core/dataset.ts';
import type { ToolCall } from '../../../core/model.ts';
import { toolBriefOf } from '../tasks/brief.ts';
import type { ApiBankTask } from '../tasks/task.ts';
import { callAnswer } from './answer.ts';
import { type OfferedTool, offeredTools } from './schemas.ts';
import type { SessionMaker } from './session.ts';

/** `sessions` is asked when the first session is opened, and may load what it needs. */
export function apiBankTools(sessions: () => Promise<SessionMaker>): ToolUse<ApiBankTask> {
  const known = new WeakMap<ApiBankTask, readonly OfferedTool[]>();
  const offered = (task: ApiBankTask): readonly OfferedTool[] => {
    const tools = known.get(task) ?? offeredTools(task);
    known.set(task, tools);
    return tools;
  };
  const apiOf = (task: ApiBankTask, { name }: ToolCall): string =>
    offered(task).find(({ schema }) => schema.name === name)?.api ?? name;
  return {
    schemas: (task) => offered(task).map(({ schema }) => schema),
    brief: toolBriefOf,
    answerOf: (task, call) => callAnswer({ api: apiOf(task, call), arguments: call.arguments }),
    session: async (task) => (await sessions()).open(task),
  };
}
