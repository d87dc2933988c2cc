/** How is a call written so that every policy but `upstream` reads the same call again? */
import { pyRepr, pyStr } from '../python/repr.ts';
import {
  isPyList,
  PyComplex,
  PyDict,
  PyFloat,
  PySet,
  PyTuple,
  type PyValue,
} from '../python/value.ts';
import { coerceText } from './call-text.ts';

/**
 * `[Name(argument=value, …)]`. A NaN has no literal and prints as the text `nan`; everything else that a literal can hold
 * reads back as an equal value.
 */
export function printCall(name: string, values: PyDict): string {
  const parts: string[] = [];
  for (const [argument, value] of values.entries())
    parts.push(`${pyStr(argument)}=${printArgument(value)}`);
  return `[${name}(${parts.join(', ')})]`;
}

function printArgument(value: PyValue): string {
  // A text that reads as a container is wrapped once more: reading unwraps one level.
  if (typeof value === 'string' && coerceText(value) !== value) return pyRepr(`(${pyRepr(value)})`);
  return printValue(value);
}

function printValue(value: PyValue): string {
  if (value instanceof PyFloat) return printFloat(value.value);
  if (value instanceof PyComplex) return printComplex(value);
  if (isPyList(value)) return `[${value.map(printValue).join(', ')}]`;
  if (value instanceof PyTuple) {
    const items = value.items.map(printValue);
    return items.length === 1 ? `(${items.join('')},)` : `(${items.join(', ')})`;
  }
  if (value instanceof PySet && value.size > 0)
    return `{${value.items.map(printValue).join(', ')}}`;
  if (value instanceof PyDict) {
    const entries = Array.from(
      value.entries(),
      ([key, item]) => `${printValue(key)}: ${printValue(item)}`,
    );
    return `{${entries.join(', ')}}`;
  }
  return pyRepr(value) === 'Ellipsis' && typeof value !== 'string' ? '...' : pyRepr(value);
}

/** An infinity has no name among literals, but a number too large for a double is one. */
function printFloat(value: number): string {
  if (Number.isFinite(value) || Number.isNaN(value)) return pyRepr(new PyFloat(value));
  return value > 0 ? '1e999' : '-1e999';
}

function printComplex(value: PyComplex): string {
  const imaginary = printFloat(value.imaginary);
  const sign = imaginary.startsWith('-') ? '' : '+';
  return `(${printFloat(value.real)}${sign}${imaginary}j)`;
}
