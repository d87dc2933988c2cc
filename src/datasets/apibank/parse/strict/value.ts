/** Which values may a strict call have? */

import { PyError } from '../../python/error.ts';
import { PyDict, PyFloat, PyTuple, type PyValue } from '../../python/value.ts';
import { literalValue } from '../expression/literal.ts';
import type { Node } from '../expression/syntax.ts';

const jsonNames: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** Text, numbers, booleans, None, lists, tuples and dictionaries of them; also JSON's true, false and null. Undefined for all else. */
export function strictValue(node: Node): PyValue | undefined {
  switch (node.kind) {
    case 'name':
      return jsonNames.get(node.name);
    case 'constant':
    case 'unary':
      return plain(literalValue(node));
    case 'list':
    case 'tuple': {
      const items = node.items.map(strictValue);
      if (!areDefined(items)) return undefined;
      return node.kind === 'list' ? items : new PyTuple(items);
    }
    case 'dict':
      return strictDict(node.entries);
    default:
      return undefined;
  }
}

function plain(value: PyValue | undefined): PyValue | undefined {
  if (value === undefined || value === null || typeof value !== 'object') return value;
  return value instanceof PyFloat ? value : undefined;
}

function strictDict(entries: readonly (readonly [Node | null, Node])[]): PyValue | undefined {
  const keys = entries.map(([key]) => (key === null ? undefined : strictValue(key)));
  const values = entries.map(([, value]) => strictValue(value));
  if (!areDefined(keys) || !areDefined(values)) return undefined;
  try {
    return new PyDict(keys.map((key, index) => [key, values[index] as PyValue] as const));
  } catch (error) {
    if (error instanceof PyError) return undefined;
    throw error;
  }
}

function areDefined(values: (PyValue | undefined)[]): values is PyValue[] {
  return !values.includes(undefined);
}
