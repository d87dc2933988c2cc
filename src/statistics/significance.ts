/** Is a difference on paired tasks more than chance, also after many comparisons? */

/** How many tasks changed sides between two arms that worked on the same tasks. */
export interface Flips {
  /** Wrong in the first arm, right in the second. */
  readonly gained: number;
  /** Right in the first arm, wrong in the second. */
  readonly lost: number;
}

/**
 * Exact McNemar test: the two-sided sign test on the discordant tasks. 1 when no task changed sides.
 *
 * @returns p in (0, 1].
 * @throws RangeError unless both counts are non-negative integers.
 */
export function mcnemarExact({ gained, lost }: Flips): number {
  refuseNoCounts({ gained, lost });
  return Math.min(1, 2 * lowerTail(gained + lost, Math.min(gained, lost)));
}

/**
 * The one-sided sign test: how likely are at least so many gains among the discordant tasks, if gains and losses were
 * equally likely? 1 when no task changed sides.
 *
 * @returns p in (0, 1].
 * @throws RangeError unless both counts are non-negative integers.
 */
export function gainExact({ gained, lost }: Flips): number {
  refuseNoCounts({ gained, lost });
  return Math.min(1, lowerTail(gained + lost, lost));
}

/** Chance of at most `most` heads in `throws` throws of a fair coin, summed as logarithms. */
function lowerTail(throws: number, most: number): number {
  let logTerm = -throws * Math.LN2;
  let tail = Math.exp(logTerm);
  for (let k = 1; k <= most; k += 1) {
    logTerm += Math.log((throws - k + 1) / k);
    tail += Math.exp(logTerm);
  }
  return tail;
}

/**
 * Holm's step-down correction (Holm 1979) over one family of tests.
 *
 * @returns adjusted p-values in input order, each in [0, 1]: reject those at or below the family's level.
 * @throws RangeError for a p-value outside [0, 1] (NaN included).
 */
export function holm(pValues: readonly number[]): number[] {
  const bad = pValues.find((p) => !(p >= 0 && p <= 1));
  if (bad !== undefined) throw new RangeError(`p-values lie in [0, 1], got ${bad}`);
  const order = pValues.map((p, index) => ({ p, index }));
  order.sort((left, right) => left.p - right.p || left.index - right.index);
  const adjusted = pValues.map(() => 1);
  let largest = 0;
  order.forEach(({ p, index }, rank) => {
    largest = Math.max(largest, Math.min(1, p * (pValues.length - rank)));
    adjusted[index] = largest;
  });
  return adjusted;
}

function refuseNoCounts({ gained, lost }: Flips): void {
  if (isCount(gained) && isCount(lost)) return;
  throw new RangeError(`flips must be counts, got ${gained} gained and ${lost} lost`);
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
