/** When does a result agree with the recorded one? The few ways in which the APIs compare. */
import { pyEquals } from '../python/equality.ts';
import { PyError } from '../python/error.ts';
import { PyExceptionObject, type PyValue } from '../python/value.ts';
import { lower, subscript, textFor } from './operations.ts';

export type Check = (result: PyValue, gold: PyValue) => boolean;

/** A normalised argument; an error object equals nothing, not even another with the same text. */
export type Normalized = PyValue | PyError;

export const sameInput: Check = sameField('input');
export const sameOutput: Check = sameField('output');
export const sameException: Check = sameField('exception');

/** Input, output and exception all equal. */
export const exact: Check = allOf(sameInput, sameOutput, sameException);

/** `exact`, but only between results of the same API. */
export const exactNamed: Check = allOf(sameName, exact);

/** One field of the result record. */
export function field(record: PyValue, name: string): PyValue {
  return subscript(record, name);
}

/** One argument as the record echoes it. */
export function argument(record: PyValue, name: string): PyValue {
  return subscript(subscript(record, 'input'), name);
}

/** All checks in turn, until one says no. */
export function allOf(...checks: readonly Check[]): Check {
  return (result, gold) => checks.every((check) => check(result, gold));
}

/** @throws PyError AssertionError when the records come from different APIs. */
export function sameName(result: PyValue, gold: PyValue): boolean {
  if (!pyEquals(field(result, 'api_name'), field(gold, 'api_name'))) {
    throw new PyError('AssertionError', 'The API name is not correct.');
  }
  return true;
}

/** These arguments are equal as they are. */
export function sameArguments(...names: readonly string[]): Check {
  return (result, gold) =>
    names.every((name) => pyEquals(argument(result, name), argument(gold, name)));
}

type Rules = Readonly<Record<string, (value: PyValue) => Normalized>>;

/** These arguments are equal after normalising; all are normalised, the result's first, before any is compared. */
export function sameNormalized(rules: Rules): Check {
  const entries = Object.entries(rules);
  const normalized = (record: PyValue): Normalized[] =>
    entries.map(([name, rule]) => rule(argument(record, name)));
  return (result, gold) => {
    const left = normalized(result);
    const right = normalized(gold);
    return left.every((value, index) => equalNormalized(value, right[index] as Normalized));
  };
}

/** The same, but normalised field by field; which error comes first depends on it. */
export function sameNormalizedByField(rules: Rules): Check {
  const entries = Object.entries(rules);
  return (result, gold) =>
    entries
      .map(([name, rule]) => [rule(argument(result, name)), rule(argument(gold, name))] as const)
      .every(([left, right]) => equalNormalized(left, right));
}

function equalNormalized(left: Normalized, right: Normalized): boolean {
  return !(left instanceof PyError) && !(right instanceof PyError) && pyEquals(left, right);
}

/** More than half of the words in either text stand in both. */
export function similarWords(name: string): Check {
  return (result, gold) =>
    wordOverlap(words(argument(result, name)), words(argument(gold, name))) > 0.5;
}

/** The same in lower case. */
export function similarLowerWords(name: string): Check {
  return (result, gold) =>
    wordOverlap(words(lower(argument(result, name))), words(lower(argument(gold, name)))) > 0.5;
}

/** No: the API answered although the recorded call failed. */
export function notAnsweredWhereGoldFailed(result: PyValue, gold: PyValue): boolean {
  return field(gold, 'output') !== null || field(result, 'output') === null;
}

/** Two successful deletions agree when their `time` does; everything else compares outcome only. */
export function sameDeletion(result: PyValue, gold: PyValue): boolean {
  if (field(result, 'output') === 'success' && field(gold, 'output') === 'success') {
    return sameArguments('time')(result, gold);
  }
  return sameOutput(result, gold) && sameException(result, gold);
}

function sameField(name: string): Check {
  return (result, gold) => {
    const value = field(result, name);
    // Comparisons see deep copies, and the copy of an exception equals nothing.
    return !(value instanceof PyExceptionObject) && pyEquals(value, field(gold, name));
  };
}

function words(value: PyValue): ReadonlySet<string> {
  // Single blanks separate, so a double blank makes an empty word.
  return new Set(textFor(value, 'split').split(' '));
}

function wordOverlap(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of left) if (right.has(word)) shared += 1;
  return shared / (left.size + right.size - shared);
}
