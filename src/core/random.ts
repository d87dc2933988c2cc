/** Where does chance come from? From a named stream, never from a shared generator. */
import { hash } from 'node:crypto';
import seedrandom from 'seedrandom';

export type RandomPath = readonly (string | number)[];

/** A stream of numbers that depends on its path only. Drawing on one stream never shifts another. */
export interface RandomStream {
  /** Uniform in [0, 1), 53 bits. */
  next(): number;
  /** Uniform integer in [0, bound). `bound` must be a positive integer. */
  integer(bound: number): number;
  /** One element; throws RangeError on an empty list. */
  pick<T>(items: readonly T[]): T;
  /** A shuffled copy (Fisher-Yates). */
  shuffle<T>(items: readonly T[]): T[];
  /** `count` distinct positions in random order; all of them when the list is shorter. */
  sample<T>(items: readonly T[], count: number): T[];
}

/** Bounds up to this are drawn from 32 bits. */
const SMALL_BOUND = 4_096;

/** Counter-based randomness: the stream of a path such as `['split', 0, 'train']`. */
export function randomStream(...path: RandomPath): RandomStream {
  const generator = seedrandom(pathText(path));
  const next = (): number => generator.double();
  const integer = (bound: number): number => {
    if (!Number.isSafeInteger(bound) || bound < 1) {
      throw new RangeError(`bound must be a positive integer, got ${String(bound)}`);
    }
    // 32 bits are drawn for small bounds: less work, and a bias of at most one in a million.
    return Math.floor((bound <= SMALL_BOUND ? generator.quick() : next()) * bound);
  };
  const shuffle = <T>(items: readonly T[]): T[] => {
    const copy = [...items];
    for (let last = copy.length - 1; last > 0; last -= 1) {
      const other = integer(last + 1);
      const held = copy[last] as T;
      copy[last] = copy[other] as T;
      copy[other] = held;
    }
    return copy;
  };
  return {
    next,
    integer,
    shuffle,
    pick: <T>(items: readonly T[]): T => {
      if (items.length === 0) throw new RangeError('cannot pick from an empty list');
      return items[integer(items.length)] as T;
    },
    sample: <T>(items: readonly T[], count: number): T[] => shuffle(items).slice(0, count),
  };
}

/** Modulus of request seeds: the largest value that every known server accepts as a 32-bit signed integer. */
export const SEED_MODULUS = 2 ** 31 - 1;

/** A request seed in [0, 2^31 - 1): a pure function of the path, so retries and replays reuse it. */
export function derivedSeed(...path: RandomPath): number {
  const bytes = hash('sha256', pathText(path), 'buffer');
  return Number(bytes.readBigUInt64BE(0) % BigInt(SEED_MODULUS));
}

/** JSON of a flat list of texts and numbers is canonical as it is. */
function pathText(path: RandomPath): string {
  return JSON.stringify(path);
}
