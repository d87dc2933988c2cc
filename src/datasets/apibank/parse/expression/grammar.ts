/** What do the parts of the expression reader ask of each other? */
import type { Node } from './syntax.ts';
import type { Tokens } from './tokens.ts';

/** The expression levels that containers, arguments and clauses are made of. */
export interface Grammar {
  readonly tokens: Tokens;
  /** `expression`: conditional, lambda and everything below. */
  expression(): Node;
  /** `expression` or `name := expression`. */
  namedExpression(): Node;
  /** A condition-free expression, as after `in` of a comprehension. */
  disjunction(): Node;
  /** The operand of `*` in displays and of `**` in dictionaries. */
  bitwiseOr(): Node;
  /** Name, attribute, subscript or call: what can stand as a comprehension's target. */
  primary(): Node;
  /** The inside of an f-string's braces. */
  embedded(source: string): void;
}
