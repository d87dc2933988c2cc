/** Is this text a number that a flag or a setting may have? */

export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: string };

export interface NumberLimits {
  /** How the message names the thing, for example `--seed`. */
  readonly name: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Plain decimal digits with an optional minus sign. No blanks, fraction, exponent, hexadecimal or leading plus. */
export function parseInteger(text: string, limits: NumberLimits): Parsed<number> {
  if (!/^-?\d+$/.test(text)) return refusal(text, limits, 'must be an integer');
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    return refusal(text, limits, 'has more digits than a number can hold exactly');
  }
  return withinLimits(Object.is(value, -0) ? 0 : value, text, limits);
}

/** Decimal digits with an optional fraction and exponent. NaN and Infinity are not numbers. */
export function parseDecimal(text: string, limits: NumberLimits): Parsed<number> {
  if (!/^-?(\d+(\.\d+)?|\.\d+)(e[+-]?\d+)?$/i.test(text)) {
    return refusal(text, limits, 'must be a number');
  }
  const value = Number(text);
  if (!Number.isFinite(value)) return refusal(text, limits, 'is too large');
  return withinLimits(value, text, limits);
}

const UNITS_MS: { readonly [unit: string]: number } = {
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1000,
};

/** Days, hours, minutes and seconds in that order, each with its unit: `90m`, `1h30m`, `1.5h`. In milliseconds, above 0. */
export function parseDuration(text: string, { name }: { readonly name: string }): Parsed<number> {
  const number = '\\d+(?:\\.\\d+)?';
  const parts = new RegExp(`^(${number}d)?(${number}h)?(${number}m)?(${number}s)?$`).exec(text);
  const given = [...(parts ?? [])].slice(1).filter(Boolean);
  if (given.length === 0) {
    return refusal(text, { name }, 'must be a time with its unit, such as 90m, 1h30m or 45s');
  }
  const value = given.reduce(
    (sum, part) => sum + Number(part.slice(0, -1)) * (UNITS_MS[part.slice(-1)] ?? 0),
    0,
  );
  if (!Number.isSafeInteger(Math.ceil(value))) return refusal(text, { name }, 'is too long');
  return value > 0
    ? { ok: true, value }
    : refusal(text, { name }, 'must be more than no time at all');
}

function withinLimits(value: number, text: string, limits: NumberLimits): Parsed<number> {
  const { minimum, maximum } = limits;
  if (minimum !== undefined && value < minimum) {
    return refusal(text, limits, `must be at least ${minimum}`);
  }
  if (maximum !== undefined && value > maximum) {
    return refusal(text, limits, `must be at most ${maximum}`);
  }
  return { ok: true, value };
}

function refusal(text: string, limits: NumberLimits, reason: string): Parsed<number> {
  return { ok: false, problem: `${limits.name} ${reason}, got ${JSON.stringify(text)}` };
}
