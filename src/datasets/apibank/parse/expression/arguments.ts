/** What stands between the parentheses of a call, and the brackets of a subscript? */
import type { Grammar } from './grammar.ts';
import { atClauses, parseClauses } from './lambda.ts';
import type { CallNode, KeywordArgument, Node } from './syntax.ts';

/** At `(`; reads up to and with the `)`. */
export function parseArguments(grammar: Grammar, callee: Node): CallNode {
  const { tokens } = grammar;
  tokens.expect('(');
  const state: ArgumentState = { positional: 0, keywords: [], hasMapping: false };
  while (!tokens.at(')')) {
    const isGenerator = parseArgument(grammar, state);
    if (isGenerator && !(state.positional === 1 && state.keywords.length === 0 && tokens.at(')'))) {
      throw tokens.error('Generator expression must be parenthesized');
    }
    if (!tokens.accept(',')) break;
  }
  tokens.expect(')');
  const { positional, keywords } = state;
  return {
    kind: 'call',
    callee,
    positional,
    keywords,
    start: callee.start,
    end: tokens.previousEnd,
  };
}

interface ArgumentState {
  positional: number;
  keywords: KeywordArgument[];
  hasMapping: boolean;
}

/** True when the argument is a generator expression without parentheses of its own. */
function parseArgument(grammar: Grammar, state: ArgumentState): boolean {
  const { tokens } = grammar;
  if (tokens.accept('**')) {
    state.keywords.push({ name: null, value: grammar.expression() });
    state.hasMapping = true;
    return false;
  }
  if (tokens.accept('*')) {
    if (state.hasMapping) {
      throw tokens.error('iterable argument unpacking follows keyword argument unpacking');
    }
    grammar.expression();
    state.positional += 1;
    return false;
  }
  const name = acceptKeyword(grammar);
  if (name !== null) {
    state.keywords.push({ name, value: grammar.expression() });
    return false;
  }
  if (state.keywords.length > 0) throw tokens.error('positional argument follows keyword argument');
  grammar.namedExpression();
  state.positional += 1;
  if (!atClauses(grammar)) return false;
  parseClauses(grammar);
  return true;
}

/** The name of `name=`, or null with nothing read. */
function acceptKeyword(grammar: Grammar): string | null {
  const { tokens } = grammar;
  if (tokens.kind !== 'name') return null;
  const { start, text } = tokens;
  tokens.advance();
  if (tokens.accept('=')) return text;
  tokens.rewind(start);
  return null;
}

/** After `[`; reads up to and with the `]`. */
export function parseSubscript(grammar: Grammar): void {
  const { tokens } = grammar;
  do {
    if (tokens.accept('*')) grammar.bitwiseOr();
    else parseSlice(grammar);
  } while (tokens.accept(',') && !tokens.at(']'));
  tokens.expect(']');
}

function parseSlice(grammar: Grammar): void {
  const { tokens } = grammar;
  if (!tokens.at(':')) {
    const first = grammar.namedExpression();
    if (!tokens.at(':')) return;
    if (first.kind === 'named') throw tokens.error();
  }
  tokens.expect(':');
  const atEnd = (): boolean => tokens.at(']') || tokens.at(',');
  if (!atEnd() && !tokens.at(':')) grammar.expression();
  if (tokens.accept(':') && !atEnd()) grammar.expression();
}
