/** Is this text a Python expression, and which? The grammar of CPython 3.11 from conditionals down to calls. */
import { parseArguments, parseSubscript } from './arguments.ts';
import { parseAtom } from './atoms.ts';
import type { Grammar } from './grammar.ts';
import { parseLambda, parseYield } from './lambda.ts';
import type { Node } from './syntax.ts';
import { Tokens } from './tokens.ts';

/** Nesting of expressions after which reading stops; CPython gives up in the thousands. */
const maximumNesting = 700;

const inversion = 3;
const comparison = 4;
const bitwise = 5;
const precedences: ReadonlyMap<string, number> = new Map([
  ['or', 1],
  ['and', 2],
  ...['==', '!=', '<', '>', '<=', '>=', 'in', 'is', 'not'].map(
    (text) => [text, comparison] as const,
  ),
  ['|', bitwise],
  ['^', 6],
  ['&', 7],
  ['<<', 8],
  ['>>', 8],
  ['+', 9],
  ['-', 9],
  ...['*', '/', '//', '%', '@'].map((text) => [text, 10] as const),
]);
const factor = 11;

/**
 * Reads a whole text as `eval` input; with `rawLineEnds` a one-line string may hold line ends, which Python forbids.
 *
 * @throws PythonSyntaxError
 */
export function parseExpression(source: string, options: { rawLineEnds?: boolean } = {}): Node {
  const reader = new ExpressionReader(new Tokens(source, options.rawLineEnds ?? false), 0);
  const node = reader.expressions();
  const { tokens } = reader;
  while (tokens.kind === 'newline') tokens.advance();
  // White space that ends the text on a line of its own is an indented line to CPython.
  if (tokens.kind !== 'end' || /\n[ \t]+$/.test(tokens.source.slice(tokens.previousEnd - 1))) {
    throw tokens.error();
  }
  return node;
}

class ExpressionReader implements Grammar {
  readonly tokens: Tokens;
  #nesting: number;

  constructor(tokens: Tokens, nesting: number) {
    this.tokens = tokens;
    this.#nesting = nesting;
  }

  /** One expression, or a tuple without parentheses. */
  expressions(): Node {
    const { start } = this.tokens;
    const first = this.expression();
    if (!this.tokens.at(',')) return first;
    const items = [first];
    while (this.tokens.accept(',') && startsExpression(this.tokens)) items.push(this.expression());
    return { kind: 'tuple', items, start, end: this.tokens.previousEnd };
  }

  expression(): Node {
    this.#nesting += 1;
    if (this.#nesting > maximumNesting) throw this.tokens.error('too deeply nested');
    const node = this.tokens.at('lambda') ? parseLambda(this) : this.#conditional();
    this.#nesting -= 1;
    return node;
  }

  namedExpression(): Node {
    const { tokens } = this;
    const { start } = tokens;
    if (tokens.kind === 'name') {
      tokens.advance();
      if (tokens.accept(':=')) {
        this.expression();
        return { kind: 'named', start, end: tokens.previousEnd };
      }
      tokens.rewind(start);
    }
    return this.expression();
  }

  disjunction(): Node {
    return this.#binary(1);
  }

  bitwiseOr(): Node {
    return this.#binary(bitwise);
  }

  primary(): Node {
    const { tokens } = this;
    let node = parseAtom(this);
    for (;;) {
      const { start } = node;
      if (tokens.accept('.')) {
        if (tokens.kind !== 'name') throw tokens.error();
        tokens.advance();
        node = { kind: 'member', start, end: tokens.previousEnd };
      } else if (tokens.at('(')) node = parseArguments(this, node);
      else if (tokens.accept('[')) {
        parseSubscript(this);
        node = { kind: 'member', start, end: tokens.previousEnd };
      } else return node;
    }
  }

  embedded(source: string): void {
    const reader = new ExpressionReader(new Tokens(`(${source})`, false), this.#nesting + 1);
    const { tokens } = reader;
    tokens.expect('(');
    if (tokens.at('yield')) parseYield(reader);
    else reader.#starExpressions();
    tokens.expect(')');
    if (tokens.kind !== 'end') throw tokens.error();
  }

  #starExpressions(): void {
    do {
      if (this.tokens.accept('*')) this.bitwiseOr();
      else this.namedExpression();
    } while (this.tokens.accept(',') && !this.tokens.at(')'));
  }

  #conditional(): Node {
    const { tokens } = this;
    const { start } = tokens;
    const node = this.disjunction();
    if (!tokens.accept('if')) return node;
    this.disjunction();
    tokens.expect('else');
    this.expression();
    return { kind: 'other', start, end: tokens.previousEnd };
  }

  /** Operators of at least this precedence, by precedence climbing. */
  #binary(minimum: number): Node {
    const { tokens } = this;
    let left = this.#prefixed(minimum);
    for (;;) {
      if (tokens.kind !== 'operator' && tokens.kind !== 'keyword') return left;
      const operator = tokens.text;
      const precedence = precedences.get(operator);
      if (precedence === undefined || precedence < minimum) return left;
      tokens.advance();
      if (operator === 'not') tokens.expect('in');
      else if (operator === 'is') tokens.accept('not');
      const right = this.#binary(precedence + 1);
      left = { kind: 'binary', operator, left, right, start: left.start, end: right.end };
    }
  }

  /** `not`, sign and complement prefixes before a power. Loops, so that a long row of signs needs no stack. */
  #prefixed(minimum: number): Node {
    const { tokens } = this;
    const { start } = tokens;
    let hasNot = false;
    while (minimum <= inversion && tokens.accept('not')) hasNot = true;
    if (hasNot) {
      const end = this.#binary(comparison).end;
      return { kind: 'other', start, end };
    }
    const signs: { readonly operator: string; readonly start: number }[] = [];
    while (tokens.at('-') || tokens.at('+') || tokens.at('~')) {
      signs.push({ operator: tokens.text, start: tokens.start });
      tokens.advance();
    }
    let node = this.#power();
    for (const sign of signs.reverse()) {
      node = {
        kind: 'unary',
        operator: sign.operator,
        operand: node,
        start: sign.start,
        end: node.end,
      };
    }
    return node;
  }

  #power(): Node {
    const { tokens } = this;
    const { start } = tokens;
    const isAwait = tokens.accept('await');
    const base = this.primary();
    if (tokens.accept('**')) {
      this.#nesting += 1;
      if (this.#nesting > maximumNesting) throw tokens.error('too deeply nested');
      this.#binary(factor);
      this.#nesting -= 1;
    } else if (!isAwait) return base;
    return { kind: 'other', start, end: tokens.previousEnd };
  }
}

/** Can an expression begin with the current token? Decides after a comma that may be the last one. */
function startsExpression(tokens: Tokens): boolean {
  return tokens.kind !== 'end' && tokens.kind !== 'newline';
}
