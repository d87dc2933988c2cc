/** Which tokens stand on each logical line of a Python source file? Nothing is executed. */
import { PrerequisiteError } from '../../../../core/errors.ts';
import { unescapeText } from '../../parse/expression/strings.ts';
import { PythonSyntaxError } from '../../parse/expression/syntax.ts';

export interface PythonToken {
  readonly kind: 'name' | 'number' | 'string' | 'formatted-string' | 'operator';
  /** The decoded value of a string, the source text of everything else. */
  readonly text: string;
  readonly line: number;
}

/** Statements may span lines inside brackets; a logical line is one whole statement or block header. */
export interface LogicalLine {
  /** Columns before the first token, a tab reaching the next multiple of eight. */
  readonly indent: number;
  readonly line: number;
  readonly tokens: readonly PythonToken[];
}

interface Cursor {
  readonly source: string;
  readonly file: string;
  offset: number;
  line: number;
  depth: number;
}

const NAME = /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{N}\p{M}_]*/uy;
const NUMBER = /(?:\d[\d_]*)?\.?\d[\d_]*(?:[eE][+-]?\d+)?|\d[\d_]*\./y;
const STRING_START = /([rRuUbBfF]{0,2})('''|"""|'|")/y;
const BLANK = /[ \t\f]+/y;
const COMMENT = /#[^\n]*/y;
const OPERATORS = ['**', '->', '//', ':=', '==', '!=', '<=', '>=', '<<', '>>', '...'];

export function pythonError(file: string, line: number, problem: string): PrerequisiteError {
  return new PrerequisiteError(`${file}:${line}: ${problem}`, {
    hints: ['the file is read as upstream publishes it; check out api-bank again'],
  });
}

/** @throws PrerequisiteError naming file and line when a string or bracket is never closed. */
export function readLogicalLines(source: string, file: string): LogicalLine[] {
  const cursor: Cursor = {
    source: source.replace(/^\uFEFF/u, '').replaceAll(/\r\n?/gu, '\n'),
    file,
    offset: 0,
    line: 1,
    depth: 0,
  };
  const lines: LogicalLine[] = [];
  while (cursor.offset < cursor.source.length) {
    const indent = readIndent(cursor);
    const line = cursor.line;
    const tokens = readStatement(cursor);
    if (tokens.length > 0) lines.push({ indent, line, tokens });
  }
  return lines;
}

function readIndent(cursor: Cursor): number {
  let column = 0;
  for (; ; cursor.offset += 1) {
    const character = cursor.source[cursor.offset];
    if (character === ' ') column += 1;
    else if (character === '\t') column += 8 - (column % 8);
    else if (character !== '\f') return column;
  }
}

function readStatement(cursor: Cursor): PythonToken[] {
  const tokens: PythonToken[] = [];
  const opened = cursor.line;
  while (cursor.offset < cursor.source.length) {
    if (cursor.source[cursor.offset] === '\n') {
      advance(cursor, 1);
      if (cursor.depth <= 0) return tokens;
    } else if (!skipBlank(cursor)) {
      tokens.push(readToken(cursor));
    }
  }
  if (cursor.depth > 0) throw pythonError(cursor.file, opened, 'a bracket is never closed');
  return tokens;
}

/** Skips white space, a comment or a joined line end; false when something else stands here. */
function skipBlank(cursor: Cursor): boolean {
  if (match(cursor, BLANK) !== null || match(cursor, COMMENT) !== null) return true;
  if (!cursor.source.startsWith('\\\n', cursor.offset)) return false;
  advance(cursor, 2);
  return true;
}

function readToken(cursor: Cursor): PythonToken {
  const { line } = cursor;
  const string = readString(cursor);
  if (string !== null) return string;
  const name = match(cursor, NAME);
  if (name !== null) return { kind: 'name', text: name, line };
  const number = match(cursor, NUMBER);
  if (number !== null) return { kind: 'number', text: number, line };
  const { source, offset } = cursor;
  const operator =
    OPERATORS.find((candidate) => source.startsWith(candidate, offset)) ??
    String.fromCodePoint(source.codePointAt(offset) ?? 0);
  if ('([{'.includes(operator)) cursor.depth += 1;
  if (')]}'.includes(operator)) cursor.depth -= 1;
  cursor.offset += operator.length;
  return { kind: 'operator', text: operator, line };
}

function readString(cursor: Cursor): PythonToken | null {
  const { line } = cursor;
  STRING_START.lastIndex = cursor.offset;
  const start = STRING_START.exec(cursor.source);
  if (start === null) return null;
  const [whole, prefix = '', quote = "'"] = start;
  const bodyStart = cursor.offset + whole.length;
  const bodyEnd = closingQuote(cursor, bodyStart, quote);
  const body = cursor.source.slice(bodyStart, bodyEnd);
  advance(cursor, bodyEnd + quote.length - cursor.offset);
  const letters = prefix.toLowerCase();
  if (letters.includes('f')) return { kind: 'formatted-string', text: body, line };
  const text = letters.includes('r') ? body : unescaped(body, cursor.file, line);
  return { kind: 'string', text, line };
}

function unescaped(body: string, file: string, line: number): string {
  try {
    return unescapeText(body, 0);
  } catch (error) {
    if (error instanceof PythonSyntaxError) throw pythonError(file, line, error.message);
    throw error;
  }
}

function closingQuote(cursor: Cursor, from: number, quote: string): number {
  const { source } = cursor;
  for (let offset = from; offset < source.length; offset += 1) {
    const character = source[offset];
    if (character === '\\') offset += 1;
    else if (source.startsWith(quote, offset)) return offset;
    else if (character === '\n' && quote.length === 1) break;
  }
  throw pythonError(cursor.file, cursor.line, 'a string is never closed');
}

function advance(cursor: Cursor, count: number): void {
  const passed = cursor.source.slice(cursor.offset, cursor.offset + count);
  cursor.line += passed.split('\n').length - 1;
  cursor.offset += count;
}

function match(cursor: Cursor, pattern: RegExp): string | null {
  pattern.lastIndex = cursor.offset;
  const found = pattern.exec(cursor.source)?.[0] ?? null;
  if (found !== null) cursor.offset += found.length;
  return found;
}
