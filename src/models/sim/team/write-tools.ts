/** How does an agent make its call as a function call, and what goes wrong then? */
import type { ToolCall } from '../../../core/model.ts';
import { callText, type WrittenCall } from '../call-text.ts';
import { flavour, slips } from '../mistakes/slips.ts';
import { plainText } from '../plain-text.ts';
import { formatOf, reason, type Writing, writeReply } from './write.ts';

export interface ToolReply {
  readonly text: string;
  readonly toolCalls?: readonly ToolCall[];
}

export function functionCall(call: WrittenCall, position = 0): ToolCall {
  const values = call.arguments.map(({ name, value }) => [name, value] as const);
  return {
    id: `call_${position + 1}`,
    name: call.api,
    arguments: JSON.stringify(Object.fromEntries(values)),
  };
}

/** Parts of the slips of syntax, by what a server with function tools leaves possible. */
const AS_TEXT = 0.35;
const STRAY_QUOTE = 0.6;
const NUMBERS_AS_TEXT = 0.85;

/** A message in the asked format, and the call beside it. */
export function writeToolReply(call: WrittenCall, writing: Writing): ToolReply {
  const { mindfulness, chance, second } = writing;
  if (slips('prose', mindfulness, chance)) return { text: reason(call, chance) };
  const text = messageBeside(call, writing);
  if (slips('broken_syntax', mindfulness, chance)) {
    return damaged(call, text, flavour('broken_syntax', chance));
  }
  const calls = [call];
  if (second !== null && slips('double_call', mindfulness, chance)) calls.push(second);
  return { text, toolCalls: calls.map(functionCall) };
}

/** What is said to others, without the slips that only a written answer can have. */
function messageBeside(call: WrittenCall, writing: Writing): string {
  const { parts, chance } = writing;
  if (formatOf(parts.formatContract) !== 'free') {
    return writeReply(call, { ...writing, parts: { ...parts, answers: false } });
  }
  return /reason/iu.test(parts.rolePrompt) ? reason(call, chance) : '';
}

function damaged(call: WrittenCall, text: string, chance: number): ToolReply {
  if (chance < AS_TEXT) return { text: [text, callText(call)].join('\n').trim() };
  const made = functionCall(call);
  if (chance < STRAY_QUOTE) {
    return { text, toolCalls: [{ ...made, arguments: `${made.arguments}"` }] };
  }
  if (chance < NUMBERS_AS_TEXT) return { text, toolCalls: [functionCall(withTextNumbers(call))] };
  return { text, toolCalls: [{ ...made, arguments: made.arguments.slice(0, -2) }] };
}

function withTextNumbers(call: WrittenCall): WrittenCall {
  return {
    ...call,
    arguments: call.arguments.map(({ name, value }) => ({
      name,
      value: typeof value === 'number' ? plainText(value) : value,
    })),
  };
}
