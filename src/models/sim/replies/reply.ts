/** What does an agent say when words for the user are asked for instead of a call? */
import { draw } from '../draws.ts';
import { plainText } from '../plain-text.ts';
import type { TeamMessage, TurnParts } from '../reader/prompt.ts';
import { isObject } from '../reader/task.ts';
import type { Task } from '../reader/types.ts';
import { type Wording, wordingOf } from './say.ts';

type Carelessness = 'leaves_out' | 'too_long' | 'copies_record';

interface Kind {
  /** Chance per reply without any advice. */
  readonly rate: number;
  /** Words of a role prompt that keep from it. */
  readonly against: RegExp;
}

const KINDS: { readonly [kind in Carelessness]: Kind } = {
  leaves_out: {
    rate: 0.45,
    against:
      /\b(?:values?|details?|complete|nothing missing|exactly|returned|names? and numbers?)\b/iu,
  },
  too_long: {
    rate: 0.4,
    against:
      /\b(?:short|brief|concise|one or two|single sentence|nothing the user did not|plain sentence)/iu,
  },
  copies_record: {
    rate: 0.15,
    against: /\b(?:plain|own words|no JSON|sentences?|natural|means for the user)\b/iu,
  },
};

/** Share of a chance that advice takes away. */
const EFFECT = 0.8;
/** Chance that an agent with messages of others takes a better reply from them; higher for one that is told to compare. */
const LISTENS = 0.5;
const LISTENS_WHEN_TOLD = 0.9;

/** Is the task to speak to the user, not to call an API? */
export function asksForWords(task: string): boolean {
  const head = task.slice(0, task.indexOf('\n') + 1);
  return /\b(?:write|give)\b[^.\n]{0,40}\b(?:says|words|reply)\b/iu.test(head);
}

interface Manner {
  readonly seed: number;
  readonly temperature: number;
}

/** Null when the dialogue does not end with the result of a call. */
export function replyInWords(parts: TurnParts, task: Task, how: Manner): string | null {
  const wording = wordingOf(task);
  if (wording === null) return null;
  const happens = (kind: Carelessness): boolean => {
    const { rate, against } = KINDS[kind];
    const chance = against.test(parts.rolePrompt) ? rate * (1 - EFFECT) : rate;
    // As with calls: half of it is common to all agents.
    const shared = draw(task.fingerprint, kind, 'words') < chance * 0.5;
    return shared || draw(how.seed, task.fingerprint, kind, 'words') < chance * 0.5;
  };
  const own = written(wording, happens);
  return formatted(parts, chosen(parts, { own, wording, chance: { ...how, task } }), wording);
}

function written(wording: Wording, happens: (kind: Carelessness) => boolean): string {
  const { news, question, record } = wording;
  const values = happens('leaves_out') ? wording.values.slice(1) : wording.values;
  const told = happens('copies_record')
    ? [record]
    : values.map((value) => `${value.charAt(0).toUpperCase()}${value.slice(1)}.`);
  const ending = happens('too_long')
    ? [
        'I have carefully checked the system for you to make sure that everything is in order.',
        'Please let me know if there is anything else that I can help you with today.',
      ]
    : [];
  return [news, ...told, ...(question === null ? [] : [question]), ...ending].join(' ');
}

/** The reply with most of the values, and of those the shortest; others are heard only by chance. */
function chosen(
  { rolePrompt, teamMessages }: TurnParts,
  context: {
    readonly own: string;
    readonly wording: Wording;
    readonly chance: Manner & { readonly task: Task };
  },
): string {
  const { own, wording, chance } = context;
  const isTold = /\b(?:compar|check|verif|disagree|reports?)/iu.test(rolePrompt);
  const listens =
    draw(chance.seed, chance.task.fingerprint, 'words', 'listen') <
    (isTold ? LISTENS_WHEN_TOLD : LISTENS);
  if (!listens) return own;
  const stated = (text: string): number =>
    wording.values.filter((value) => text.toLowerCase().includes(value.toLowerCase())).length -
    (/[{}]/u.test(text) ? 1 : 0);
  return [own, ...teamMessages.map(proposal)]
    .filter((text) => text !== '')
    .reduce((best, text) => {
      const more = stated(text) - stated(best);
      return more > 0 || (more === 0 && text.length < best.length) ? text : best;
    }, own);
}

/** The words that a message proposes to say. */
function proposal({ text }: TeamMessage): string {
  const labelled = /^Proposed answer:\s*([\s\S]*)$/imu.exec(text)?.[1];
  if (labelled !== undefined) return labelled.trim();
  if (!text.trim().startsWith('{')) return text.trim();
  try {
    const message: unknown = JSON.parse(text);
    return isObject(message) ? plainText(message['proposed_answer']) : '';
  } catch {
    return '';
  }
}

/** In the asked message format, if there is one. */
function formatted(
  { formatContract, answers }: TurnParts,
  reply: string,
  wording: Wording,
): string {
  if (formatContract === '' || answers) return reply;
  const evidence = wording.values.join('; ');
  if (/JSON/u.test(formatContract)) {
    return JSON.stringify({
      finding: wording.news,
      evidence,
      open_question: 'none',
      proposed_answer: reply,
    });
  }
  return [
    `Finding: ${wording.news}`,
    `Evidence: ${evidence}`,
    'Open question: none',
    `Proposed answer: ${reply}`,
  ].join('\n');
}
