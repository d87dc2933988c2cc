/** Is the body of an f-string well-formed? Its value never matters: no literal may hold one. Rules of CPython 3.11. */
import type { Grammar } from './grammar.ts';
import { type StringToken, unescapeText } from './strings.ts';

const fieldEnds = '!:=<>}';
const comparisons: readonly string[] = ['!=', '==', '<=', '>='];
const bracketPairs: readonly string[] = ['()', '[]', '{}'];

type FormattedToken = Extract<StringToken, { kind: 'formatted' }>;

/** @throws PythonSyntaxError */
export function checkFormatted(grammar: Grammar, token: FormattedToken): void {
  const checker = new FormattedChecker(grammar, token);
  checker.checkText(0);
  checker.checkEnd();
}

class FormattedChecker {
  readonly #grammar: Grammar;
  readonly #body: string;
  readonly #raw: boolean;
  #index = 0;

  constructor(grammar: Grammar, token: FormattedToken) {
    this.#grammar = grammar;
    this.#body = token.body;
    this.#raw = token.raw;
  }

  checkEnd(): void {
    if (this.#index < this.#body.length) throw this.#error("single '}' is not allowed");
  }

  /** Literal text and replacement fields up to the end, or in a format specification to its closing brace. */
  checkText(level: number): void {
    for (;;) {
      this.#checkLiteral(level);
      if (this.#body.charAt(this.#index) !== '{') return;
      if (level >= 2) throw this.#error('expressions nested too deeply');
      this.#index += 1;
      this.#checkField(level);
    }
  }

  #checkLiteral(level: number): void {
    const start = this.#index;
    let literal = '';
    let from = start;
    for (; this.#index < this.#body.length; this.#index += 1) {
      const character = this.#body.charAt(this.#index);
      if (character === '\\' && !this.#raw) this.#skipEscape();
      else if (character === '{' || character === '}') {
        if (level > 0 || this.#body.charAt(this.#index + 1) !== character) break;
        this.#index += 1;
        literal += this.#body.slice(from, this.#index);
        from = this.#index + 1;
      }
    }
    literal += this.#body.slice(from, this.#index);
    if (!this.#raw) unescapeText(literal, 0);
  }

  /** Leaves the index on the last character of what belongs to the backslash. A brace after it keeps its meaning. */
  #skipEscape(): void {
    const next = this.#body.charAt(this.#index + 1);
    if (next === '{' || next === '}') return;
    this.#index += 1;
    if (next !== 'N' || this.#body.charAt(this.#index + 1) !== '{') return;
    const close = this.#body.indexOf('}', this.#index);
    this.#index = close < 0 ? this.#body.length : close;
  }

  #checkField(level: number): void {
    const start = this.#index;
    this.#index = this.#findFieldEnd();
    const expression = this.#body.slice(start, this.#index);
    if (/^[ \t\n\r\f\v]*$/.test(expression)) throw this.#error('empty expression not allowed');
    this.#grammar.embedded(expression);
    if (this.#accept('=')) {
      while (/^[ \t\n\r\f\v]$/.test(this.#body.charAt(this.#index))) this.#index += 1;
    }
    if (this.#accept('!')) {
      if (!/^[sra]$/.test(this.#body.charAt(this.#index)))
        throw this.#error('invalid conversion character');
      this.#index += 1;
    }
    if (this.#accept(':')) this.checkText(level + 1);
    if (!this.#accept('}')) throw this.#error("expecting '}'");
  }

  /** Index of the `}`, `!`, `:` or `=` that ends the expression, outside its own quotes and brackets. */
  #findFieldEnd(): number {
    const body = this.#body;
    const open: string[] = [];
    let index = this.#index;
    for (; index < body.length; index += 1) {
      const character = body.charAt(index);
      if (character === '\\') throw this.#error('expression part cannot include a backslash');
      if (character === '#') throw this.#error("expression part cannot include '#'");
      if (character === "'" || character === '"') index = this.#skipQuoted(index);
      else if (open.length > 0 || !fieldEnds.includes(character))
        this.#trackBracket(open, character);
      else {
        const length = comparisonLength(body, index);
        if (length === 0) break;
        index += length - 1;
      }
    }
    return index;
  }

  /** Index of the last unit of the quoted text that begins at `start`. */
  #skipQuoted(start: number): number {
    const character = this.#body.charAt(start);
    const isTriple = this.#body.startsWith(character.repeat(3), start);
    const quote = isTriple ? character.repeat(3) : character;
    const close = this.#body.indexOf(quote, start + quote.length);
    if (close < 0) throw this.#error('unterminated string');
    if (this.#body.slice(start, close).includes('\\')) {
      throw this.#error('expression part cannot include a backslash');
    }
    return close + quote.length - 1;
  }

  #trackBracket(open: string[], character: string): void {
    if ('([{'.includes(character)) open.push(character);
    else if (
      ')]}'.includes(character) &&
      !bracketPairs.includes(`${open.pop() ?? ''}${character}`)
    ) {
      throw this.#error('unmatched bracket');
    }
  }

  #accept(character: string): boolean {
    if (this.#body.charAt(this.#index) !== character) return false;
    this.#index += 1;
    return true;
  }

  #error(message: string): Error {
    return this.#grammar.tokens.error(`f-string: ${message}`);
  }
}

/** Length of the comparison operator at `index`; 0 when the character there ends the expression. */
function comparisonLength(body: string, index: number): number {
  if (comparisons.includes(body.slice(index, index + 2))) return 2;
  return body.charAt(index) === '<' || body.charAt(index) === '>' ? 1 : 0;
}
