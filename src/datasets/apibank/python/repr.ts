/** How does Python print a value? */
import {
  isPyList,
  PyBytes,
  PyComplex,
  PyDict,
  PyEllipsis,
  type PyExceptionObject,
  PyFloat,
  PySet,
  PyTuple,
  type PyValue,
} from './value.ts';

/** Python's `repr(value)`. Sets print in insertion order. */
export function pyRepr(value: PyValue): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number' || typeof value === 'bigint') return value.toString();
  if (typeof value === 'string') return textRepr(value);
  if (value instanceof PyFloat) return floatRepr(value.value);
  return isPyList(value) ? `[${value.map(pyRepr).join(', ')}]` : objectRepr(value);
}

function objectRepr(
  value: PyTuple | PyDict | PySet | PyBytes | PyComplex | PyEllipsis | PyExceptionObject,
): string {
  if (value instanceof PyTuple) return tupleRepr(value.items);
  if (value instanceof PyDict) return dictRepr(value);
  if (value instanceof PySet)
    return value.size === 0 ? 'set()' : `{${value.items.map(pyRepr).join(', ')}}`;
  if (value instanceof PyBytes) return bytesRepr(value.data);
  if (value instanceof PyComplex) return complexRepr(value);
  if (value instanceof PyEllipsis) return 'Ellipsis';
  return value.repr;
}

/** Python's `str(value)`: text as it is, everything else as `repr`. */
export function pyStr(value: PyValue): string {
  return typeof value === 'string' ? value : pyRepr(value);
}

function tupleRepr(items: readonly PyValue[]): string {
  return items.length === 1
    ? `(${pyRepr(items[0] as PyValue)},)`
    : `(${items.map(pyRepr).join(', ')})`;
}

function dictRepr(dict: PyDict): string {
  const parts: string[] = [];
  for (const [key, value] of dict.entries()) parts.push(`${pyRepr(key)}: ${pyRepr(value)}`);
  return `{${parts.join(', ')}}`;
}

const needsEscape = /[\\'\p{C}\p{Z}]/u;
const shortEscapes: { readonly [character: string]: string } = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** Single quotes, unless the text holds a single and no double quote. */
function textRepr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  if (!needsEscape.test(text)) return `'${text}'`;
  let body = '';
  for (const character of text) body += escapedCharacter(character, quote);
  return quote + body + quote;
}

function escapedCharacter(character: string, quote: string): string {
  const short = shortEscapes[character];
  if (short !== undefined) return short;
  if (character === quote) return `\\${character}`;
  if (character === ' ' || !/[\p{C}\p{Z}]/u.test(character)) return character;
  const code = character.codePointAt(0) as number;
  const digits = code.toString(16);
  if (code < 0x100) return `\\x${digits.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`;
}

function bytesRepr(data: Uint8Array): string {
  const quote = data.includes(0x27) && !data.includes(0x22) ? '"' : "'";
  let body = '';
  for (const byte of data) {
    const character = String.fromCharCode(byte);
    if (byte >= 0x7f) body += `\\x${byte.toString(16)}`;
    else body += escapedCharacter(character, quote);
  }
  return `b${quote}${body}${quote}`;
}

/** Shortest digits that round-trip; an exponent below 1e-4 and from 1e16 on. */
export function floatRepr(value: number): string {
  const text = shortFloat(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

function shortFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0';
  const [mantissa = '', exponentText = '0'] = value.toExponential().split('e');
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= 16) {
    return `${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  const sign = value < 0 ? '-' : '';
  const digits = mantissa.replace('-', '').replace('.', '');
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  const fraction = digits.slice(exponent + 1);
  return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`;
}

function complexRepr(value: PyComplex): string {
  const imaginary = shortFloat(value.imaginary);
  if (value.real === 0 && !Object.is(value.real, -0)) return `${imaginary}j`;
  const joined = imaginary.startsWith('-') ? imaginary : `+${imaginary}`;
  return `(${shortFloat(value.real)}${joined}j)`;
}
