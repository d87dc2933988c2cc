/** How is a call written so that every policy but `upstream` reads the same call again? */
import { pyRepr, pyStr } from '../python/repr.ts';
import {
  isPyList,
  PyComplex,
  PyDict,
  PyEllipsis,
  PyFloat,
  PySet,
  PyTuple,
  type PyValue,
} from '../python/value.ts';
import { callStarts } from './call-spans.ts';
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
  if (typeof value === 'string' && coerceText(value) !== value)
    return printText(`(${pyRepr(value)})`);
  return printValue(value);
}

function printValue(value: PyValue): string {
  if (typeof value === 'string') return printText(value);
  if (value instanceof PyFloat) return printFloat(value.value);
  if (value instanceof PyComplex) return printComplex(value);
  if (isPyList(value)) return printList(value);
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
  return value instanceof PyEllipsis ? '...' : pyRepr(value);
}

/** What begins like a call inside a text would be read as the call, so its bracket is written as an escape. */
function printText(text: string): string {
  const printed = pyRepr(text);
  const starts = callStarts(printed);
  let result = '';
  let from = 0;
  for (const start of starts) {
    result += `${printed.slice(from, start)}\\x5b`;
    from = start + 1;
  }
  return result + printed.slice(from);
}

/** A blank keeps `[set()]` from being read as a call. */
function printList(items: readonly PyValue[]): string {
  const printed = `[${items.map(printValue).join(', ')}]`;
  return printed.startsWith('[set(') ? `[ ${printed.slice(1)}` : printed;
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
