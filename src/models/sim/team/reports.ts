/** What do the messages of other agents propose, and how much of it is understood? */
import { findCalls, type WrittenCall } from '../call-text.ts';
import { draw } from '../draws.ts';
import type { Chance } from '../mistakes/slips.ts';
import type { TeamMessage } from '../reader/prompt.ts';
import type { ArgumentValue } from '../reader/types.ts';

export interface PeerView {
  /** The proposed call; null when the message holds none. */
  readonly call: WrittenCall | null;
  /** Values stated by name (`time: 2023-05-01`), for whatever call is made in the end. */
  readonly facts: ReadonlyMap<string, ArgumentValue>;
}

/** Chance that a message is passed over, by how it is written. */
const MISREAD = { labelled: 0.07, json: 0.02, broken: 0.35, free: 0.2 } as const;
/** Messages that can be read without overload. */
const READ_AT_ONCE = 4;
/** A free message longer than this many characters loses details. */
const LONG_MESSAGE = 700;

type Writing = keyof typeof MISREAD;

function writingOf(text: string): Writing {
  const trimmed = text.trim();
  if (trimmed.startsWith('{')) return isJson(trimmed) ? 'json' : 'broken';
  return /^(?:finding|proposed answer):/imu.test(trimmed) ? 'labelled' : 'free';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** `- name: value` and `name = value` items. */
function factsOf(text: string): Map<string, ArgumentValue> {
  const facts = new Map<string, ArgumentValue>();
  for (const match of text.matchAll(
    /(?:^|[;\n]\s*|: )([a-z][a-z_]{1,30}) = ("[^"\n]*"|[^;\n]+)/gu,
  )) {
    const raw = (match[2] ?? '').trim();
    const quoted = /^"(.*)"\.?$/u.exec(raw)?.[1];
    const number = /^-?\d+(?:\.\d+)?$/u.test(raw) ? Number(raw) : null;
    facts.set(match[1] ?? '', quoted ?? number ?? raw.replace(/\.$/u, ''));
  }
  return facts;
}

function overload(count: number, writing: Writing): number {
  const beyond = Math.max(0, count - READ_AT_ONCE);
  return beyond * (writing === 'free' || writing === 'broken' ? 0.05 : 0.015);
}

/** Reads messages in order; one that is passed over comes back empty. */
export function readMessages(messages: readonly TeamMessage[], chance: Chance): PeerView[] {
  return messages.map((message, index) => {
    const writing = writingOf(message.text);
    const length = writing === 'free' ? Math.max(0, message.text.length - LONG_MESSAGE) / 6000 : 0;
    const missed = MISREAD[writing] + overload(messages.length, writing) + length;
    if (draw(chance.seed, chance.fingerprint, 'misread', index) < missed) {
      return { call: null, facts: new Map() };
    }
    const call = findCalls(message.text).at(-1) ?? null;
    return { call, facts: factsOf(message.text) };
  });
}

/** Words of a role prompt that messages push out of mind: none up to four messages, more for free ones. */
export function readingBurden(messages: readonly TeamMessage[]): number {
  const beyond = messages.slice(READ_AT_ONCE);
  return beyond.reduce((sum, { text }) => sum + (writingOf(text) === 'free' ? 55 : 20), 0);
}
