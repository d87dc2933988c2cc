/** Which formula do the words of a request ask for, over numbers that earlier calls returned? */

import type { Task } from '../types.ts';
import { collectedNumbers } from './results.ts';

const AMOUNT = String.raw`(\d[\d,]*)`;

function amount(text: string, pattern: RegExp): string | null {
  return pattern.exec(text)?.[1]?.replaceAll(',', '') ?? null;
}

function sided(numbers: readonly number[]): string {
  return [...numbers].sort((left, right) => right - left).join('-');
}

/** With one more number from the request: `divide … by 12`, `times 4`, `subtract a rent of 700`. */
function withAmount(text: string, last: number): string | null {
  const divisor = amount(text, new RegExp(String.raw`\bdivide\w*\b[^.]{0,40}\bby ${AMOUNT}`, 'iu'));
  if (divisor !== null) return `${last}/${divisor}`;
  const factor =
    amount(text, new RegExp(String.raw`\bmultipl\w+\b[^.]{0,40}\bby ${AMOUNT}`, 'iu')) ??
    amount(text, new RegExp(String.raw`\btimes ${AMOUNT}`, 'iu')) ??
    amount(text, new RegExp(String.raw`\b${AMOUNT} times\b`, 'iu'));
  if (factor !== null) return `${last}*${factor}`;
  const less = amount(text, new RegExp(String.raw`\bsubtract\b[^.\d]{0,40}${AMOUNT}`, 'iu'));
  return less === null ? null : `${last}-${less}`;
}

/** Null when fewer numbers are there than the words need. */
export function spokenFormula(task: Task): string | null {
  const text = task.turns.find((turn) => turn.speaker === 'user')?.text ?? '';
  const numbers = collectedNumbers(task);
  const last = numbers.at(-1);
  if (last === undefined) return null;
  const mixed = withAmount(text, last);
  if (mixed !== null) return mixed;
  if (numbers.length < 2) return null;
  if (/\b(?:average|mean)\b/iu.test(text)) return `(${numbers.join('+')})/${numbers.length}`;
  if (/\b(?:difference|subtract|minus)\b/iu.test(text)) return sided(numbers);
  return numbers.join('+');
}
