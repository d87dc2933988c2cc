/** What JSON value does a Python literal stand for? */
import type { Json } from '../../../../core/json.ts';
import { type PythonToken, pythonError } from './lines.ts';

/** A reading position in a list of tokens. */
export interface TokenCursor {
  readonly tokens: readonly PythonToken[];
  readonly file: string;
  position: number;
}

const CONSTANTS: { readonly [name: string]: Json } = { True: true, False: false, None: null };

/**
 * Reads one literal: text (also adjacent or added), number, constant, list, tuple, dictionary with text keys.
 * Tuples become lists.
 *
 * @throws PrerequisiteError naming file and line for anything that would have to be executed.
 */
export function readLiteral(cursor: TokenCursor): Json {
  let value = readOperand(cursor);
  while (typeof value === 'string' && peek(cursor) === '+') {
    cursor.position += 1;
    const addend = readOperand(cursor);
    if (typeof addend !== 'string') throw unexpected(cursor);
    value += addend;
  }
  return value;
}

/** The text of the next operator token, or null at anything else. */
export function peek(cursor: TokenCursor): string | null {
  const token = cursor.tokens[cursor.position];
  return token?.kind === 'operator' ? token.text : null;
}

function readOperand(cursor: TokenCursor): Json {
  const token = cursor.tokens[cursor.position];
  if (token === undefined) throw unexpected(cursor);
  cursor.position += 1;
  switch (token.kind) {
    case 'string':
      return token.text + readAdjacentText(cursor);
    case 'number':
      return Number(token.text.replaceAll('_', ''));
    case 'name': {
      const constant = CONSTANTS[token.text];
      if (constant !== undefined) return constant;
      break;
    }
    case 'operator':
      if (token.text === '-') return -Number(readOperand(cursor));
      if (token.text === '[') return readSequence(cursor, ']').items;
      if (token.text === '(') return readParentheses(cursor);
      if (token.text === '{') return readDictionary(cursor);
      break;
    case 'formatted-string':
      break;
  }
  cursor.position -= 1;
  throw unexpected(cursor);
}

function readAdjacentText(cursor: TokenCursor): string {
  let text = '';
  for (;;) {
    const token = cursor.tokens[cursor.position];
    if (token?.kind !== 'string') return text;
    text += token.text;
    cursor.position += 1;
  }
}

function readParentheses(cursor: TokenCursor): Json {
  const { items, trailingComma } = readSequence(cursor, ')');
  const [first] = items;
  return items.length === 1 && first !== undefined && !trailingComma ? first : items;
}

function readSequence(
  cursor: TokenCursor,
  close: string,
): { items: Json[]; trailingComma: boolean } {
  const items: Json[] = [];
  let trailingComma = false;
  while (peek(cursor) !== close) {
    items.push(readLiteral(cursor));
    trailingComma = skipComma(cursor, close);
  }
  cursor.position += 1;
  return { items, trailingComma };
}

function readDictionary(cursor: TokenCursor): Json {
  const entries: [string, Json][] = [];
  while (peek(cursor) !== '}') {
    const key = readLiteral(cursor);
    if (typeof key !== 'string' || peek(cursor) !== ':') throw unexpected(cursor);
    cursor.position += 1;
    entries.push([key, readLiteral(cursor)]);
    skipComma(cursor, '}');
  }
  cursor.position += 1;
  return Object.fromEntries(entries);
}

function skipComma(cursor: TokenCursor, close: string): boolean {
  const next = peek(cursor);
  if (next === ',') {
    cursor.position += 1;
    return true;
  }
  if (next !== close) throw unexpected(cursor);
  return false;
}

function unexpected(cursor: TokenCursor): Error {
  const token = cursor.tokens[cursor.position] ?? cursor.tokens.at(-1);
  const shown =
    cursor.position < cursor.tokens.length ? `\`${token?.text ?? ''}\`` : 'the end of the line';
  return pythonError(cursor.file, token?.line ?? 1, `expected a literal value, found ${shown}`);
}
