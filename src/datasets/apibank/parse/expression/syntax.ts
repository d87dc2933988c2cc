/** What does the reader of Python expressions hand on: nodes for what a literal may hold, one word for the rest. */
import { StacklessError } from '../../python/error.ts';
import type { PyValue } from '../../python/value.ts';

/** The text is no Python expression. */
export class PythonSyntaxError extends StacklessError {
  override readonly name = 'PythonSyntaxError';
  override readonly message: string;
  /** Offset in UTF-16 units into the text that was read. */
  readonly position: number;

  constructor(message: string, position: number) {
    super();
    this.message = message;
    this.position = position;
  }
}

export interface KeywordArgument {
  /** null for `**mapping`. */
  readonly name: string | null;
  readonly value: Node;
}

export interface CallNode {
  readonly kind: 'call';
  readonly callee: Node;
  /** Positional and `*` arguments. */
  readonly positional: number;
  readonly keywords: readonly KeywordArgument[];
  readonly start: number;
  readonly end: number;
}

export type Node =
  | {
      readonly kind: 'constant';
      readonly value: PyValue;
      readonly start: number;
      readonly end: number;
    }
  | { readonly kind: 'name'; readonly name: string; readonly start: number; readonly end: number }
  | {
      readonly kind: 'tuple' | 'list' | 'set';
      readonly items: readonly Node[];
      readonly start: number;
      readonly end: number;
    }
  | {
      readonly kind: 'dict';
      /** A null key stands for `**mapping`. */
      readonly entries: readonly (readonly [Node | null, Node])[];
      readonly start: number;
      readonly end: number;
    }
  | CallNode
  | {
      readonly kind: 'unary';
      readonly operator: string;
      readonly operand: Node;
      readonly start: number;
      readonly end: number;
    }
  | {
      readonly kind: 'binary';
      readonly operator: string;
      readonly left: Node;
      readonly right: Node;
      readonly start: number;
      readonly end: number;
    }
  | { readonly kind: 'starred'; readonly item: Node; readonly start: number; readonly end: number }
  /** Attributes and subscripts (assignable), `name := value`, and everything else that no literal can hold. */
  | { readonly kind: 'member' | 'named' | 'other'; readonly start: number; readonly end: number };
