/** What does the simulated model say when it may call functions? */
import type { Message, ToolCall, ToolSchema } from '../../core/model.ts';
import type { WrittenCall } from './call-text.ts';
import { draw } from './draws.ts';
import { splitRequest } from './reader/prompt.ts';
import { readTaskCall } from './reader/read.ts';
import { readTask } from './reader/task.ts';
import { taskWithTools } from './reader/tools.ts';
import type { KnownTask } from './reader/types.ts';
import { remembering } from './remembering.ts';
import { functionCall, writeToolReply } from './team/write-tools.ts';
import { decideTurn, rememberingAdvice } from './turn.ts';

export interface SpokenWithTools {
  readonly text: string;
  readonly toolCalls?: readonly ToolCall[];
}

/** Tasks kept in mind. */
const REMEMBERED = 600;
/** Chance that a refused call is thought over. */
const SECOND_THOUGHT = 0.6;

function readKnown(text: string): KnownTask | null {
  const task = readTask(text);
  return task === null ? null : { task, reading: readTaskCall(task) };
}

/** A pure function of messages, tools and chance. Never throws, whatever the text. */
export function createToolResponder(): (
  messages: readonly Message[],
  tools: readonly ToolSchema[],
  how: { readonly seed: number; readonly temperature: number },
) => SpokenWithTools {
  const read = remembering(REMEMBERED, readKnown);
  const heed = rememberingAdvice();
  return (messages, tools, how) => {
    const asked = messages.filter(({ role }) => role === 'system' || role === 'user');
    const parts = splitRequest(asked);
    const known = read(taskWithTools(parts.task, tools));
    if (known === null) {
      return { text: 'I read the request, but there is no dialogue that I could work on.' };
    }
    const tried = lastTrial(messages);
    if (tried !== null) return afterTrial(tried, known, how);
    const { call, writing } = decideTurn(parts, known, { ...how, heed });
    return writeToolReply(call, writing);
  };
}

interface Trial {
  readonly call: ToolCall;
  readonly failed: boolean;
  /** Calls tried so far. */
  readonly count: number;
}

function lastTrial(messages: readonly Message[]): Trial | null {
  const tried = messages.flatMap((message) =>
    message.role === 'assistant' ? (message.toolCalls ?? []) : [],
  );
  const call = tried.at(-1);
  const result = messages.at(-1);
  if (call === undefined || result?.role !== 'tool') return null;
  return { call, failed: !/"exception":null\}?$/u.test(result.content), count: tried.length };
}

/** What was carried out stands; what was refused may be thought over once, with care. */
function afterTrial(
  { call, failed, count }: Trial,
  { task, reading }: KnownTask,
  { seed }: { readonly seed: number },
): SpokenWithTools {
  if (!failed) return { text: 'The call was carried out, so it stands.' };
  const careful: WrittenCall = {
    api: reading.api,
    arguments: reading.arguments.map(({ name, value }) => ({ name, value })),
  };
  const second = functionCall(careful);
  const isNew = second.name !== call.name || second.arguments !== call.arguments;
  const thinks = count === 1 && draw(seed, task.fingerprint, 'second thought') < SECOND_THOUGHT;
  return isNew && thinks
    ? { text: '', toolCalls: [second] }
    : { text: 'It was refused, but I see no better call.' };
}
