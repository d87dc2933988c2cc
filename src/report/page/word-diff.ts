/** Which words went and which came between two texts? */

export interface DiffPart {
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
}

/** Pairs of words beyond which texts are not compared word by word: a page must be made in a second. */
const MOST_PAIRS = 4_000_000;

/**
 * A shortest edit of words (runs without white space) and the white space between them. The parts but the new ones make the
 * first text, the parts but the gone ones the second, byte for byte. What is too long for that is gone and new as a whole
 * between the common beginning and end.
 */
export function wordDiff(before: string, after: string): readonly DiffPart[] {
  const [left, right] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  const shorter = Math.min(left.length, right.length) - start;
  while (end < shorter && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const middle = (words: readonly string[]): string[] => words.slice(start, words.length - end);
  return joined([
    { kind: 'same', text: left.slice(0, start).join('') },
    ...changed(middle(left), middle(right)),
    { kind: 'same', text: left.slice(left.length - end).join('') },
  ]);
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|\S+/g) ?? [];
}

function changed(left: readonly string[], right: readonly string[]): DiffPart[] {
  if (left.length * right.length > MOST_PAIRS) {
    return [
      { kind: 'gone', text: left.join('') },
      { kind: 'new', text: right.join('') },
    ];
  }
  const kept = keepable(left, right);
  const parts: DiffPart[] = [];
  let [row, column] = [0, 0];
  while (row < left.length || column < right.length) {
    const [gone, come] = [left[row], right[column]];
    if (gone !== undefined && gone === come) {
      parts.push({ kind: 'same', text: gone });
      row += 1;
      column += 1;
    } else if (
      come === undefined ||
      (gone !== undefined && (kept[row + 1]?.[column] ?? 0) >= (kept[row]?.[column + 1] ?? 0))
    ) {
      parts.push({ kind: 'gone', text: gone ?? '' });
      row += 1;
    } else {
      parts.push({ kind: 'new', text: come });
      column += 1;
    }
  }
  return parts;
}

/** A word that stays is worth more than any white space that could stay in its place. */
const WORD = 10_000;

/** Most that can stay of what is left from each pair of places on, in words and then in white space. */
function keepable(left: readonly string[], right: readonly string[]): Uint32Array[] {
  const rows = Array.from({ length: left.length + 1 }, () => new Uint32Array(right.length + 1));
  for (let row = left.length - 1; row >= 0; row -= 1) {
    const [own, below] = [rows[row], rows[row + 1]] as [Uint32Array, Uint32Array];
    for (let column = right.length - 1; column >= 0; column -= 1) {
      own[column] =
        left[row] === right[column]
          ? (below[column + 1] ?? 0) + ((left[row] ?? '').trim() === '' ? 1 : WORD)
          : Math.max(below[column] ?? 0, own[column + 1] ?? 0);
    }
  }
  return rows;
}

/** Neighbours of one kind as one part; empty parts are left out. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const whole: DiffPart[] = [];
  for (const part of parts) {
    const last = whole.at(-1);
    if (part.text === '') continue;
    if (last?.kind === part.kind) {
      whole[whole.length - 1] = { kind: part.kind, text: last.text + part.text };
    } else {
      whole.push(part);
    }
  }
  return whole;
}
