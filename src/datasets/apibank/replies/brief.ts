/** How is a team asked for the assistant's next words? */
import type { Brief } from '../../../core/dataset.ts';
import { describedApi } from '../data/catalog.ts';
import { historyLine } from '../tasks/brief.ts';
import type { ReplyTask } from './reply-task.ts';

const TASK =
  'You are given a dialogue between a user and an assistant that can call APIs. It ends with the result of an API call. Write what the assistant says to the user next.';

const GUIDANCE =
  'the user does not see API results. Say what the last one means for them, with the values that they need; when it failed, say so, and when something is missing, ask for it.';

const PLAN_GUIDANCE =
  'the user does not see API results, and all calls are made now. Answer the request as a whole from what they returned.';

const OUTPUT_CONTRACT = [
  "Answer with the assistant's words only, as they are said to the user:",
  'I have booked the room for 2 nights, from March 3rd.',
  'No API call, no JSON, no name in front of the words, no remark about them.',
].join('\n');

export function replyBriefOf(task: ReplyTask): Brief {
  const lines = [
    TASK,
    'APIs (one JSON object per line):',
    ...task.describedApis.map((api) => JSON.stringify(describedApi(api))),
    `Guidance: ${task.level === 3 ? PLAN_GUIDANCE : GUIDANCE}`,
    'Dialogue so far:',
    ...task.history.map(historyLine),
  ];
  return { task: lines.join('\n'), outputContract: OUTPUT_CONTRACT };
}
