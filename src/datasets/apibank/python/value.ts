/** What is a Python value on our side? Numbers that stay apart, dictionaries with Python's keys, lists and tuples. */
import { PyError } from './error.ts';

/**
 * null is None; a JavaScript number is an int in the safe range, a bigint an int outside it; an array is a list.
 * Floats are boxed because `1` and `1.0` print differently.
 */
export type PyValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | PyFloat
  | readonly PyValue[]
  | PyTuple
  | PySet
  | PyDict
  | PyBytes
  | PyComplex
  | PyEllipsis
  | PyExceptionObject;

/** A Python float. Containers compare it by identity first, so copies share the box. */
export class PyFloat {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** A Python complex number. */
export class PyComplex {
  readonly real: number;
  readonly imaginary: number;

  constructor(real: number, imaginary: number) {
    this.real = real;
    this.imaginary = imaginary;
  }
}

/** Python's `bytes`. */
export class PyBytes {
  readonly data: Uint8Array;

  constructor(data: Uint8Array) {
    this.data = data;
  }
}

/** The constant `...`; every instance equals every other. */
export class PyEllipsis {
  readonly kind = 'ellipsis';
}

/** An exception that was returned as a value instead of being raised; equal only to itself. */
export class PyExceptionObject {
  /** For example `Exception('Error')`. */
  readonly repr: string;

  constructor(repr: string) {
    this.repr = repr;
  }
}

/** A Python tuple; a list is an array. */
export class PyTuple {
  readonly items: readonly PyValue[];

  constructor(items: readonly PyValue[]) {
    this.items = items;
  }
}

/** An insertion-ordered dictionary in which 1, 1.0 and True are one key and '1' is another. */
export class PyDict {
  readonly #entries = new Map<unknown, readonly [PyValue, PyValue]>();
  /** Canonical text of a tuple, bytes or complex key → the object that stands for it in the map. */
  #compound: Map<string, object> | null = null;

  constructor(entries: Iterable<readonly [PyValue, PyValue]> = []) {
    for (const [key, value] of entries) this.set(key, value);
  }

  get size(): number {
    return this.#entries.size;
  }

  /** @throws PyError TypeError when the key is unhashable. */
  get(key: PyValue): PyValue | undefined {
    return this.#entries.get(this.#token(key))?.[1];
  }

  /** @throws PyError TypeError when the key is unhashable. */
  has(key: PyValue): boolean {
    return this.#entries.has(this.#token(key));
  }

  /** A known key keeps its place and its first spelling, as in Python. @throws PyError TypeError when the key is unhashable. */
  set(key: PyValue, value: PyValue): this {
    const token = this.#token(key);
    this.#entries.set(token, [this.#entries.get(token)?.[0] ?? key, value]);
    return this;
  }

  /** True when the key was there. @throws PyError TypeError when the key is unhashable. */
  delete(key: PyValue): boolean {
    return this.#entries.delete(this.#token(key));
  }

  *keys(): Generator<PyValue, void> {
    for (const [key] of this.#entries.values()) yield key;
  }

  *values(): Generator<PyValue, void> {
    for (const [, value] of this.#entries.values()) yield value;
  }

  entries(): IterableIterator<readonly [PyValue, PyValue]> {
    return this.#entries.values();
  }

  [Symbol.iterator](): IterableIterator<readonly [PyValue, PyValue]> {
    return this.entries();
  }

  #token(key: PyValue): unknown {
    if (typeof key === 'string') return key;
    const simple = simpleToken(key);
    if (simple !== undefined) return simple;
    const text = compoundText(key);
    // A key with NaN inside equals nothing but itself.
    if (text === null || typeof key !== 'object' || key === null) return key;
    this.#compound ??= new Map();
    const known = this.#compound.get(text);
    if (known !== undefined) return known;
    this.#compound.set(text, key);
    return key;
  }
}

/** A set in insertion order (Python's own order depends on hashes and is never relied on here). */
export class PySet {
  readonly #members = new PyDict();

  /** @throws PyError TypeError when a member is unhashable. */
  constructor(items: Iterable<PyValue> = []) {
    for (const item of items) this.#members.set(item, null);
  }

  get size(): number {
    return this.#members.size;
  }

  get items(): readonly PyValue[] {
    return [...this.#members.keys()];
  }

  has(item: PyValue): boolean {
    return this.#members.has(item);
  }
}

/** An int outside the safe range as bigint, inside it as number. */
export function normalizedInt(value: bigint): number | bigint {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(value)
    : value;
}

export function isPyList(value: PyValue): value is readonly PyValue[] {
  return Array.isArray(value);
}

/** The `type(value).__name__` of Python. */
export function typeName(value: PyValue): string {
  if (value === null) return 'NoneType';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number' || typeof value === 'bigint') return 'int';
  if (typeof value === 'string') return 'str';
  if (value instanceof PyFloat) return 'float';
  if (value instanceof PyTuple) return 'tuple';
  if (value instanceof PySet) return 'set';
  if (value instanceof PyDict) return 'dict';
  if (value instanceof PyBytes) return 'bytes';
  if (value instanceof PyComplex) return 'complex';
  if (value instanceof PyEllipsis) return 'ellipsis';
  if (value instanceof PyExceptionObject) return value.repr.slice(0, value.repr.indexOf('('));
  return 'list';
}

/** A map key for values that JavaScript's Map compares as Python does; undefined when there is none. */
function simpleToken(key: PyValue): unknown {
  if (key === null || typeof key === 'number' || typeof key === 'bigint') return key;
  if (typeof key === 'boolean') return key ? 1 : 0;
  if (key instanceof PyFloat) return Number.isNaN(key.value) ? key : floatToken(key.value);
  if (key instanceof PyEllipsis) return PyEllipsis;
  if (key instanceof PyExceptionObject) return key;
  return undefined;
}

function floatToken(value: number): number | bigint {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(value) : value;
}

/** Text that is equal for equal tuples, bytes and complex numbers; null when a NaN is inside. */
function compoundText(key: PyValue): string | null {
  if (typeof key === 'string') return JSON.stringify(key);
  if (key instanceof PyTuple) {
    const parts = key.items.map(compoundText);
    return parts.includes(null) ? null : `(${parts.join(',')})`;
  }
  if (key instanceof PyBytes) return `b${Buffer.from(key.data).toString('hex')}`;
  if (key instanceof PyComplex) return complexText(key);
  const token = simpleToken(key);
  if (token === undefined) throw new PyError('TypeError', `unhashable type: '${typeName(key)}'`);
  if (token === PyEllipsis) return '...';
  if (token === null) return 'None';
  // `+ 0` makes one text of 0 and -0.
  if (typeof token === 'number') return String(token + 0);
  return typeof token === 'bigint' ? token.toString() : null;
}

function complexText(key: PyComplex): string | null {
  if (Number.isNaN(key.real) || Number.isNaN(key.imaginary)) return null;
  const real = String(floatToken(key.real + 0));
  return key.imaginary === 0 ? real : `${real}+${String(key.imaginary)}j`;
}
