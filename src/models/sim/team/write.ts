/** How does an agent put its call into words: as an answer, or as a message in the asked format? */
import { callText, valueText, type WrittenCall } from '../call-text.ts';
import { draw, pickBy } from '../draws.ts';
import type { Mindfulness } from '../mistakes/advice-reading.ts';
import { type Chance, flavour, slips } from '../mistakes/slips.ts';
import type { TurnParts } from '../reader/prompt.ts';

export interface Writing {
  readonly parts: TurnParts;
  readonly mindfulness: Mindfulness;
  readonly chance: Chance;
  /** The call that an answer with two calls adds. */
  readonly second: WrittenCall | null;
}

type Format = 'free' | 'labelled' | 'json';

export function formatOf(contract: string): Format {
  if (contract === '') return 'free';
  return /JSON/u.test(contract) ? 'json' : 'labelled';
}

/** Chance that a JSON message breaks, without and with advice to mind its form. */
const BROKEN_JSON = 0.16;
const BROKEN_JSON_MINDED = 0.04;
/** Chance that a free message leaves out a single value, and that it leaves out the call. */
const LOST_DETAIL = 0.14;
const LOST_CALL = 0.22;

export function reason(call: WrittenCall, chance: Chance): string {
  const texts = [
    `The dialogue is at the step where ${call.api} has to be called.`,
    `The next step is ${call.api}.`,
    `${call.api} fits what the user wants now.`,
  ];
  return pickBy(texts, draw(chance.fingerprint, 'reason'));
}

function facts(call: WrittenCall, keep: (name: string) => boolean): string {
  return call.arguments
    .filter(({ name }) => keep(name))
    .map(
      ({ name, value }) =>
        `${name} = ${typeof value === 'string' ? `"${value}"` : valueText(value)}`,
    )
    .join('; ');
}

/** The answer line with the slips that only an answer can have. */
function answerLine(call: WrittenCall, writing: Writing): string {
  const { mindfulness, chance, second } = writing;
  if (slips('prose', mindfulness, chance)) {
    return pickBy(
      [
        `I would now use ${call.api} with the details the user gave.`,
        `Could you please confirm the details before I call ${call.api}?`,
        `The assistant should call ${call.api} next, using ${call.arguments.map(({ name }) => name).join(', ')}.`,
      ],
      flavour('prose', chance),
    );
  }
  const text = callText(call);
  if (slips('broken_syntax', mindfulness, chance)) {
    const positional = `[${call.api}(${call.arguments.map(({ value }) => valueText(value)).join(', ')})]`;
    return pickBy(
      [text.slice(1, -1), positional, text.replace(')]', ']')],
      flavour('broken_syntax', chance),
    );
  }
  if (second !== null && slips('double_call', mindfulness, chance))
    return `${text}\n${callText(second)}`;
  return text;
}

/** True when the role is told to leave the call to others. */
function withholdsCall(rolePrompt: string): boolean {
  return /\b(?:do not|don't|never)\b[^.]{0,30}\b(?:write|propose|give|make|produce)\b[^.]{0,24}\bcall/iu.test(
    rolePrompt,
  );
}

function proposedCall(call: WrittenCall, writing: Writing): string | null {
  const { parts, chance } = writing;
  if (parts.answers) return answerLine(call, writing);
  if (withholdsCall(parts.rolePrompt)) return null;
  const loses =
    formatOf(parts.formatContract) === 'free' &&
    draw(chance.seed, chance.fingerprint, 'lost-call') < LOST_CALL;
  return loses ? null : callText(call);
}

function freeMessage(call: WrittenCall, writing: Writing): string {
  const { parts, chance } = writing;
  const proposed = proposedCall(call, writing);
  if (parts.answers) return `${reason(call, chance)}\n${proposed ?? ''}`;
  const told = facts(
    call,
    (name) => draw(chance.seed, chance.fingerprint, 'detail', name) >= LOST_DETAIL,
  );
  const lines = [reason(call, chance), ...(told === '' ? [] : [`Values: ${told}.`])];
  return [...lines, ...(proposed === null ? [] : [`Proposed call: ${proposed}`])].join('\n');
}

function labelledMessage(call: WrittenCall, writing: Writing): string {
  const { chance } = writing;
  const proposed = proposedCall(call, writing);
  return [
    `Finding: ${reason(call, chance)}`,
    `Evidence: ${facts(call, () => true)}`,
    'Open question: none',
    `Proposed answer: ${proposed ?? 'none'}`,
  ].join('\n');
}

function jsonMessage(call: WrittenCall, writing: Writing): string {
  const { parts, mindfulness, chance } = writing;
  const proposed = proposedCall(call, writing);
  const text = JSON.stringify({
    finding: reason(call, chance),
    evidence: facts(call, () => true),
    open_question: 'none',
    proposed_answer: proposed ?? 'none',
  });
  const minded =
    /\bJSON\b|\bvalid\b.{0,20}\bobject\b/iu.test(parts.rolePrompt) ||
    mindfulness.minded.has('broken_syntax');
  const breaks =
    draw(chance.seed, chance.fingerprint, 'json') < (minded ? BROKEN_JSON_MINDED : BROKEN_JSON);
  const shown = breaks ? text.slice(0, Math.floor(text.length * 0.62)) : text;
  return parts.answers && !breaks ? `${shown}\n${proposed ?? ''}` : shown;
}

/** The reply of a turn. */
export function writeReply(call: WrittenCall, writing: Writing): string {
  const { parts } = writing;
  switch (formatOf(parts.formatContract)) {
    case 'labelled':
      return labelledMessage(call, writing);
    case 'json':
      return jsonMessage(call, writing);
    case 'free':
      return parts.answers && !/reason/iu.test(parts.rolePrompt)
        ? answerLine(call, writing)
        : freeMessage(call, writing);
  }
}
