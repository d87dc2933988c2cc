/** What number does a Python literal say? */
import { normalizedInt, PyComplex, PyFloat, type PyValue } from '../../python/value.ts';
import { PythonSyntaxError } from './syntax.ts';

const radixPattern = /0(?:[xX](?:_?[\da-fA-F])+|[oO](?:_?[0-7])+|[bB](?:_?[01])+)/y;
const decimalPattern =
  /(?:\d(?:_?\d)*\.?(?:\d(?:_?\d)*)?|\.\d(?:_?\d)*)(?:[eE][+-]?\d(?:_?\d)*)?[jJ]?/y;
/** A keyword may follow a number without a blank; CPython looks no further than these letters. */
const keywordAfterNumber = /and|else|for|i[fns]|or|not/y;
const identifierCharacter = /[\w\u0080-\uffff]/y;
/** CPython's default limit for decimal text of an int. */
const maximumDigits = 4300;

export interface NumberToken {
  readonly value: PyValue;
  readonly end: number;
}

/** Reads the number at `start`, where a digit, or a dot and a digit, stands. */
export function readNumber(source: string, start: number): NumberToken {
  const radix = matchAt(radixPattern, source, start);
  const text = radix ?? matchAt(decimalPattern, source, start) ?? '';
  const end = start + text.length;
  if (
    matchAt(identifierCharacter, source, end) !== null &&
    matchAt(keywordAfterNumber, source, end) === null
  ) {
    throw new PythonSyntaxError('invalid decimal literal', end);
  }
  const digits = text.replaceAll('_', '');
  const value = radix === null ? decimalValue(digits, start) : normalizedInt(BigInt(digits));
  return { value, end };
}

function matchAt(pattern: RegExp, source: string, position: number): string | null {
  pattern.lastIndex = position;
  return pattern.exec(source)?.[0] ?? null;
}

function decimalValue(digits: string, start: number): PyValue {
  if (/[jJ]$/.test(digits)) return new PyComplex(0, Number(digits.slice(0, -1)));
  if (/[.eE]/.test(digits)) return new PyFloat(Number(digits));
  if (digits.startsWith('0') && /[1-9]/.test(digits)) {
    throw new PythonSyntaxError(
      'leading zeros in decimal integer literals are not permitted',
      start,
    );
  }
  if (digits.length > maximumDigits) {
    throw new PythonSyntaxError(`an integer of more than ${maximumDigits} digits`, start);
  }
  return digits.length <= 15 ? Number(digits) : normalizedInt(BigInt(digits));
}
