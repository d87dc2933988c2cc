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
