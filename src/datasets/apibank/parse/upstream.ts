/** Which call do API-Bank's own two regular expressions see? The same matches, found without their backtracking. */
import { isPyWhitespace } from '../python/text.ts';
import { PyDict } from '../python/value.ts';
import type { ParseResult } from './result.ts';

const wordRun = /[\p{L}\p{N}_]+/uy;
const wordCharacter = /[\p{L}\p{N}_]/u;
const callHead = /\[[\p{L}\p{N}_]+\(/u;

/**
 * Policy `upstream`: the first `[Name(` and the last `)]` of the first line that has both in this order. Every value is text:
 * up to the next quote of either kind (at least one character), or from `[` to the last `]`, or one word.
 */
export function parseUpstream(text: string): ParseResult {
  for (const line of text.split('\n')) {
    const head = callHead.exec(line);
    const close = line.lastIndexOf(')]');
    if (head === null || close < head.index + head[0].length) continue;
    const name = head[0].slice(1, -1);
    const callText = line.slice(head.index, close + 2);
    const values = readArguments(line.slice(head.index + head[0].length, close));
    return { ok: true, name, arguments: values, callText, repairs: [] };
  }
  return {
    ok: false,
    kind: 'no_call',
    error: 'no [ApiName(...)] call on one line',
    callText: text.trim(),
    repairs: [],
  };
}

function readArguments(source: string): PyDict {
  const values = new PyDict();
  const lastQuote = Math.max(source.lastIndexOf("'"), source.lastIndexOf('"'));
  const lastBracket = source.lastIndexOf(']');
  let from = 0;
  for (let equals = source.indexOf('='); equals >= 0; equals = source.indexOf('=', equals + 1)) {
    const name = wordBefore(source, equals, from);
    if (name === '') continue;
    const value = valueAfter(source, equals + 1, { lastQuote, lastBracket });
    if (value === null) continue;
    values.set(name, value.text);
    from = value.end;
    equals = from - 1;
  }
  return values;
}

/** The word that ends before the `=`, blanks between allowed, not reaching back over `from`. */
function wordBefore(source: string, equals: number, from: number): string {
  let end = equals;
  while (end > from && isPyWhitespace(source.charCodeAt(end - 1))) end -= 1;
  let start = end;
  while (start > from) {
    const isPair = isLowSurrogate(source.charCodeAt(start - 1)) && start - 2 >= from;
    const previous = start - (isPair ? 2 : 1);
    if (!wordCharacter.test(source.slice(previous, start))) break;
    start = previous;
  }
  return source.slice(start, end);
}

interface Limits {
  readonly lastQuote: number;
  readonly lastBracket: number;
}

function valueAfter(
  source: string,
  from: number,
  limits: Limits,
): { text: string; end: number } | null {
  let start = from;
  while (isPyWhitespace(source.charCodeAt(start))) start += 1;
  const first = source.charAt(start);
  if ((first === "'" || first === '"') && limits.lastQuote >= start + 2) {
    let close = start + 2;
    while (source.charAt(close) !== "'" && source.charAt(close) !== '"') close += 1;
    return { text: source.slice(start + 1, close), end: close + 1 };
  }
  if (first === '[' && limits.lastBracket > start) {
    return { text: source.slice(start, limits.lastBracket + 1), end: limits.lastBracket + 1 };
  }
  wordRun.lastIndex = start;
  const word = wordRun.exec(source)?.[0];
  return word === undefined ? null : { text: word, end: start + word.length };
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
