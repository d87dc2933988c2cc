/** What did somebody take back, and what holds instead? */
import type { ArgumentValue, DialogueTurn } from '../types.ts';

export interface Correction {
  /** As it was said first. */
  readonly from: string;
  readonly to: string;
}

/** The end of a sentence, which the dot of a title is not. */
const END = String.raw`(?=(?<!\bDr)[.!?;](?:\s|$)|$)`;

const FORMS: readonly RegExp[] = [
  new RegExp(
    String.raw`\binstead of (.+?),? (?:it|that) (?:has to|should|must|shall) be (.+?)${END}`,
    'iu',
  ),
  new RegExp(
    String.raw`\bnot (.+?), (?:but |I meant |I mean |it is |it's |make it |make that )(.+?)${END}`,
    'iu',
  ),
  new RegExp(String.raw`\bnot (.+?) but (.+?)${END}`, 'iu'),
  new RegExp(String.raw`(\S+), no,? (?:wait,? )?(?:it is|it's|make it) (.+?)${END}`, 'iu'),
  new RegExp(String.raw`\bscratch (.+?)[;,] (?:make that|make it|take|use) (.+?)${END}`, 'iu'),
];

interface Found extends Correction {
  readonly start: number;
  readonly end: number;
}

function findCorrection(text: string): Found | null {
  for (const form of FORMS) {
    const match = form.exec(text);
    if (match === null) continue;
    const from = (match[1] ?? '').trim();
    const to = (match[2] ?? '').replace(/,? (?:please|instead)$/iu, '').trim();
    // A correction in the same breath begins with what it corrects, which stays to be replaced.
    const start = match.index + (match[0].startsWith(from) ? from.length : 0);
    return { from, to, start, end: match.index + match[0].length };
  }
  return null;
}

export interface Mended {
  /** The turns as if everything had been said right at once. */
  readonly turns: readonly DialogueTurn[];
  readonly corrections: readonly Correction[];
}

/** Puts corrections into effect: what a user takes back is replaced where it was said. */
export function mendTurns(turns: readonly DialogueTurn[]): Mended {
  const mended = [...turns];
  const corrections: Correction[] = [];
  turns.forEach((turn, index) => {
    if (turn.speaker !== 'user') return;
    const found = findCorrection(turn.text);
    if (found === null) return;
    const before = turn.text.slice(0, found.start);
    const isKnown = (text: string): boolean => text.includes(found.from);
    const place = isKnown(before)
      ? index
      : mended.findLastIndex(
          (other, at) => at < index && other.speaker === 'user' && isKnown(other.text),
        );
    if (place === -1) return;
    mended[index] = { ...turn, text: before + turn.text.slice(found.end) };
    const told = mended[place] as DialogueTurn;
    mended[place] = { ...told, text: told.text.replace(found.from, () => found.to) };
    corrections.push({ from: found.from, to: found.to });
  });
  return { turns: mended, corrections };
}

function bare(text: string): string {
  return text
    .replaceAll(/["“”]/gu, '')
    .replace(/^(?:the|at|on|in) /iu, '')
    .trim();
}

/** What was said before it was corrected to this value, or null. */
export function supersededBy(
  value: ArgumentValue,
  corrections: readonly Correction[],
): string | null {
  if (typeof value !== 'string') return null;
  const found = corrections.findLast(({ to }) => bare(to) === bare(value));
  return found === undefined ? null : bare(found.from);
}
