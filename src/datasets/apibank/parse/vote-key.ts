/** Which answers count as the same in a vote, and which wins? */
import { floatRepr, pyStr } from '../python/repr.ts';
import { pyLower } from '../python/text.ts';
import { isPyList, PyDict, PyFloat, PyTuple, type PyValue } from '../python/value.ts';
import { parseAnswer } from './parse-answer.ts';
import type { ParsePolicy } from './result.ts';

/**
 * Equal keys are equal answers: the call as JSON with sorted keys as Python writes it (so `2` and `'2'` differ, a tuple and
 * a list do not), else the submitted text in lower case. Null for a blank answer, which does not vote.
 */
export function voteKey(answer: string, policy: ParsePolicy = 'last'): string | null {
  const result = parseAnswer(answer, policy);
  if (result.callText === '') return null;
  if (result.ok) {
    const params = jsonOf(result.arguments);
    if (params !== null) return `{"name": ${jsonText(result.name)}, "params": ${params}}`;
  }
  return pyLower(result.callText);
}

/** Index of the winner's first voter: most votes, ties to the key seen first; null when nobody votes. */
export function majority(keys: readonly (string | null)[]): number | null {
  const votes = new Map<string, { first: number; count: number }>();
  keys.forEach((key, index) => {
    if (key === null) return;
    const tally = votes.get(key);
    if (tally === undefined) votes.set(key, { first: index, count: 1 });
    else tally.count += 1;
  });
  let winner: { first: number; count: number } | null = null;
  for (const tally of votes.values()) {
    if (winner === null || tally.count > winner.count) winner = tally;
  }
  return winner?.first ?? null;
}

/** Python's `json.dumps(value, sort_keys=True, default=str)`; null when a key has no JSON form or keys cannot be sorted. */
function jsonOf(value: PyValue): string | null {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number' || typeof value === 'bigint') return value.toString();
  if (typeof value === 'string') return jsonText(value);
  if (value instanceof PyFloat) return jsonFloat(value.value);
  if (isPyList(value)) return jsonArray(value);
  if (value instanceof PyTuple) return jsonArray(value.items);
  return value instanceof PyDict ? jsonObject(value) : jsonText(pyStr(value));
}

function jsonArray(items: readonly PyValue[]): string | null {
  const parts = items.map(jsonOf);
  return parts.includes(null) ? null : `[${parts.join(', ')}]`;
}

function jsonObject(dict: PyDict): string | null {
  const entries = sortedEntries(dict);
  if (entries === null) return null;
  const parts: string[] = [];
  for (const [key, value] of entries) {
    const name = typeof key === 'string' ? jsonText(key) : plainKey(key);
    const json = jsonOf(value);
    if (name === null || json === null) return null;
    parts.push(`${name}: ${json}`);
  }
  return `{${parts.join(', ')}}`;
}

function plainKey(key: PyValue): string | null {
  const isPlain = key === null || typeof key !== 'object' || key instanceof PyFloat;
  return isPlain ? jsonText(jsonOf(key) ?? '') : null;
}

function sortedEntries(dict: PyDict): (readonly [PyValue, PyValue])[] | null {
  const entries = [...dict.entries()];
  if (entries.length < 2) return entries;
  if (entries.every(([key]) => typeof key === 'string')) {
    return entries.sort(([left], [right]) => compareCodePoints(left as string, right as string));
  }
  const numbers = entries.map((entry) => ({ entry, number: sortNumber(entry[0]) }));
  if (numbers.some(({ number }) => number === null)) return null;
  return numbers
    .sort((left, right) => Number(left.number) - Number(right.number))
    .map(({ entry }) => entry);
}

function sortNumber(key: PyValue): number | null {
  if (key instanceof PyFloat) return key.value;
  const isNumber = typeof key === 'number' || typeof key === 'bigint' || typeof key === 'boolean';
  return isNumber ? Number(key) : null;
}

/** UTF-16 order puts U+E000 to U+FFFF after everything beyond; Python's order is that of code points. */
function compareCodePoints(left: string, right: string): number {
  const limit = Math.min(left.length, right.length);
  for (let index = 0; index < limit; index += 1) {
    const difference = (left.codePointAt(index) as number) - (right.codePointAt(index) as number);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

function jsonFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (Number.isFinite(value)) return floatRepr(value);
  return value > 0 ? 'Infinity' : '-Infinity';
}

/** JSON text with everything beyond printable ASCII escaped. */
function jsonText(text: string): string {
  return JSON.stringify(text).replace(
    /[\x7f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
