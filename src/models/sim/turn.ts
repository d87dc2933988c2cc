/** What does an agent reply in its turn? */
import type { WrittenCall } from './call-text.ts';
import { type Mindfulness, readAdvice } from './mistakes/advice-reading.ts';
import { draftCall } from './mistakes/draft.ts';
import type { Chance } from './mistakes/slips.ts';
import type { TurnParts } from './reader/prompt.ts';
import type { KnownTask, Reading, Task } from './reader/types.ts';
import { remembering } from './remembering.ts';
import { decideCall } from './team/decide.ts';
import { readingBurden, readMessages } from './team/reports.ts';
import { type Writing, writeReply } from './team/write.ts';

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

/** What a role prompt amounts to beside a format contract and `burden` more words to keep in mind. */
export type AdviceReader = (rolePrompt: string, contract: string, burden: number) => Mindfulness;

/** Prompts kept in mind: a search has at most a few hundred alive. */
const REMEMBERED = 400;
const SEPARATOR = '\u0000';

export function rememberingAdvice(): AdviceReader {
  const read = remembering(REMEMBERED, (key) => {
    const [burden = '0', rolePrompt = ''] = key.split(SEPARATOR);
    return readAdvice(rolePrompt, Number(burden));
  });
  return (rolePrompt, contract, burden) => {
    const words = burden + wordCount(contract) * CONTRACT_BURDEN;
    return read(`${words}${SEPARATOR}${rolePrompt}`);
  };
}

export type TurnManner = Pick<Chance, 'seed' | 'temperature'> & { readonly heed: AdviceReader };

export interface Decision {
  readonly call: WrittenCall;
  readonly writing: Writing;
}

/** Drafts, listens, decides, writes. */
export function replyToTurn(parts: TurnParts, known: KnownTask, how: TurnManner): string {
  const { call, writing } = decideTurn(parts, known, how);
  return writeReply(call, writing);
}

/** Everything but the writing. */
export function decideTurn(
  parts: TurnParts,
  { task, reading }: KnownTask,
  how: TurnManner,
): Decision {
  const chance: Chance = {
    seed: how.seed,
    temperature: how.temperature,
    fingerprint: task.fingerprint,
  };
  const mindfulness = how.heed(
    parts.rolePrompt,
    parts.formatContract,
    readingBurden(parts.teamMessages),
  );
  const situation = { task, mindfulness, chance };
  const draft = draftCall(task, reading, situation);
  const views = readMessages(parts.teamMessages, chance);
  const call = decideCall(draft.call, views, situation);
  return { call, writing: { parts, mindfulness, chance, second: secondCall(task, reading) } };
}
