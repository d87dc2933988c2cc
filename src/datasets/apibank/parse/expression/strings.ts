/** What text, or which bytes, does a Python string literal hold? */
import { PyBytes } from '../../python/value.ts';
import { PythonSyntaxError } from './syntax.ts';
import { unicodeByName } from './unicode-names.ts';

export type StringToken =
  | { readonly kind: 'text'; readonly value: string; readonly end: number }
  | { readonly kind: 'bytes'; readonly value: PyBytes; readonly end: number }
  /** An f-string: its body as written. */
  | {
      readonly kind: 'formatted';
      readonly body: string;
      readonly raw: boolean;
      readonly end: number;
    };

const prefixPattern = /(?:[bB][rR]?|[rR][bBfF]?|[uU]|[fF][rR]?)?(?=['"])/y;

/** Length of the prefix letters of the string literal at `start`, or -1 when none begins there. */
export function stringPrefixLength(source: string, start: number): number {
  const first = source.charCodeAt(start);
  if (first === 0x27 || first === 0x22) return 0;
  if (!'bBrRuUfF'.includes(source.charAt(start))) return -1;
  prefixPattern.lastIndex = start;
  const prefix = prefixPattern.exec(source)?.[0] ?? '';
  return prefix === '' ? -1 : prefix.length;
}

interface StringOptions {
  /** Number of letters before the quote. */
  readonly prefixLength: number;
  /** May a one-line string hold line ends? Not in Python. */
  readonly rawLineEnds: boolean;
}

/** Reads the literal at `start`. */
export function readString(source: string, start: number, options: StringOptions): StringToken {
  const { prefixLength, rawLineEnds } = options;
  const prefix = source.slice(start, start + prefixLength).toLowerCase();
  const open = start + prefixLength;
  const quote = source.charAt(open);
  const isTriple = source.startsWith(quote.repeat(3), open);
  const bodyStart = open + (isTriple ? 3 : 1);
  const bodyEnd = isTriple
    ? findTripleEnd(source, bodyStart, quote.repeat(3))
    : findEnd(source, bodyStart, rawLineEnds);
  const body = source.slice(bodyStart, bodyEnd);
  const end = bodyEnd + (isTriple ? 3 : 1);
  const raw = prefix.includes('r');
  if (prefix.includes('f')) return { kind: 'formatted', body, raw, end };
  if (prefix.includes('b')) return { kind: 'bytes', value: bytesOf(body, raw, bodyStart), end };
  return { kind: 'text', value: raw ? body : unescapeText(body, bodyStart), end };
}

/** Where the quote that stands before `bodyStart` comes again. */
function findEnd(source: string, bodyStart: number, rawLineEnds: boolean): number {
  const quote = source.charCodeAt(bodyStart - 1);
  for (let index = bodyStart; index < source.length; index += 1) {
    const unit = source.charCodeAt(index);
    if (unit === quote) return index;
    if (unit === 0x5c) index += 1;
    else if (unit === 0x0a && !rawLineEnds) break;
  }
  throw new PythonSyntaxError('unterminated string literal', bodyStart - 1);
}

function findTripleEnd(source: string, bodyStart: number, closing: string): number {
  const quote = closing.charCodeAt(0);
  for (let index = bodyStart; index < source.length; index += 1) {
    const unit = source.charCodeAt(index);
    if (unit === 0x5c) index += 1;
    else if (unit === quote && source.startsWith(closing, index)) return index;
  }
  throw new PythonSyntaxError('unterminated triple-quoted string literal', bodyStart - 3);
}

const simpleEscapes: { readonly [letter: string]: string } = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const escapePattern =
  /\\(?:[0-7]{1,3}|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|N\{[^{}]*\}|[\s\S])/g;

/**
 * The text behind the escapes of a string body. An escape that Python does not know keeps its backslash.
 *
 * @throws PythonSyntaxError for a cut-off `\x`, `\u`, `\U`, an unknown `\N{…}` name or a code point that does not exist.
 */
export function unescapeText(body: string, offset: number): string {
  if (!body.includes('\\')) return body;
  return body.replace(escapePattern, (written: string, index: number) => {
    const letter = written.charAt(1);
    const simple = simpleEscapes[letter];
    if (simple !== undefined) return simple;
    if (letter >= '0' && letter <= '7')
      return String.fromCharCode(Number.parseInt(written.slice(1), 8));
    if (letter === 'N') return namedCharacter(written, offset + index);
    if (letter !== 'x' && letter !== 'u' && letter !== 'U') return written;
    const code = written.length === 2 ? Number.NaN : Number.parseInt(written.slice(2), 16);
    if (Number.isNaN(code) || code > 0x10ffff) {
      throw new PythonSyntaxError(`(unicode error) bad \\${letter} escape`, offset + index);
    }
    return String.fromCodePoint(code);
  });
}

function namedCharacter(written: string, position: number): string {
  const character = unicodeByName(written.slice(3, -1));
  if (character === null) {
    throw new PythonSyntaxError('(unicode error) unknown Unicode character name', position);
  }
  return character;
}

function bytesOf(body: string, raw: boolean, offset: number): PyBytes {
  if (/[\x80-\uffff]/.test(body)) {
    throw new PythonSyntaxError('bytes can only contain ASCII literal characters', offset);
  }
  const text = raw ? body : unescapeBytes(body, offset);
  return new PyBytes(Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff));
}

function unescapeBytes(body: string, offset: number): string {
  return body.replace(
    /\\(?:[0-7]{1,3}|x[\da-fA-F]{2}|[\s\S])/g,
    (written: string, index: number) => {
      const letter = written.charAt(1);
      const simple = simpleEscapes[letter];
      if (simple !== undefined) return simple;
      if (letter >= '0' && letter <= '7')
        return String.fromCharCode(Number.parseInt(written.slice(1), 8));
      if (letter !== 'x') return written;
      if (written.length === 2)
        throw new PythonSyntaxError('(value error) invalid \\x escape', offset + index);
      return String.fromCharCode(Number.parseInt(written.slice(2), 16));
    },
  );
}
