/** How is a call written as text, and read again from a peer's message? */
import { plainText } from './plain-text.ts';
import type { ArgumentValue } from './reader/types.ts';

export interface WrittenArgument {
  readonly name: string;
  readonly value: ArgumentValue;
}

export interface WrittenCall {
  readonly api: string;
  readonly arguments: readonly WrittenArgument[];
}

function quote(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  if (!escaped.includes("'")) return `'${escaped}'`;
  return escaped.includes('"') ? `'${escaped.replaceAll("'", "\\'")}'` : `"${escaped}"`;
}

export function valueText(value: ArgumentValue): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value))
    return `[${(value as readonly ArgumentValue[]).map(valueText).join(', ')}]`;
  const entries = Object.entries(value as { readonly [key: string]: ArgumentValue });
  return `{${entries.map(([key, inner]) => `${quote(key)}: ${valueText(inner)}`).join(', ')}}`;
}

export function callText(call: WrittenCall): string {
  const parts = call.arguments.map(({ name, value }) => `${name}=${valueText(value)}`);
  return `[${call.api}(${parts.join(', ')})]`;
}

/** Equal texts are equal calls; argument order does not matter. */
export function callKey(call: WrittenCall): string {
  const parts = call.arguments.map(({ name, value }) => `${name}=${valueText(value)}`).sort();
  return `${call.api}(${parts.join(', ')})`;
}

class Unreadable extends Error {}

interface Cursor {
  readonly text: string;
  at: number;
}

function skipBlanks(cursor: Cursor): void {
  while (/\s/u.test(cursor.text.charAt(cursor.at))) cursor.at += 1;
}

function take(cursor: Cursor, pattern: RegExp): string {
  skipBlanks(cursor);
  const sticky = new RegExp(pattern.source, 'uy');
  sticky.lastIndex = cursor.at;
  const found = sticky.exec(cursor.text)?.[0];
  if (found === undefined) throw new Unreadable();
  cursor.at += found.length;
  return found;
}

function peek(cursor: Cursor): string {
  skipBlanks(cursor);
  return cursor.text.charAt(cursor.at);
}

function readString(cursor: Cursor): string {
  const end = cursor.text.charAt(cursor.at);
  let value = '';
  for (cursor.at += 1; cursor.at < cursor.text.length; cursor.at += 1) {
    const character = cursor.text.charAt(cursor.at);
    if (character === '\\') {
      cursor.at += 1;
      const next = cursor.text.charAt(cursor.at);
      value += next === 'n' ? '\n' : next;
    } else if (character === end) {
      cursor.at += 1;
      return value;
    } else value += character;
  }
  throw new Unreadable();
}

function readList(cursor: Cursor, depth: number): ArgumentValue[] {
  const items: ArgumentValue[] = [];
  cursor.at += 1;
  while (peek(cursor) !== ']') {
    items.push(readValue(cursor, depth + 1));
    if (peek(cursor) === ',') cursor.at += 1;
    else if (peek(cursor) !== ']') throw new Unreadable();
  }
  cursor.at += 1;
  return items;
}

function readRecord(cursor: Cursor, depth: number): { [key: string]: ArgumentValue } {
  const record: { [key: string]: ArgumentValue } = {};
  cursor.at += 1;
  while (peek(cursor) !== '}') {
    const key = readValue(cursor, depth + 1);
    take(cursor, /:/u);
    record[plainText(key)] = readValue(cursor, depth + 1);
    if (peek(cursor) === ',') cursor.at += 1;
    else if (peek(cursor) !== '}') throw new Unreadable();
  }
  cursor.at += 1;
  return record;
}

function readValue(cursor: Cursor, depth: number): ArgumentValue {
  if (depth > 8) throw new Unreadable();
  const next = peek(cursor);
  if (next === "'" || next === '"') return readString(cursor);
  if (next === '[') return readList(cursor, depth);
  if (next === '{') return readRecord(cursor, depth);
  const word = take(cursor, /[\w.+-]+/u);
  if (/^-?\d+(?:\.\d+)?$/u.test(word) && !/^0\d/u.test(word)) return Number(word);
  return word === 'True' ? true : word === 'False' ? false : word;
}

function readCallAt(text: string, start: number): WrittenCall | null {
  const cursor: Cursor = { text, at: start + 1 };
  try {
    const api = take(cursor, /[A-Za-z_]\w*/u);
    take(cursor, /\(/u);
    const found: WrittenArgument[] = [];
    while (peek(cursor) !== ')') {
      const name = take(cursor, /[A-Za-z_]\w*/u);
      take(cursor, /=/u);
      found.push({ name, value: readValue(cursor, 0) });
      if (peek(cursor) === ',') cursor.at += 1;
      else if (peek(cursor) !== ')') throw new Unreadable();
    }
    cursor.at += 1;
    take(cursor, /\]/u);
    return { api, arguments: found };
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** Every readable call of a text, in order. */
export function findCalls(text: string): WrittenCall[] {
  const calls: WrittenCall[] = [];
  for (const match of text.matchAll(/\[(?=[A-Za-z_]\w*\()/gu)) {
    const call = readCallAt(text, match.index);
    if (call !== null) calls.push(call);
  }
  return calls;
}
