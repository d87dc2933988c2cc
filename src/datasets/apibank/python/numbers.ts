/** What do Python's `int(value)` and `float(value)` make of a value? */
import { PyError } from './error.ts';
import { pyRepr } from './repr.ts';
import { isAscii, isPyWhitespace } from './text.ts';
import { normalizedInt, PyBytes, PyFloat, type PyValue, typeName } from './value.ts';

const integerPattern = /^[+-]?\d+(?:_\d+)*$/;
const floatPattern =
  /^[+-]?(?:(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+(?:_\d+)*)?|inf|infinity|nan)$/i;
/** CPython's default limit for decimal text of an int. */
const maximumDigits = 4300;

/**
 * Python's `int(value)`: numbers are cut toward zero, text is trimmed and read in base 10.
 *
 * @throws PyError ValueError, TypeError or OverflowError with Python's text.
 */
export function toPyInt(value: PyValue): number | bigint {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof PyFloat) return truncated(value.value);
  if (typeof value === 'string') return parsedInt(value, value);
  if (value instanceof PyBytes) return parsedInt(latin1(value), value);
  throw new PyError(
    'TypeError',
    `int() argument must be a string, a bytes-like object or a real number, not '${typeName(value)}'`,
  );
}

/**
 * Python's `float(value)`.
 *
 * @throws PyError ValueError, TypeError or OverflowError with Python's text.
 */
export function toPyFloat(value: PyValue): PyFloat {
  if (value instanceof PyFloat) return value;
  if (typeof value === 'number') return new PyFloat(value);
  if (typeof value === 'boolean') return new PyFloat(value ? 1 : 0);
  if (typeof value === 'bigint') return bigintAsFloat(value);
  if (typeof value === 'string') return new PyFloat(parsedFloat(value, value));
  if (value instanceof PyBytes) return new PyFloat(parsedFloat(latin1(value), value));
  throw new PyError(
    'TypeError',
    `float() argument must be a string or a real number, not '${typeName(value)}'`,
  );
}

/** Unicode decimal digits as ASCII digits; everything else unchanged. */
export function asciiDigits(text: string): string {
  return isAscii(text) ? text : text.replace(/\p{Nd}/gu, decimalDigit);
}

function decimalDigit(character: string): string {
  const code = character.codePointAt(0) as number;
  // Decimal digits stand in runs of ten from zero on; runs may touch, as in U+1D7CE to U+1D7FF.
  let start = code;
  while (code - start < 50 && /\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1;
  return String((code - start) % 10);
}

function truncated(value: number): number | bigint {
  if (Number.isNaN(value)) throw new PyError('ValueError', 'cannot convert float NaN to integer');
  if (!Number.isFinite(value)) {
    throw new PyError('OverflowError', 'cannot convert float infinity to integer');
  }
  const whole = Math.trunc(value);
  return Number.isSafeInteger(whole) ? whole + 0 : BigInt(whole);
}

function parsedInt(text: string, original: PyValue): number | bigint {
  const trimmed = trimNumber(text);
  const ascii = asciiDigits(trimmed);
  if (!integerPattern.test(ascii)) {
    const shown = Array.from(pyRepr(original)).slice(0, 200).join('');
    throw new PyError('ValueError', `invalid literal for int() with base 10: ${shown}`);
  }
  const digits = ascii.replaceAll('_', '').replace(/^\+/, '');
  const count = digits.length - (digits.startsWith('-') ? 1 : 0);
  if (count > maximumDigits) throw digitLimitError(count);
  return count <= 15 ? Number(digits) + 0 : bigintOf(digits);
}

function bigintOf(digits: string): number | bigint {
  return normalizedInt(digits.startsWith('-') ? -BigInt(digits.slice(1)) : BigInt(digits));
}

function digitLimitError(count: number): PyError {
  return new PyError(
    'ValueError',
    `Exceeds the limit (${maximumDigits} digits) for integer string conversion: value has ${count} digits; use sys.set_int_max_str_digits() to increase the limit`,
  );
}

function parsedFloat(text: string, original: PyValue): number {
  const ascii = asciiDigits(trimNumber(text));
  if (!floatPattern.test(ascii)) {
    throw new PyError('ValueError', `could not convert string to float: ${pyRepr(original)}`);
  }
  const lower = ascii.replaceAll('_', '').toLowerCase();
  if (lower.endsWith('nan')) return Number.NaN;
  if (lower.includes('inf')) return lower.startsWith('-') ? -Infinity : Infinity;
  return Number(lower);
}

function bigintAsFloat(value: bigint): PyFloat {
  const number = Number(value);
  if (!Number.isFinite(number))
    throw new PyError('OverflowError', 'int too large to convert to float');
  return new PyFloat(number);
}

function latin1(value: PyBytes): string {
  return Buffer.from(value.data)
    .toString('latin1')
    .replace(/[\x80-\xff]/g, '?');
}

/** Numbers are trimmed of `strip()`'s white space without U+001C to U+001F. */
function trimNumber(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isNumberSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isNumberSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function isNumberSpace(unit: number): boolean {
  return isPyWhitespace(unit) && !(unit >= 0x1c && unit <= 0x1f);
}
