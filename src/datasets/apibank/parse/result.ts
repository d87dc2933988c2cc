/** What comes out of reading an answer? */
import type { PyDict } from '../python/value.ts';

export type ParsePolicy = 'last' | 'strict' | 'upstream';

export type ParseErrorKind =
  | 'no_call'
  | 'syntax'
  | 'not_keyword_only'
  | 'star_kwargs'
  | 'unsupported_expression'
  | 'unparsable'
  | 'multiple_calls'
  | 'positional_args'
  | 'truncated'
  | 'empty';

/** What stood around the call and was passed over. */
export type Repair = 'reasoning' | 'code-fence' | 'surrounding-text' | 'other-calls';

export interface ParsedCall {
  readonly ok: true;
  readonly name: string;
  /** In the order written; a name given twice has its last value. */
  readonly arguments: PyDict;
  /** The call as it is submitted. */
  readonly callText: string;
  readonly repairs: readonly Repair[];
}

export interface ParseFailure {
  readonly ok: false;
  readonly kind: ParseErrorKind;
  /** `<ErrorClass>: <text>` for the policy `last`, a sentence otherwise. */
  readonly error: string;
  /** What is probably meant, or where it breaks. */
  readonly hint?: string;
  readonly callText: string;
  readonly repairs: readonly Repair[];
}

export type ParseResult = ParsedCall | ParseFailure;
