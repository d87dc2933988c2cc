/** What may a method learn from a wrong answer? Stage, kind and argument names; never a reference value or API name. */

import { pyEquals } from '../python/equality.ts';
import { PyDict, type PyValue } from '../python/value.ts';
import type { GivenArguments } from './prepare.ts';
import type { Stage } from './verdict.ts';

export interface FeedbackFacts {
  readonly stage: Stage;
  readonly errorKind: string | null;
  readonly correct: boolean | null;
  /** Name in the answer; null when no call could be read. */
  readonly apiName: string | null;
  readonly given: GivenArguments;
  readonly gold: GivenArguments;
  /** Results as the API reported them, where the call came that far. */
  readonly result: PyValue;
  readonly goldResult: PyValue;
}

const PARSE_PROBLEMS: { readonly [kind: string]: string } = {
  no_call: 'the answer holds no complete call in square brackets',
  syntax: 'the call is not well-formed: check quotes, commas and brackets',
  not_keyword_only:
    'every argument must be given by name, and the brackets must hold one call only',
  star_kwargs: 'arguments must be written out one by one',
  unsupported_expression: 'an argument is an expression; only plain values can be given',
};

export function feedbackOf(facts: FeedbackFacts): string {
  if (facts.correct === true) return 'Correct.';
  const { stage, errorKind, apiName } = facts;
  const named = apiName ?? 'the call';
  if (stage === 'parse') {
    const problem =
      PARSE_PROBLEMS[errorKind ?? ''] ?? `the answer could not be read (${errorKind ?? ''})`;
    return `Stage parse: ${problem}.`;
  }
  if (stage === 'api_name') {
    return `Stage api_name: ${named} is the wrong API for this step of the dialogue.`;
  }
  if (facts.correct === null) {
    return `Stage score: the result of ${named} could not be decided.`;
  }
  return `Stage score: ${scoreProblem(facts, named)}.`;
}

function scoreProblem(facts: FeedbackFacts, named: string): string {
  const differences = argumentDifferences(facts);
  switch (facts.errorKind) {
    case 'invalid_parameter_name':
      return `${named} was called with unknown parameters (${differences})`;
    case 'missing_argument':
      return `${named} was called without required parameters (${differences})`;
    case 'type_coercion':
      return `an argument of ${named} has the wrong type (${differences})`;
    case 'search_mismatch':
      return `the keywords of ${named} do not find the API that is needed`;
    case 'hang':
    case 'call_exception':
    case 'check_exception':
      return `${named} could not be carried out with these arguments (${differences})`;
    default:
      return `${named} gave another result than expected (${differences})`;
  }
}

function argumentDifferences({ given, gold, result, goldResult }: FeedbackFacts): string {
  const unknown = [...given.keys()].filter((name) => !gold.has(name));
  const missing = [...gold.keys()].filter((name) => !given.has(name));
  const echoed = inputOf(result);
  const expected = inputOf(goldResult);
  const different = [...given.keys()].filter((name) => {
    const reference = gold.get(name);
    if (reference === undefined) return false;
    if (same(given.get(name), reference)) return false;
    // A number given as text counts as the number when the API reads it so.
    return !same(echoed.get(name), expected.get(name) ?? reference);
  });
  const parts = [
    unknown.length > 0 ? `not in the reference call: ${unknown.join(', ')}` : '',
    missing.length > 0 ? `missing: ${missing.join(', ')}` : '',
    different.length > 0 ? `values differ from the reference: ${different.join(', ')}` : '',
  ].filter((part) => part !== '');
  return parts.length > 0 ? parts.join('; ') : 'all arguments equal the reference';
}

function inputOf(record: PyValue): ReadonlyMap<string, PyValue> {
  const input = record instanceof PyDict ? record.get('input') : undefined;
  if (!(input instanceof PyDict)) return new Map();
  return new Map(
    [...input.entries()].filter(
      (entry): entry is [string, PyValue] => typeof entry[0] === 'string',
    ),
  );
}

function same(left: PyValue | undefined, right: PyValue | undefined): boolean {
  return left !== undefined && right !== undefined && pyEquals(left, right);
}
