/** Which parts of an expression bring their own clauses: lambda, yield, comprehension? */
import type { Grammar } from './grammar.ts';
import type { Node } from './syntax.ts';

/** At `lambda`. */
export function parseLambda(grammar: Grammar): Node {
  const { tokens } = grammar;
  const { start } = tokens;
  tokens.expect('lambda');
  parseParameters(grammar);
  tokens.expect(':');
  grammar.expression();
  return { kind: 'other', start, end: tokens.previousEnd };
}

interface ParameterState {
  /** Parameters before the `*`. */
  count: number;
  hasSlash: boolean;
  hasStar: boolean;
  /** A bare `*` wants a name after it. */
  needsName: boolean;
  hasDefault: boolean;
}

function parseParameters(grammar: Grammar): void {
  const { tokens } = grammar;
  const state: ParameterState = {
    count: 0,
    hasSlash: false,
    hasStar: false,
    needsName: false,
    hasDefault: false,
  };
  while (!tokens.at(':')) {
    if (tokens.accept('**')) {
      if (state.needsName) throw tokens.error('named arguments must follow bare *');
      parseName(grammar);
      tokens.accept(',');
      break;
    }
    parseParameter(grammar, state);
    if (!tokens.accept(',')) break;
  }
  if (state.needsName) throw tokens.error('named arguments must follow bare *');
}

function parseParameter(grammar: Grammar, state: ParameterState): void {
  const { tokens } = grammar;
  if (tokens.accept('*')) {
    if (state.hasStar) throw tokens.error();
    state.hasStar = true;
    state.needsName = tokens.kind !== 'name';
    if (!state.needsName) tokens.advance();
    return;
  }
  if (tokens.accept('/')) {
    if (state.hasSlash || state.hasStar || state.count === 0) throw tokens.error();
    state.hasSlash = true;
    return;
  }
  parseName(grammar);
  state.needsName = false;
  if (!state.hasStar) state.count += 1;
  if (tokens.accept('=')) {
    if (!state.hasStar) state.hasDefault = true;
    grammar.expression();
  } else if (state.hasDefault && !state.hasStar) {
    throw tokens.error('non-default argument follows default argument');
  }
}

function parseName(grammar: Grammar): void {
  if (grammar.tokens.kind !== 'name') throw grammar.tokens.error();
  grammar.tokens.advance();
}

/** At `yield`, inside parentheses or braces. */
export function parseYield(grammar: Grammar): Node {
  const { tokens } = grammar;
  const { start } = tokens;
  tokens.expect('yield');
  if (tokens.accept('from')) grammar.expression();
  else {
    while (!tokens.at(')')) {
      if (tokens.accept('*')) grammar.bitwiseOr();
      else grammar.expression();
      if (!tokens.accept(',')) break;
    }
  }
  return { kind: 'other', start, end: tokens.previousEnd };
}

/** Do comprehension clauses begin here? */
export function atClauses(grammar: Grammar): boolean {
  return grammar.tokens.at('for') || grammar.tokens.at('async');
}

/** One or more `for … in … if …`. */
export function parseClauses(grammar: Grammar): void {
  const { tokens } = grammar;
  do {
    tokens.accept('async');
    tokens.expect('for');
    parseTargets(grammar);
    tokens.expect('in');
    grammar.disjunction();
    while (tokens.accept('if')) grammar.disjunction();
  } while (atClauses(grammar));
}

function parseTargets(grammar: Grammar): void {
  const { tokens } = grammar;
  do {
    tokens.accept('*');
    const target = grammar.primary();
    if (!isAssignable(target)) throw tokens.error('cannot assign to this expression');
  } while (tokens.accept(',') && !tokens.at('in'));
}

function isAssignable(node: Node): boolean {
  if (node.kind === 'name' || node.kind === 'member') return true;
  if (node.kind === 'starred') return node.item.kind !== 'starred' && isAssignable(node.item);
  return (node.kind === 'tuple' || node.kind === 'list') && node.items.every(isAssignable);
}
