/** What do the arguments of a function call say, when the text of them may be damaged? */
import type { JsonObject } from './json.ts';

export interface ToolArguments {
  /** JSON text of an object: the one sent, or what was mended. */
  readonly text: string;
  readonly value: JsonObject;
  readonly repaired: boolean;
}

/**
 * Reads `ToolCall.arguments`. No text at all is no arguments. Mended are: quotes, back-quotes and closing braces left
 * over behind a whole object, an object sent as a JSON text, and `null`. Null for everything else: a value is never
 * guessed.
 */
export function readToolArguments(sent: string): ToolArguments | null {
  const text = sent.trim();
  if (text === '') return { text: '{}', value: {}, repaired: false };
  const whole = parsed(text);
  if (isObject(whole)) return { text, value: whole, repaired: false };
  if (whole === null) return { text: '{}', value: {}, repaired: true };
  if (typeof whole === 'string') return repaired(whole.trim());
  return whole === undefined ? repaired(withoutLeftovers(text)) : null;
}

function repaired(text: string | null): ToolArguments | null {
  const value = text === null ? undefined : parsed(text);
  return text !== null && isObject(value) ? { text, value, repaired: true } : null;
}

/** The object that the text begins with, when nothing but marks is left over behind it. */
function withoutLeftovers(text: string): string | null {
  const end = objectEnd(text);
  return end !== null && /^[\s"'`}]*$/.test(text.slice(end)) ? text.slice(0, end) : null;
}

const MARK = /"(?:[^"\\]|\\[\s\S])*"|[{}]/g;

/** Where the object at the start of the text ends; null when it does not. */
function objectEnd(text: string): number | null {
  if (!text.startsWith('{')) return null;
  let depth = 0;
  for (const { 0: mark, index } of text.matchAll(MARK)) {
    if (mark === '{') depth += 1;
    else if (mark === '}') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return null;
}

/** Undefined when the text is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
