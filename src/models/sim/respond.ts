/** What kind of request is this, and who answers it? */
import type { Decoding, Message } from '../../core/model.ts';
import { isJudgeRequest, isRatingRequest, replyToJudge, replyToRating } from './judge/judge.ts';
import { splitRequest, type TurnParts } from './reader/prompt.ts';
import { readTaskCall } from './reader/read.ts';
import { readTask } from './reader/task.ts';
import type { KnownTask, TaskReader } from './reader/types.ts';
import { isLessonRequest, replyWithLessons } from './reflect/lessons.ts';
import { isReflection, replyToReflection } from './reflect/reflect.ts';
import { remembering } from './remembering.ts';
import { asksForWords, replyInWords } from './replies/reply.ts';
import { type AdviceReader, rememberingAdvice, replyToTurn } from './turn.ts';

/** Tasks kept in mind; a job's pool is a few hundred. */
const REMEMBERED = 600;
const NOTHING_TO_DO =
  'I read the request, but it holds no API description and no dialogue that I could work on.';

/** The careful reading of a text, or null when it holds no task. */
function readKnownTask(text: string): KnownTask | null {
  const task = readTask(text);
  return task === null ? null : { task, reading: readTaskCall(task) };
}

interface Memory {
  readonly read: TaskReader;
  readonly heed: AdviceReader;
}

function turnReply(
  parts: TurnParts,
  { read, heed }: Memory,
  how: { readonly seed: number; readonly temperature: number },
): string {
  const known = read(parts.task);
  if (known === null) return NOTHING_TO_DO;
  const words = asksForWords(parts.task) ? replyInWords(parts, known.task, how) : null;
  return words ?? replyToTurn(parts, known, { ...how, heed });
}

/** A pure function of messages, decoding and seed. Never throws, whatever the text. */
export function createResponder(): (
  messages: readonly Message[],
  decoding: Decoding,
  seed: number,
) => string {
  const memory: Memory = {
    read: remembering(REMEMBERED, readKnownTask),
    heed: rememberingAdvice(),
  };
  const { read } = memory;
  return (messages, decoding, seed) => {
    const how = { seed, temperature: decoding.temperature };
    const text = messages.map((message) => message.content).join('\n');
    if (isLessonRequest(text)) return replyWithLessons(text, how, read);
    if (isReflection(text)) return replyToReflection(text, how, read);
    if (isJudgeRequest(text)) return replyToJudge(text, how, read);
    if (isRatingRequest(text)) return replyToRating(text, how, read);
    return turnReply(splitRequest(messages), memory, how);
  };
}
