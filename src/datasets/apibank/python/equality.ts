/** When are two Python values equal, and which are true? */
import {
  isPyList,
  PyBytes,
  PyComplex,
  PyDict,
  PyEllipsis,
  PyFloat,
  PySet,
  PyTuple,
  type PyValue,
} from './value.ts';

/** Python's `==`: 1 == 1.0 == True; a list is no tuple; NaN equals nothing, though a container holding the same box equals its copy. */
export function pyEquals(left: PyValue, right: PyValue): boolean {
  if (typeof left === 'string' || typeof right === 'string') return left === right;
  if (left === null || right === null) return left === right;
  const number = realNumber(left);
  if (number !== undefined) return equalsNumber(number, right);
  if (left instanceof PyComplex) return equalsComplex(left, right);
  return equalContainers(left, right);
}

/** Equality of what is no text, no number and not None. */
function equalContainers(left: PyValue, right: PyValue): boolean {
  if (left instanceof PyDict) return right instanceof PyDict && equalDicts(left, right);
  if (isPyList(left)) return isPyList(right) && equalItems(left, right);
  if (left instanceof PyTuple)
    return right instanceof PyTuple && equalItems(left.items, right.items);
  if (left instanceof PySet) return right instanceof PySet && equalSets(left, right);
  if (left instanceof PyBytes)
    return right instanceof PyBytes && Buffer.compare(left.data, right.data) === 0;
  if (left instanceof PyEllipsis) return right instanceof PyEllipsis;
  return left === right;
}

/** Python's `bool(value)`. */
export function isTruthy(value: PyValue): boolean {
  if (value === null || typeof value === 'boolean' || typeof value === 'string')
    return Boolean(value);
  const number = realNumber(value);
  if (number !== undefined) return number !== 0;
  if (isPyList(value)) return value.length > 0;
  if (value instanceof PyTuple) return value.items.length > 0;
  if (value instanceof PyDict || value instanceof PySet) return value.size > 0;
  if (value instanceof PyBytes) return value.data.length > 0;
  if (value instanceof PyComplex) return value.real !== 0 || value.imaginary !== 0;
  return true;
}

/** The number behind a bool, int or float; undefined for anything else. */
function realNumber(value: PyValue): number | bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value instanceof PyFloat ? value.value : undefined;
}

function equalsNumber(left: number | bigint, right: PyValue): boolean {
  if (right instanceof PyComplex) return right.imaginary === 0 && sameNumber(left, right.real);
  const number = realNumber(right);
  return number !== undefined && sameNumber(left, number);
}

/** A bigint and a double are compared exactly, as Python does. */
function sameNumber(left: number | bigint, right: number | bigint): boolean {
  if (typeof left === typeof right) return left === right;
  const [whole, double] = typeof left === 'bigint' ? [left, Number(right)] : [right, left];
  return Number.isInteger(double) && BigInt(double) === whole;
}

function equalsComplex(left: PyComplex, right: PyValue): boolean {
  if (right instanceof PyComplex)
    return left.real === right.real && left.imaginary === right.imaginary;
  const number = realNumber(right);
  return number !== undefined && left.imaginary === 0 && sameNumber(number, left.real);
}

/** Inside containers Python asks for identity first. */
function isOrEquals(left: PyValue, right: PyValue): boolean {
  return left === right || pyEquals(left, right);
}

function equalItems(left: readonly PyValue[], right: readonly PyValue[]): boolean {
  return (
    left.length === right.length &&
    left.every((item, index) => isOrEquals(item, right[index] as PyValue))
  );
}

function equalDicts(left: PyDict, right: PyDict): boolean {
  if (left.size !== right.size) return false;
  for (const [key, value] of left.entries()) {
    const other = right.get(key);
    if (other === undefined || !isOrEquals(value, other)) return false;
  }
  return true;
}

function equalSets(left: PySet, right: PySet): boolean {
  return left.size === right.size && left.items.every((item) => right.has(item));
}
