/** Which value does a Python literal stand for? */
import { PyError } from '../../python/error.ts';
import {
  normalizedInt,
  PyComplex,
  PyDict,
  PyFloat,
  PySet,
  PyTuple,
  type PyValue,
} from '../../python/value.ts';
import { parseExpression } from './expression.ts';
import { type Node, PythonSyntaxError } from './syntax.ts';

/** The value of a literal, `undefined` for any other expression (also for one with an unhashable key). */
export function literalValue(node: Node): PyValue | undefined {
  switch (node.kind) {
    case 'constant':
      return node.value;
    case 'unary':
    case 'binary':
      return numberValue(node);
    case 'call':
      return isEmptySet(node) ? new PySet() : undefined;
    case 'dict':
      return dictValue(node.entries);
    case 'tuple':
    case 'list':
    case 'set':
      return sequenceValue(node.kind, node.items);
    default:
      return undefined;
  }
}

/** The value of a text that is a Python literal as a whole, `undefined` for any other text. */
export function parseLiteral(text: string): PyValue | undefined {
  try {
    return literalValue(parseExpression(text));
  } catch (error) {
    if (error instanceof PythonSyntaxError) return undefined;
    throw error;
  }
}

function isEmptySet(node: Node): boolean {
  return (
    node.kind === 'call' &&
    node.callee.kind === 'name' &&
    node.callee.name === 'set' &&
    node.positional === 0 &&
    node.keywords.length === 0
  );
}

function sequenceValue(
  kind: 'tuple' | 'list' | 'set',
  nodes: readonly Node[],
): PyValue | undefined {
  const items: PyValue[] = [];
  for (const node of nodes) {
    const item = literalValue(node);
    if (item === undefined) return undefined;
    items.push(item);
  }
  if (kind === 'list') return items;
  return kind === 'tuple' ? new PyTuple(items) : orUndefined(() => new PySet(items));
}

function dictValue(entries: readonly (readonly [Node | null, Node])[]): PyValue | undefined {
  const pairs: [PyValue, PyValue][] = [];
  for (const [keyNode, valueNode] of entries) {
    const key = keyNode === null ? undefined : literalValue(keyNode);
    const value = literalValue(valueNode);
    if (key === undefined || value === undefined) return undefined;
    pairs.push([key, value]);
  }
  return orUndefined(() => new PyDict(pairs));
}

/** Undefined in place of an unhashable member. */
function orUndefined(build: () => PyValue): PyValue | undefined {
  try {
    return build();
  } catch (error) {
    if (error instanceof PyError) return undefined;
    throw error;
  }
}

type PyNumber = number | bigint | PyFloat | PyComplex;

/** One sign before a number, or `real ± imaginary`. */
function numberValue(node: Node): PyNumber | undefined {
  if (node.kind !== 'binary') return signedNumber(node);
  if (node.operator !== '+' && node.operator !== '-') return undefined;
  const left = signedNumber(node.left);
  const right = plainNumber(node.right);
  if (left === undefined || left instanceof PyComplex || !(right instanceof PyComplex))
    return undefined;
  const real = left instanceof PyFloat ? left.value : Number(left);
  // An int too large for a double is an error in Python, too.
  if (!Number.isFinite(real) && !(left instanceof PyFloat)) return undefined;
  const sign = node.operator === '+' ? 1 : -1;
  return new PyComplex(real + sign * right.real, sign * right.imaginary);
}

function signedNumber(node: Node): PyNumber | undefined {
  if (node.kind !== 'unary') return plainNumber(node);
  const operand = plainNumber(node.operand);
  if (operand === undefined || node.operator === '~') return undefined;
  return node.operator === '-' ? negated(operand) : operand;
}

function plainNumber(node: Node): PyNumber | undefined {
  if (node.kind !== 'constant') return undefined;
  const { value } = node;
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  return isNumber || value instanceof PyFloat || value instanceof PyComplex ? value : undefined;
}

function negated(value: PyNumber): PyNumber {
  if (typeof value === 'number') return 0 - value;
  if (typeof value === 'bigint') return normalizedInt(-value);
  if (value instanceof PyFloat) return new PyFloat(-value.value);
  return new PyComplex(-value.real, -value.imaginary);
}
