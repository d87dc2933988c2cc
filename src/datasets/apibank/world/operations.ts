/** What do Python's methods and operators do to a value of any type, and what do they say when they cannot? */

import { pyEquals } from '../python/equality.ts';
import { PyError } from '../python/error.ts';
import { pyRepr } from '../python/repr.ts';
import { type DateFormat, lenientDate } from '../python/strptime.ts';
import { codePointLength, pyLower, pyStrip, pyUpper } from '../python/text.ts';
import {
  isPyList,
  PyBytes,
  PyDict,
  PyExceptionObject,
  PySet,
  PyTuple,
  type PyValue,
  typeName,
} from '../python/value.ts';

/** The error of a method that the type does not have. */
export function attributeError(value: PyValue, attribute: string): PyError {
  return new PyError(
    'AttributeError',
    `'${typeName(value)}' object has no attribute '${attribute}'`,
  );
}

/** Python's `value.strip()`. */
export function strip(value: PyValue): PyValue {
  if (typeof value === 'string') return pyStrip(value);
  if (value instanceof PyBytes) {
    return mapBytes(value, (text) => text.replace(/^[\t-\r ]+|[\t-\r ]+$/g, ''));
  }
  throw attributeError(value, 'strip');
}

/** Python's `value.lower()`. */
export function lower(value: PyValue): PyValue {
  if (typeof value === 'string') return pyLower(value);
  if (value instanceof PyBytes) {
    return mapBytes(value, (text) => text.replace(/[A-Z]+/g, (run) => run.toLowerCase()));
  }
  throw attributeError(value, 'lower');
}

/** Python's `value.upper()`. */
export function upper(value: PyValue): PyValue {
  if (typeof value === 'string') return pyUpper(value);
  if (value instanceof PyBytes) {
    return mapBytes(value, (text) => text.replace(/[a-z]+/g, (run) => run.toUpperCase()));
  }
  throw attributeError(value, 'upper');
}

/** Trimmed, then lower case: how names of scenes, devices and symptoms are compared. */
export function strippedLower(value: PyValue): PyValue {
  return lower(strip(value));
}

/** Upper case, then trimmed: how codes and user ids are compared. */
export function upperStripped(value: PyValue): PyValue {
  return strip(upper(value));
}

/** The value if it is text. Bytes have the same methods, but refuse text arguments. */
export function textFor(value: PyValue, attribute: 'replace' | 'split' | 'endswith'): string {
  if (typeof value === 'string') return value;
  if (!(value instanceof PyBytes)) throw attributeError(value, attribute);
  const text =
    attribute === 'endswith'
      ? 'endswith first arg must be bytes or a tuple of bytes, not str'
      : "a bytes-like object is required, not 'str'";
  throw new PyError('TypeError', text);
}

/** Is nothing left after trimming? */
export function isBlank(value: PyValue): boolean {
  return strip(value) === '';
}

/** The APIs' tolerant date reading on any value; the error object of a bad date comes back as a value. */
export function lenient(value: PyValue, format: DateFormat): string | PyError {
  return lenientDate(textFor(strip(value), 'split'), format);
}

/** The tolerant date reading where a bad date ends the call. */
export function lenientOrThrow(value: PyValue, format: DateFormat): string {
  const date = lenient(value, format);
  if (date instanceof PyError) throw date;
  return date;
}

/** Python's `for item in value`. */
export function iterate(value: PyValue): Iterable<PyValue> {
  if (isPyList(value) || typeof value === 'string') return value;
  if (value instanceof PyTuple || value instanceof PySet) return value.items;
  if (value instanceof PyDict) return value.keys();
  if (value instanceof PyBytes) return value.data;
  throw new PyError('TypeError', `'${typeName(value)}' object is not iterable`);
}

/** Python's `key in value` for a text key. */
export function contains(value: PyValue, key: string): boolean {
  if (typeof value === 'string') return value.includes(key);
  if (value instanceof PyDict || value instanceof PySet) return value.has(key);
  if (isPyList(value)) return value.some((item) => pyEquals(item, key));
  if (value instanceof PyTuple) return value.items.some((item) => pyEquals(item, key));
  if (value instanceof PyBytes) {
    throw new PyError('TypeError', "a bytes-like object is required, not 'str'");
  }
  throw new PyError('TypeError', `argument of type '${typeName(value)}' is not iterable`);
}

/** Python's `len(value)`. */
export function length(value: PyValue): number {
  if (typeof value === 'string') return codePointLength(value);
  if (isPyList(value)) return value.length;
  if (value instanceof PyTuple) return value.items.length;
  if (value instanceof PyDict || value instanceof PySet) return value.size;
  if (value instanceof PyBytes) return value.data.length;
  throw new PyError('TypeError', `object of type '${typeName(value)}' has no len()`);
}

/** Python's `value[key]` for a text key. */
export function subscript(value: PyValue, key: string): PyValue {
  if (value instanceof PyDict) return lookup(value, key);
  if (typeof value === 'string') {
    throw new PyError('TypeError', "string indices must be integers, not 'str'");
  }
  if (value instanceof PyBytes) {
    throw new PyError('TypeError', 'byte indices must be integers or slices, not str');
  }
  if (isPyList(value) || value instanceof PyTuple) {
    throw new PyError(
      'TypeError',
      `${typeName(value)} indices must be integers or slices, not str`,
    );
  }
  throw new PyError('TypeError', `'${typeName(value)}' object is not subscriptable`);
}

/** Python's `dict[key]`; a miss says the key in Python's spelling. */
export function lookup(dict: PyDict, key: PyValue): PyValue {
  const value = dict.get(key);
  if (value === undefined) throw new PyError('KeyError', pyRepr(key));
  return value;
}

/** A copy of a row with some fields set. */
export function withFields(row: PyValue, fields: Readonly<Record<string, PyValue>>): PyDict {
  const copy = new PyDict(row instanceof PyDict ? row : []);
  for (const [name, value] of Object.entries(fields)) copy.set(name, value);
  return copy;
}

/** A dictionary with text keys. */
export function dict(fields: Readonly<Record<string, PyValue>>): PyDict {
  return new PyDict(Object.entries(fields));
}

/** An exception handed back as if it were a value. */
export function exceptionObject(text: string): PyExceptionObject {
  return new PyExceptionObject(`Exception(${pyRepr(text)})`);
}

function mapBytes(value: PyBytes, map: (text: string) => string): PyBytes {
  const text = map(Buffer.from(value.data).toString('latin1'));
  return new PyBytes(Uint8Array.from(Buffer.from(text, 'latin1')));
}
