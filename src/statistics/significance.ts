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
  if (!isCount(gained) || !isCount(lost)) {
    throw new RangeError(`flips must be counts, got ${gained} gained and ${lost} lost`);
  }
  const discordant = gained + lost;
  let logTerm = -discordant * Math.LN2;
  let tail = Math.exp(logTerm);
  for (let k = 1; k <= Math.min(gained, lost); k += 1) {
    logTerm += Math.log((discordant - k + 1) / k);
    tail += Math.exp(logTerm);
  }
  return Math.min(1, 2 * tail);
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

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
