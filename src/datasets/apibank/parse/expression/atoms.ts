/** What are the smallest expressions: names, constants, strings, and everything in brackets? */
import { PyBytes, PyEllipsis, type PyValue } from '../../python/value.ts';
import { checkFormatted } from './formatted.ts';
import type { Grammar } from './grammar.ts';
import { atClauses, parseClauses, parseYield } from './lambda.ts';
import type { Node } from './syntax.ts';

export function parseAtom(grammar: Grammar): Node {
  const { tokens } = grammar;
  const { start, kind, text } = tokens;
  if (kind === 'string') return parseStrings(grammar);
  if (kind === 'number') {
    const value = tokens.number;
    tokens.advance();
    return { kind: 'constant', value, start, end: tokens.previousEnd };
  }
  if (kind === 'name') {
    tokens.advance();
    return { kind: 'name', name: text, start, end: tokens.previousEnd };
  }
  if (tokens.accept('[')) return parseList(grammar, start);
  if (tokens.accept('(')) return parseGroup(grammar, start);
  if (tokens.accept('{')) return parseBraces(grammar, start);
  const value = constantOf(kind === 'keyword' || kind === 'operator' ? text : '');
  if (value === undefined) throw tokens.error();
  tokens.advance();
  return { kind: 'constant', value, start, end: tokens.previousEnd };
}

function constantOf(text: string): PyValue | undefined {
  switch (text) {
    case 'True':
      return true;
    case 'False':
      return false;
    case 'None':
      return null;
    case '...':
      return new PyEllipsis();
    default:
      return undefined;
  }
}

/** Neighbouring string literals are one string. */
function parseStrings(grammar: Grammar): Node {
  const { tokens } = grammar;
  const { start } = tokens;
  const texts: string[] = [];
  const bytes: Uint8Array[] = [];
  let isFormatted = false;
  let count = 0;
  for (; tokens.kind === 'string' && tokens.string !== null; count += 1) {
    const { string } = tokens;
    if (string.kind === 'bytes') bytes.push(string.value.data);
    else if (string.kind === 'text') texts.push(string.value);
    else {
      isFormatted = true;
      checkFormatted(grammar, string);
    }
    tokens.advance();
  }
  if (bytes.length > 0 && bytes.length < count) {
    throw tokens.error('cannot mix bytes and nonbytes literals', start);
  }
  const end = tokens.previousEnd;
  if (isFormatted) return { kind: 'other', start, end };
  if (bytes.length > 0)
    return { kind: 'constant', value: new PyBytes(Buffer.concat(bytes)), start, end };
  return {
    kind: 'constant',
    value: texts.length === 1 ? (texts[0] as string) : texts.join(''),
    start,
    end,
  };
}

/** `*iterable` or a named expression. */
function parseItem(grammar: Grammar): Node {
  const { tokens } = grammar;
  const { start } = tokens;
  if (!tokens.accept('*')) return grammar.namedExpression();
  const item = grammar.bitwiseOr();
  return { kind: 'starred', item, start, end: tokens.previousEnd };
}

/** Comma-separated items up to the closing bracket, the first one given. */
function parseItems(grammar: Grammar, first: Node, closing: string): Node[] {
  const { tokens } = grammar;
  const items = [first];
  while (tokens.accept(',') && !tokens.at(closing)) items.push(parseItem(grammar));
  tokens.expect(closing);
  return items;
}

/** Clauses and the closing bracket after a comprehension's element. */
function parseComprehension(grammar: Grammar, element: Node, closing: string): Node {
  const { tokens } = grammar;
  if (element.kind === 'starred') {
    throw tokens.error('iterable unpacking cannot be used in comprehension');
  }
  parseClauses(grammar);
  tokens.expect(closing);
  return { kind: 'other', start: element.start, end: tokens.previousEnd };
}

function parseList(grammar: Grammar, start: number): Node {
  const { tokens } = grammar;
  if (tokens.accept(']')) return { kind: 'list', items: [], start, end: tokens.previousEnd };
  const first = parseItem(grammar);
  if (atClauses(grammar)) return parseComprehension(grammar, first, ']');
  const items = parseItems(grammar, first, ']');
  return { kind: 'list', items, start, end: tokens.previousEnd };
}

function parseGroup(grammar: Grammar, start: number): Node {
  const { tokens } = grammar;
  if (tokens.accept(')')) return { kind: 'tuple', items: [], start, end: tokens.previousEnd };
  if (tokens.at('yield')) {
    parseYield(grammar);
    tokens.expect(')');
    return { kind: 'other', start, end: tokens.previousEnd };
  }
  const first = parseItem(grammar);
  if (atClauses(grammar)) return parseComprehension(grammar, first, ')');
  if (!tokens.at(',')) {
    if (first.kind === 'starred') throw tokens.error('cannot use starred expression here', start);
    tokens.expect(')');
    return first.kind === 'named' ? { ...first, kind: 'other' } : first;
  }
  const items = parseItems(grammar, first, ')');
  return { kind: 'tuple', items, start, end: tokens.previousEnd };
}

function parseBraces(grammar: Grammar, start: number): Node {
  const { tokens } = grammar;
  if (tokens.accept('}')) return { kind: 'dict', entries: [], start, end: tokens.previousEnd };
  if (tokens.at('**')) return parseDict(grammar, start, []);
  const first = parseItem(grammar);
  if (tokens.at(':') && first.kind !== 'starred' && first.kind !== 'named') {
    tokens.advance();
    const entry = [first, grammar.expression()] as const;
    if (atClauses(grammar)) return parseComprehension(grammar, first, '}');
    if (!tokens.at('}')) tokens.expect(',');
    return parseDict(grammar, start, [entry]);
  }
  if (atClauses(grammar)) return parseComprehension(grammar, first, '}');
  const items = parseItems(grammar, first, '}');
  return { kind: 'set', items, start, end: tokens.previousEnd };
}

/** Entries up to the closing brace, after those already read. */
function parseDict(
  grammar: Grammar,
  start: number,
  entries: (readonly [Node | null, Node])[],
): Node {
  const { tokens } = grammar;
  while (!tokens.at('}')) {
    if (tokens.accept('**')) entries.push([null, grammar.bitwiseOr()]);
    else {
      const key = grammar.expression();
      tokens.expect(':');
      entries.push([key, grammar.expression()]);
    }
    if (!tokens.accept(',')) break;
  }
  tokens.expect('}');
  return { kind: 'dict', entries, start, end: tokens.previousEnd };
}
