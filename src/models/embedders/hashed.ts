/** What stands in for an embedding model where none may be needed? Groups of letters, counted and hashed into a vector. */
import type { Embedder } from '../../core/model.ts';
import { abortedError } from '../transport/deadline.ts';
import { unitVector } from './vectors.ts';

/** Letters in a group; words are padded with a blank on both sides, so that their ends count. */
const GROUP = 3;

/**
 * Texts with groups of letters in common are similar. Deterministic on every machine, and good enough for tests; its
 * decisions are not the benchmark's.
 */
export function hashedEmbedder(dimension: number): Embedder {
  return {
    id: `hashed:${dimension}`,
    dimension,
    embed: (texts, signal) =>
      signal.aborted
        ? Promise.reject(abortedError())
        : Promise.resolve(texts.map((text) => embedOne(text, dimension))),
  };
}

function embedOne(text: string, dimension: number): Float32Array {
  const counts = new Float64Array(dimension);
  for (const word of text.toLowerCase().split(/[^\p{L}\p{N}]+/u)) {
    if (word === '') continue;
    const letters = Array.from(` ${word} `);
    for (let start = 0; start + GROUP <= letters.length; start += 1) {
      const hash = fnv1a(letters.slice(start, start + GROUP).join(''));
      const slot = hash % dimension;
      // Signed counts keep unrelated texts near zero instead of all alike.
      counts[slot] = (counts[slot] ?? 0) + (hash >= 2 ** 31 ? 1 : -1);
    }
  }
  return unitVector(counts) ?? firstAxis(dimension);
}

/** Texts without letters, or whose counts cancel out, are all the same. */
function firstAxis(dimension: number): Float32Array {
  const vector = new Float32Array(dimension);
  vector[0] = 1;
  return vector;
}

/** FNV-1a, 32 bits, over UTF-8. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return hash;
}
