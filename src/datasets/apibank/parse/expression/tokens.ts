/** Where do the tokens of a Python expression begin and end? */
import type { PyValue } from '../../python/value.ts';
import { readNumber } from './numbers.ts';
import { readString, type StringToken, stringPrefixLength } from './strings.ts';
import { PythonSyntaxError } from './syntax.ts';

export type TokenKind = 'name' | 'keyword' | 'number' | 'string' | 'operator' | 'newline' | 'end';

/** CPython's limit on open brackets. */
const maximumDepth = 200;

const keywords: ReadonlySet<string> = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from ' +
    'global if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

const singleOperators = '()[]{},:.=+-*/%@&|^~<>';
const doubleOperators: ReadonlySet<string> = new Set('** // << >> <= >= == != :='.split(' '));
const asciiName = /[A-Za-z_]\w*/y;
const anyName = /[\w\u0080-\uffff]+/y;
const identifier = /^[\p{XIDS}_]\p{XIDC}*$/u;

/** One token at a time. The current one is described by `kind`, `text`, `number`, `string`, `start` and `end`. */
export class Tokens {
  readonly source: string;
  kind: TokenKind = 'end';
  /** The name (NFKC), keyword or operator; empty otherwise. */
  text = '';
  number: PyValue = null;
  string: StringToken | null = null;
  start = 0;
  end = 0;
  /** End of the token before the current one. */
  previousEnd = 0;
  readonly #rawLineEnds: boolean;
  #depth = 0;

  /** Line ends are those of Python: a lone carriage return is one. With `rawLineEnds` they may stand in any string. */
  constructor(source: string, rawLineEnds: boolean) {
    this.#rawLineEnds = rawLineEnds;
    this.source = source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source;
    const zero = this.source.indexOf('\0');
    if (zero >= 0) throw this.error('source code string cannot contain null bytes', zero);
    this.advance();
  }

  error(message = 'invalid syntax', position = this.start): PythonSyntaxError {
    return new PythonSyntaxError(message, position);
  }

  /** Is the current token this operator or keyword? */
  at(text: string): boolean {
    return this.text === text && (this.kind === 'operator' || this.kind === 'keyword');
  }

  /** Goes past this operator or keyword when it is the current token. */
  accept(text: string): boolean {
    if (!this.at(text)) return false;
    this.advance();
    return true;
  }

  expect(text: string): void {
    if (!this.accept(text)) throw this.error();
  }

  /** Steps back to the token that began at `start` (no bracket may lie between). */
  rewind(start: number): void {
    if (this.kind === 'operator') this.#depth -= depthChange(this.text);
    this.end = start;
    this.advance();
  }

  advance(): void {
    this.previousEnd = this.end;
    this.text = '';
    this.#skipBlanks();
    const { source, start } = this;
    if (start >= source.length) {
      this.kind = 'end';
      return;
    }
    const unit = source.charCodeAt(start);
    if (isNameStart(unit)) this.#readWord(unit);
    else if (unit === 0x27 || unit === 0x22) this.#readString(0);
    else if (isDigit(unit) || (unit === 0x2e && isDigit(source.charCodeAt(start + 1))))
      this.#readNumber();
    else if (unit === 0x0a) this.#set('newline', '', start + 1);
    else this.#readOperator();
  }

  #set(kind: TokenKind, text: string, end: number): void {
    this.kind = kind;
    this.text = text;
    this.end = end;
  }

  /** Moves `start` over blanks, comments, joined lines and, inside brackets, line ends. */
  #skipBlanks(): void {
    const { source } = this;
    let index = this.end;
    for (; index < source.length; index += 1) {
      const unit = source.charCodeAt(index);
      if (unit === 0x20 || unit === 0x09 || unit === 0x0c) continue;
      if (unit === 0x0a && this.#depth > 0) continue;
      if (unit === 0x23) index = lineEnd(source, index) - 1;
      else if (unit === 0x5c) index = this.#joinedLine(index);
      else break;
    }
    this.start = index;
    this.end = index;
  }

  #joinedLine(index: number): number {
    if (this.source.charCodeAt(index + 1) !== 0x0a) {
      throw this.error('unexpected character after line continuation character', index);
    }
    if (index + 2 >= this.source.length) throw this.error('unexpected EOF while parsing', index);
    return index + 1;
  }

  #readWord(unit: number): void {
    const prefixLength = stringPrefixLength(this.source, this.start);
    if (prefixLength > 0) {
      this.#readString(prefixLength);
      return;
    }
    asciiName.lastIndex = this.start;
    const word = unit < 0x80 ? (asciiName.exec(this.source)?.[0] ?? '') : '';
    const next = this.source.charCodeAt(this.start + word.length);
    if (word === '' || next >= 0x80) this.#readUnicodeName();
    else this.#set(keywords.has(word) ? 'keyword' : 'name', word, this.start + word.length);
  }

  #readUnicodeName(): void {
    anyName.lastIndex = this.start;
    const word = anyName.exec(this.source)?.[0] ?? '';
    if (!identifier.test(word)) {
      const bad = Array.from(word).find((character) => !/[\p{XIDC}]/u.test(character)) ?? word;
      const code = (bad.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      throw this.error(`invalid character U+${code}`, this.start + word.indexOf(bad));
    }
    this.#set('name', word.normalize('NFKC'), this.start + word.length);
  }

  #readString(prefixLength: number): void {
    const string = readString(this.source, this.start, {
      prefixLength,
      rawLineEnds: this.#rawLineEnds,
    });
    this.string = string;
    this.#set('string', '', string.end);
  }

  #readNumber(): void {
    const { value, end } = readNumber(this.source, this.start);
    this.number = value;
    this.#set('number', '', end);
  }

  #readOperator(): void {
    const { source, start } = this;
    let text = source.charAt(start);
    if (source.startsWith('...', start)) text = '...';
    else if (doubleOperators.has(source.slice(start, start + 2)))
      text = source.slice(start, start + 2);
    else if (!singleOperators.includes(text)) throw this.error('invalid character', start);
    this.#depth += depthChange(text);
    if (this.#depth > maximumDepth) throw this.error('too many nested parentheses', start);
    this.#set('operator', text, start + text.length);
  }
}

function depthChange(operator: string): number {
  if (operator === '(' || operator === '[' || operator === '{') return 1;
  return operator === ')' || operator === ']' || operator === '}' ? -1 : 0;
}

function lineEnd(source: string, index: number): number {
  const end = source.indexOf('\n', index);
  return end < 0 ? source.length : end;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function isNameStart(unit: number): boolean {
  return (
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    unit === 0x5f ||
    unit >= 0x80
  );
}
