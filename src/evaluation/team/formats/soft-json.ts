/** Which JSON object did a model mean? Reads what models really write: fences, single quotes, loose commas, chatter. */
import type { Json } from '../../../core/json.ts';

export type SoftObject = ReadonlyMap<string, Json>;

/** Opening braces tried before giving up; bounds the work on text full of braces. */
const MAXIMUM_STARTS = 20;

/** Deepest nesting read; what is deeper does not parse. */
const MAXIMUM_DEPTH = 40;

interface Cursor {
  readonly text: string;
  position: number;
}

/** Thrown inside this file only, to leave nested reading at once. */
class Unreadable extends Error {}

/**
 * The first object in `text` that can be read and that `accepts`; null when there is none. Text around it is ignored.
 * Tolerated: single quotes, unescaped inner quotes where the end is clear, raw line breaks in strings, trailing commas,
 * bare keys, `True`/`False`/`None`, and a missing end of the outermost object.
 */
export function findSoftObject(
  text: string,
  accepts: (object: SoftObject) => boolean,
): SoftObject | null {
  let start = text.indexOf('{');
  for (let tried = 0; start !== -1 && tried < MAXIMUM_STARTS; tried += 1) {
    const object = readObjectAt(text, start);
    if (object !== null && accepts(object)) return object;
    start = text.indexOf('{', start + 1);
  }
  return null;
}

function readObjectAt(text: string, start: number): SoftObject | null {
  try {
    return readObject({ text, position: start }, 0);
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

function readObject(cursor: Cursor, depth: number): Map<string, Json> {
  if (depth > MAXIMUM_DEPTH) throw new Unreadable();
  cursor.position += 1;
  const object = new Map<string, Json>();
  for (;;) {
    skipBlanks(cursor, ',');
    if (take(cursor, '}') || (depth === 0 && atEnd(cursor))) return object;
    const key = isQuote(peek(cursor)) ? readText(cursor) : readMatch(cursor, /[\w$-]+/uy);
    skipBlanks(cursor);
    if (!take(cursor, ':')) throw new Unreadable();
    skipBlanks(cursor);
    object.set(key, readValue(cursor, depth + 1));
    skipBlanks(cursor);
    const next = peek(cursor);
    if (next !== ',' && next !== '}' && !(depth === 0 && atEnd(cursor))) throw new Unreadable();
  }
}

function readArray(cursor: Cursor, depth: number): Json[] {
  if (depth > MAXIMUM_DEPTH) throw new Unreadable();
  cursor.position += 1;
  const items: Json[] = [];
  for (;;) {
    skipBlanks(cursor, ',');
    if (take(cursor, ']')) return items;
    items.push(readValue(cursor, depth + 1));
    skipBlanks(cursor);
    const next = peek(cursor);
    if (next !== ',' && next !== ']') throw new Unreadable();
  }
}

function readValue(cursor: Cursor, depth: number): Json {
  const next = peek(cursor);
  if (next === '{') return Object.fromEntries(readObject(cursor, depth));
  if (next === '[') return readArray(cursor, depth);
  if (isQuote(next)) return readText(cursor);
  return readWord(readMatch(cursor, /[^\s,{}[\]"']+/uy));
}

const WORDS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['True', true],
  ['False', false],
  ['None', null],
]);

/** A number only when its digits survive: long ids and `1.10` stay text. Other bare words do not parse. */
function readWord(word: string): Json {
  const known = WORDS.get(word);
  if (known !== undefined) return known;
  if (!/^[-+]?[\d.]+(?:[eE][-+]?\d+)?$/.test(word)) throw new Unreadable();
  return String(Number(word)) === word ? Number(word) : word;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
  ['/', '/'],
  ['\\', '\\'],
  ['"', '"'],
  ["'", "'"],
]);

function readText(cursor: Cursor): string {
  const quote = peek(cursor);
  cursor.position += 1;
  let text = '';
  while (!atEnd(cursor)) {
    const character = peek(cursor);
    if (character === '\\') {
      text += readEscape(cursor);
      continue;
    }
    cursor.position += 1;
    if (character === quote && endsText(cursor)) return text;
    text += character;
  }
  throw new Unreadable();
}

/** A quote closes a text only when punctuation of the object follows; otherwise it is an apostrophe or an inner quote. */
function endsText(cursor: Cursor): boolean {
  const rest = /\s*/uy;
  rest.lastIndex = cursor.position;
  rest.test(cursor.text);
  const next = cursor.text.charAt(rest.lastIndex);
  return next === '' || ',:}]'.includes(next);
}

function readEscape(cursor: Cursor): string {
  const escaped = cursor.text.charAt(cursor.position + 1);
  const hex = /\\u([0-9a-fA-F]{4})/uy;
  hex.lastIndex = cursor.position;
  const code = hex.exec(cursor.text)?.[1];
  if (code !== undefined) {
    cursor.position += 6;
    return String.fromCharCode(Number.parseInt(code, 16));
  }
  cursor.position += 2;
  // An escape that JSON does not know keeps its backslash, as in a path or a pattern.
  return ESCAPES.get(escaped) ?? `\\${escaped}`;
}

function readMatch(cursor: Cursor, pattern: RegExp): string {
  pattern.lastIndex = cursor.position;
  const [matched] = pattern.exec(cursor.text) ?? [];
  if (matched === undefined) throw new Unreadable();
  cursor.position += matched.length;
  return matched;
}

function skipBlanks(cursor: Cursor, also = ''): void {
  while (!atEnd(cursor)) {
    const character = peek(cursor);
    if (character.trim() !== '' && character !== also) return;
    cursor.position += 1;
  }
}

function take(cursor: Cursor, character: string): boolean {
  if (peek(cursor) !== character) return false;
  cursor.position += 1;
  return true;
}

function peek(cursor: Cursor): string {
  return cursor.text.charAt(cursor.position);
}

function isQuote(character: string): boolean {
  return character === '"' || character === "'";
}

function atEnd(cursor: Cursor): boolean {
  return cursor.position >= cursor.text.length;
}
