/** What does an agent reply in its turn? */
import type { WrittenCall } from './call-text.ts';
import { readAdvice } from './mistakes/advice-reading.ts';
import { draftCall } from './mistakes/draft.ts';
import type { Chance } from './mistakes/slips.ts';
import type { TurnParts } from './reader/prompt.ts';
import type { KnownTask, Reading, Task } from './reader/types.ts';
import { decideCall } from './team/decide.ts';
import { readMessages } from './team/reports.ts';
import { writeReply } from './team/write.ts';

/** Share of a format contract's words that take attention from the role prompt. */
const CONTRACT_BURDEN = 0.5;

/** The call that a model adds when it says too much: the next one, or the last one again. */
function secondCall(task: Task, reading: Reading): WrittenCall | null {
  const goal = reading.goal !== null && reading.goal !== reading.api ? reading.goal : null;
  const other = goal ?? task.apis.find(({ name }) => name !== reading.api)?.name ?? null;
  if (other === null) return { api: reading.api, arguments: [{ name: 'query', value: 'next' }] };
  return { api: other, arguments: [] };
}

function wordCount(text: string): number {
  return text.match(/\S+/gu)?.length ?? 0;
}

/** Drafts, listens, decides, writes. */
export function replyToTurn(
  parts: TurnParts,
  known: KnownTask,
  how: Pick<Chance, 'seed' | 'temperature'>,
): string {
  const { task, reading } = known;
  const chance: Chance = { ...how, fingerprint: task.fingerprint };
  const mindfulness = readAdvice(
    parts.rolePrompt,
    wordCount(parts.formatContract) * CONTRACT_BURDEN,
  );
  const situation = { task, mindfulness, chance };
  const draft = draftCall(task, reading, situation);
  const views = readMessages(parts.teamMessages, chance);
  const call = decideCall(draft.call, views, situation);
  return writeReply(call, { parts, mindfulness, chance, second: secondCall(task, reading) });
}
