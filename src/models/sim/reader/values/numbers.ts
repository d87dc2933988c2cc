/** Which numbers and formulas does an English text hold? */

import type { Task } from '../types.ts';
import { saidNewestFirst } from './labels.ts';

/** By value, from 0. */
export const NUMBER_WORDS: readonly string[] = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

const AMOUNT = '(\\d+|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|an?|no)';

/** `3`, `three`, `a`, `no`; null for other words. */
export function numberOf(word: string): number | null {
  if (/^\d+$/u.test(word)) return Number(word);
  const lower = word.toLowerCase();
  if (lower === 'a' || lower === 'an') return 1;
  if (lower === 'no') return 0;
  const index = NUMBER_WORDS.indexOf(lower);
  return index < 0 ? null : index;
}

/** `two adults`, `4 rooms`, `no children`: the newest amount before one of the nouns. */
export function countOf(task: Task, nouns: string): number | null {
  const pattern = new RegExp(`\\b${AMOUNT}\\s+(?:more |hotel |other )?(?:${nouns})\\b`, 'iu');
  for (const text of saidNewestFirst(task)) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return numberOf(found);
  }
  return null;
}

/** A whole answer that is a number, such as `Two.` or `Just one`. */
export function bareNumber(answer: string | null): number | null {
  if (answer === null) return null;
  const match = new RegExp(`^${AMOUNT}\\b`, 'iu').exec(answer);
  return match?.[1] === undefined ? null : numberOf(match[1]);
}

function lengthAndWidth(text: string): string | null {
  const length = /length (?:is|of) (\d+)/iu.exec(text)?.[1];
  const width = /width (?:is|of) (\d+)/iu.exec(text)?.[1];
  return length === undefined || width === undefined ? null : `${length}*${width}`;
}

const OPERATOR_SIGNS: { readonly [word: string]: string } = {
  plus: '+',
  minus: '-',
  times: '*',
};

/** `12 plus 30, and all of that times 4`. */
function wordedFormula(text: string): string | null {
  const sum = /\b\d+(?: (?:plus|minus|times) \d+)+/u.exec(text)?.[0];
  if (sum === undefined) return null;
  const signs = sum.replaceAll(
    / (plus|minus|times) /gu,
    (_, word: string) => OPERATOR_SIGNS[word] ?? '',
  );
  const factor = /\ball (?:of )?(?:that|this|it)? ?times (\d+)/u.exec(text)?.[1];
  return factor === undefined ? signs : `(${signs})*${factor}`;
}

/** An arithmetic expression as written, or one that the words describe. */
export function formulaOf(task: Task): string | null {
  for (const text of saidNewestFirst(task)) {
    const written = /[(\d][\d\s+\-*/().]*[+\-*/][\d\s+\-*/().]*[\d)]/u.exec(text)?.[0];
    if (written !== undefined && !/^\d{4}-\d/u.test(written)) return written.trim();
    const words = wordedFormula(text);
    if (words !== null) return words;
    const square = /square of (\d+)/iu.exec(text)?.[1];
    if (square !== undefined) return `${square}*${square}`;
    const area = lengthAndWidth(text);
    if (area !== null) return area;
  }
  return null;
}
