/** How are millions of positions drawn, for a bootstrap, in little time? */
import type { RandomStream } from '../core/random.ts';

/** Fills `positions` with integers in [0, bound), each equally likely to about one part in 2^32 / bound. */
export type DrawPositions = (positions: Int32Array, bound: number) => void;

const DISCARDED = 12;

/**
 * Positions from sfc32 (Doty-Humphrey, PractRand), started from three draws of the stream: ten times as many per second as
 * the stream itself gives.
 */
export function positionDrawer(random: RandomStream): DrawPositions {
  const word = (): number => Math.floor(random.next() * 2 ** 32);
  const state = Int32Array.of(word(), word(), word(), 1);
  const draw: DrawPositions = (positions, bound) => {
    const scale = bound / 2 ** 32;
    // One by one: taking a typed array apart goes through an iterator, and this is called for every resample.
    let a = state[0] as number;
    let b = state[1] as number;
    let c = state[2] as number;
    let counter = state[3] as number;
    for (let index = 0; index < positions.length; index += 1) {
      const drawn = (((a + b) | 0) + counter) | 0;
      counter = (counter + 1) | 0;
      a = b ^ (b >>> 9);
      b = (c + (c << 3)) | 0;
      c = (((c << 21) | (c >>> 11)) + drawn) | 0;
      positions[index] = Math.floor((drawn >>> 0) * scale);
    }
    state[0] = a;
    state[1] = b;
    state[2] = c;
    state[3] = counter;
  };
  draw(new Int32Array(DISCARDED), 1);
  return draw;
}
