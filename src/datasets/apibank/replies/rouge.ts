/** How near is a text to another by ROUGE-L: as API-Bank measures it, and as the textbook defines it? */
import { pySplitWhitespace } from '../python/text.ts';

/** All in [0, 1]. */
export interface RougeL {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

const NOTHING: RougeL = { precision: 0, recall: 0, f1: 0 };

/** Added to the sum of precision and recall by the package; keeps F below 1 even for equal texts. */
const SMOOTHING = 1e-8;

/**
 * What metric `rouge-l` of the Python package `rouge` 1.0.1 returns, which API-Bank's evaluation calls: texts are cut
 * into sentences at every `.` (also within `3.50` and `e.g.`), words are what white space separates, upper and lower case
 * differ, and punctuation belongs to its word. For each sentence of the reference the longest common subsequences
 * with all sentences of the hypothesis are united, as a set: a repeated word counts once, in the texts as well.
 *
 * Two differences: a text without a sentence gives 0, where the package raises; and there is no length at which the
 * search for a subsequence gives up (the package recurses once per word, and Python ends that near 1,000).
 */
export function packageRougeL(hypothesis: string, reference: string): RougeL {
  const said = sentences(hypothesis);
  const wanted = sentences(reference);
  if (said.length === 0 || wanted.length === 0) return NOTHING;
  const shared = new Set<string>();
  for (const sentence of wanted) {
    for (const other of said) {
      for (const word of commonSubsequence(sentence, other)) shared.add(word);
    }
  }
  const precision = shared.size / new Set(said.flat()).size;
  const recall = shared.size / new Set(wanted.flat()).size;
  const f1 = 2 * ((precision * recall) / (precision + recall + SMOOTHING));
  return { precision, recall, f1 };
}

/**
 * ROUGE-L of Lin (2004) over one sequence of tokens, F with equal weights: tokens are the runs of `a` to `z` and digits in
 * the lower-cased text, neither stemmed nor made unique. The definition of the package `rouge-score`.
 */
export function textbookRougeL(hypothesis: string, reference: string): RougeL {
  const said = plainTokens(hypothesis);
  const wanted = plainTokens(reference);
  if (said.length === 0 || wanted.length === 0) return NOTHING;
  const { length } = commonSubsequence(wanted, said);
  if (length === 0) return NOTHING;
  const precision = length / said.length;
  const recall = length / wanted.length;
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}

/** Python's `round(value, 4)` for a value in [0, 1]: of two equally near results the even one. */
export function roundedToFour(value: number): number {
  const scaled = value * 10_000;
  // Exactly between two results are only multiples of 1/32, which arithmetic on doubles keeps exact.
  const isTie = Number.isInteger(value * 32) && !Number.isInteger(scaled);
  return isTie ? (2 * Math.round(scaled / 2)) / 10_000 : Number(value.toFixed(4));
}

/** A stretch of nothing but white space is a sentence of one empty word, as in the package. */
function sentences(text: string): string[][] {
  return text
    .split('.')
    .filter((part) => part !== '')
    .map((part) => {
      const words = pySplitWhitespace(part);
      return words.length === 0 ? [''] : words;
    });
}

function plainTokens(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/gu) ?? [];
}

/**
 * One longest common subsequence. Among equally long ones the package's is taken, which decides what the union holds: from
 * the end, a pair of equal words is taken, else the last word of `right` is dropped unless that loses something.
 */
function commonSubsequence(left: readonly string[], right: readonly string[]): string[] {
  const width = right.length + 1;
  const lengths = new Uint32Array((left.length + 1) * width);
  const lengthAt = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = 1; row <= left.length; row += 1) {
    for (let column = 1; column <= right.length; column += 1) {
      lengths[row * width + column] =
        left[row - 1] === right[column - 1]
          ? lengthAt(row - 1, column - 1) + 1
          : Math.max(lengthAt(row - 1, column), lengthAt(row, column - 1));
    }
  }
  const found: string[] = [];
  let row = left.length;
  let column = right.length;
  while (row > 0 && column > 0) {
    if (left[row - 1] === right[column - 1]) {
      found.push(left[row - 1] ?? '');
      row -= 1;
      column -= 1;
    } else if (lengthAt(row - 1, column) > lengthAt(row, column - 1)) row -= 1;
    else column -= 1;
  }
  return found.reverse();
}
