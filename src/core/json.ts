/** What is a value that can be written to disk, hashed and compared? */
import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

export type JsonObject = { readonly [key: string]: Json };

/**
 * RFC 8785 canonical JSON: keys in UTF-16 order, shortest round-trip numbers, no white space.
 * Text is kept as it is (no Unicode normalisation): two different byte sequences are two different values.
 *
 * @throws TypeError when the value holds something JSON cannot say (NaN, Infinity, undefined at the top, a function, a bigint).
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('value has no canonical JSON form');
  return text;
}

/** Lower-case hexadecimal SHA-256 (64 characters) of UTF-8 text or bytes. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data);
}

/** SHA-256 of the canonical JSON of a value: equal for equal data, whatever the key order. */
export function digest(value: unknown): string {
  return sha256(canonicalJson(value));
}
