/** How do Python values come from JSON data, and how are they written as JSON? */
import type { Json, JsonObject } from '../../../core/json.ts';
import { floatRepr, pyRepr } from './repr.ts';
import {
  isPyList,
  normalizedInt,
  PyBytes,
  PyComplex,
  PyDict,
  PyEllipsis,
  PyExceptionObject,
  PyFloat,
  PySet,
  PyTuple,
  type PyValue,
} from './value.ts';

/** Plain JSON data as Python's `json.load` gives it, except that a source text `1.0` cannot be told from `1` and becomes an int. */
export function fromJson(json: Json): PyValue {
  return convert(json, fromJson);
}

/** The inverse of `encodeValue`: plain JSON, and `{"$py": kind, …}` for what JSON cannot say. */
export function decodeValue(json: Json): PyValue {
  return isObject(json) && typeof json['$py'] === 'string'
    ? decodeTagged(json)
    : convert(json, decodeValue);
}

/**
 * JSON that tells every Python value: `{"$py": "tuple" | "set", "items": […]}`, `{"$py": "dict", "items": [[key, value], …]}`
 * for keys that are no text, `{"$py": "int" | "float" | "bytes" | "complex" | "ellipsis" | "exception", "repr": …}`.
 */
export function encodeValue(value: PyValue): Json {
  if (
    value === null ||
    typeof value === 'boolean' ||
    typeof value === 'number' ||
    typeof value === 'string'
  ) {
    return value;
  }
  if (typeof value === 'bigint') return { $py: 'int', repr: value.toString() };
  if (value instanceof PyFloat) {
    return Number.isFinite(value.value)
      ? value.value
      : { $py: 'float', repr: floatRepr(value.value) };
  }
  if (isPyList(value)) return value.map(encodeValue);
  if (value instanceof PyDict) return encodeDict(value);
  if (value instanceof PyTuple) return { $py: 'tuple', items: value.items.map(encodeValue) };
  if (value instanceof PySet) return { $py: 'set', items: value.items.map(encodeValue) };
  return { $py: taggedKind(value), repr: pyRepr(value) };
}

function taggedKind(value: PyBytes | PyComplex | PyEllipsis | PyExceptionObject): string {
  if (value instanceof PyBytes) return 'bytes';
  if (value instanceof PyComplex) return 'complex';
  return value instanceof PyEllipsis ? 'ellipsis' : 'exception';
}

function encodeDict(dict: PyDict): Json {
  const object: { [key: string]: Json } = {};
  for (const [key, value] of dict.entries()) {
    if (typeof key !== 'string' || key === '$py') return taggedDict(dict);
    if (key === '__proto__') defineOwn(object, key, encodeValue(value));
    else object[key] = encodeValue(value);
  }
  return object;
}

/** Assigning to this name would change the object's prototype. */
function defineOwn(object: object, key: '__proto__', value: Json): void {
  Object.defineProperty(object, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

function taggedDict(dict: PyDict): Json {
  const items = [...dict.entries()].map(([key, value]) => [encodeValue(key), encodeValue(value)]);
  return { $py: 'dict', items };
}

function convert(json: Json, inner: (json: Json) => PyValue): PyValue {
  if (typeof json === 'number') {
    return Number.isSafeInteger(json) && !Object.is(json, -0) ? json : new PyFloat(json);
  }
  if (Array.isArray(json)) return json.map(inner);
  if (!isObject(json)) return json as null | boolean | string;
  const dict = new PyDict();
  for (const [key, value] of Object.entries(json)) dict.set(key, inner(value));
  return dict;
}

function isObject(json: Json): json is JsonObject {
  return json !== null && typeof json === 'object' && !Array.isArray(json);
}

function decodeTagged(json: JsonObject): PyValue {
  const text = typeof json['repr'] === 'string' ? json['repr'] : '';
  const items = Array.isArray(json['items']) ? (json['items'] as readonly Json[]) : [];
  switch (json['$py']) {
    case 'tuple':
      return new PyTuple(items.map(decodeValue));
    case 'set':
      return new PySet(items.map(decodeValue));
    case 'dict':
      return new PyDict(items.map(decodePair));
    case 'int':
      return normalizedInt(BigInt(text));
    case 'float':
      return new PyFloat(floatFromRepr(text));
    case 'bytes':
      return bytesFromRepr(text);
    case 'complex':
      return complexFromRepr(text);
    case 'ellipsis':
      return new PyEllipsis();
    case 'exception':
      return new PyExceptionObject(text);
    default:
      throw new TypeError(
        `unknown $py kind ${JSON.stringify(json['$py'])}; known: tuple, set, dict, int, float, bytes, complex, ellipsis, exception`,
      );
  }
}

function decodePair(pair: Json): readonly [PyValue, PyValue] {
  const [key, value] = pair as readonly [Json, Json];
  return [decodeValue(key), decodeValue(value)];
}

function floatFromRepr(text: string): number {
  if (text === 'nan') return Number.NaN;
  if (text === 'inf') return Infinity;
  return text === '-inf' ? -Infinity : Number(text);
}

function complexFromRepr(text: string): PyComplex {
  const match = /^\(?(.*?[^e])??([+-]?(?:inf|nan|[\d.]+(?:e[+-]\d+)?))j\)?$/.exec(text);
  if (match === null) throw new TypeError(`not the repr of a complex number: ${text}`);
  const [, real, imaginary = '0'] = match;
  return new PyComplex(
    real === undefined ? 0 : floatFromRepr(real),
    floatFromRepr(imaginary.replace('+', '')),
  );
}

const byteEscapes: { readonly [letter: string]: number } = { n: 10, r: 13, t: 9 };

function bytesFromRepr(text: string): PyBytes {
  const bytes: number[] = [];
  for (const [piece] of text.slice(2, -1).matchAll(/\\x[0-9a-f]{2}|\\.|[^\\]/gs)) {
    if (piece.startsWith('\\x')) bytes.push(Number.parseInt(piece.slice(2), 16));
    else if (piece.startsWith('\\'))
      bytes.push(byteEscapes[piece.charAt(1)] ?? piece.charCodeAt(1));
    else bytes.push(piece.charCodeAt(0));
  }
  return new PyBytes(Uint8Array.from(bytes));
}
