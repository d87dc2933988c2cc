/** What kind of request is this, and who answers it? */
import type { Decoding, Message } from '../../core/model.ts';
import { isJudgeRequest, replyToJudge } from './judge/judge.ts';
import { splitRequest, type TurnParts } from './reader/prompt.ts';
import { readTaskCall } from './reader/read.ts';
import { readTask } from './reader/task.ts';
import type { KnownTask, TaskReader } from './reader/types.ts';
import { isReflection, replyToReflection } from './reflect/reflect.ts';
import { replyToTurn } from './turn.ts';

/** Tasks kept in mind; a job's pool is a few hundred. */
const REMEMBERED = 600;
const NOTHING_TO_DO =
  'I read the request, but it holds no API description and no dialogue that I could work on.';

/** Reads tasks, remembering the last ones; a pure function to its callers. */
function rememberingReader(): TaskReader {
  const known = new Map<string, KnownTask | null>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) {
      known.delete(text);
      known.set(text, found);
      return found;
    }
    const task = readTask(text);
    const read = task === null ? null : { task, reading: readTaskCall(task) };
    known.set(text, read);
    if (known.size > REMEMBERED) known.delete(known.keys().next().value ?? '');
    return read;
  };
}

function turnReply(
  parts: TurnParts,
  read: TaskReader,
  how: { readonly seed: number; readonly temperature: number },
): string {
  const known = read(parts.task);
  return known === null ? NOTHING_TO_DO : replyToTurn(parts, known, how);
}

/** A pure function of messages, decoding and seed. Never throws, whatever the text. */
export function createResponder(): (
  messages: readonly Message[],
  decoding: Decoding,
  seed: number,
) => string {
  const read = rememberingReader();
  return (messages, decoding, seed) => {
    const how = { seed, temperature: decoding.temperature };
    const text = messages.map((message) => message.content).join('\n');
    if (isReflection(text)) return replyToReflection(text, how, read);
    if (isJudgeRequest(text)) return replyToJudge(text, how, read);
    return turnReply(splitRequest(messages), read, how);
  };
}
