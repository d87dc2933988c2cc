/** Is a gain over several seeds more than chance, when the seeds worked on the same tasks? */
import type { RandomStream } from '../core/random.ts';

export interface SignFlipResult {
  /** Two-sided, in (0, 1]. */
  readonly pValue: number;
  /** False when sign flips were drawn, not all of them counted. */
  readonly exact: boolean;
}

const ENUMERATED = 16;
const DRAWS = 10_000;
const ROUNDING = 1e-9;

/**
 * If the two arms did not differ, a task's differences in all seeds could as well have had the other sign, all of them
 * together: results of one task in several seeds are not independent, so a task is one unit. The p-value is the share of
 * sign flips of the units whose sum lies as far from zero as the one seen (a Fisher-Pitman test). With one seed and right
 * or wrong answers it is the exact McNemar test.
 *
 * Whole numbers are counted exactly whatever their number; other values exactly up to 16 units that are not zero, else
 * from 10,000 draws, the seen one included (Phipson and Smyth 2010).
 *
 * @param units the sum of a task's differences over the seeds, one per task.
 * @param random drawn from only where it is not exact.
 * @throws RangeError for a value that is no finite number.
 */
export function signFlipTest(units: readonly number[], random: RandomStream): SignFlipResult {
  const bad = units.find((unit) => !Number.isFinite(unit));
  if (bad !== undefined) throw new RangeError(`differences must be finite numbers, got ${bad}`);
  const sizes = units.map(Math.abs).filter((size) => size > 0);
  const seen = Math.abs(units.reduce((sum, unit) => sum + unit, 0));
  if (sizes.length === 0) return { pValue: 1, exact: true };
  if (sizes.every((size) => Number.isSafeInteger(size))) {
    return { pValue: countedTail(sizes, seen), exact: true };
  }
  if (sizes.length <= ENUMERATED) return { pValue: enumeratedTail(sizes, seen), exact: true };
  let hits = 0;
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const sum = sizes.reduce((total, size) => total + (random.next() < 0.5 ? -size : size), 0);
    if (Math.abs(sum) >= seen - ROUNDING) hits += 1;
  }
  return { pValue: (hits + 1) / (DRAWS + 1), exact: false };
}

/** The distribution of the sum of ± sizes, unit by unit. */
function countedTail(sizes: readonly number[], seen: number): number {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let chances = new Float64Array(2 * total + 1);
  chances[total] = 1;
  for (const size of sizes) {
    const next = new Float64Array(chances.length);
    for (let place = 0; place < chances.length; place += 1) {
      const half = (chances[place] as number) / 2;
      if (half === 0) continue;
      next[place - size] = (next[place - size] as number) + half;
      next[place + size] = (next[place + size] as number) + half;
    }
    chances = next;
  }
  let tail = 0;
  chances.forEach((chance, place) => {
    if (Math.abs(place - total) >= seen) tail += chance;
  });
  return Math.min(1, tail);
}

function enumeratedTail(sizes: readonly number[], seen: number): number {
  const flips = 2 ** sizes.length;
  let hits = 0;
  for (let flip = 0; flip < flips; flip += 1) {
    const sum = sizes.reduce(
      (total, size, position) => total + ((flip >> position) & 1 ? size : -size),
      0,
    );
    if (Math.abs(sum) >= seen - ROUNDING) hits += 1;
  }
  return hits / flips;
}
