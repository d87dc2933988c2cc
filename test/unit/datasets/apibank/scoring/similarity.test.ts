import { expect, it } from 'vitest';
import type { Embedder } from '../../../../../src/core/model.ts';
import type { Candidate } from '../../../../../src/datasets/apibank/scoring/search.ts';
import { similaritySearch } from '../../../../../src/datasets/apibank/scoring/similarity.ts';

const { signal } = new AbortController();

const VECTORS: { readonly [text: string]: readonly number[] } = {
  east: [1, 0],
  north: [0, 1],
  'north again': [0, 1],
  'north-east': [Math.SQRT1_2, Math.SQRT1_2],
  'a bit north of east': [0.8, 0.6],
  south: [0, -1],
  west: [-1, 0],
};

/** Looks texts up; fails `failures` times first. */
function compass(calls: string[][], failures = 0): Embedder {
  let left = failures;
  return {
    id: 'compass',
    dimension: 2,
    embed: async (texts) => {
      calls.push([...texts]);
      left -= 1;
      if (left >= 0) throw new Error('no wind');
      return texts.map((text) => Float32Array.from(VECTORS[text] ?? []));
    },
  };
}

const candidate = (searchText: string): Candidate => ({ searchText, output: searchText });
const CANDIDATES = ['east', 'north', 'north again'].map(candidate);

it('finds the most similar candidate, the first of equal ones, and none that is not similar at all', async () => {
  const search = similaritySearch(compass([]));
  const found = async (text: string): Promise<unknown> =>
    (await search.best(text, CANDIDATES, signal))?.output ?? null;
  expect(await found('a bit north of east')).toBe('east');
  expect(await found('north')).toBe('north');
  expect(await found('north-east')).toBe('east');
  expect(await found('south')).toBeNull();
  // At a right angle to one and opposite to the other: similarity must be above zero.
  expect(await search.best('west', [candidate('north'), candidate('east')], signal)).toBeNull();
});

it('asks for a text once, also when it is asked for again at the same time or as a candidate', async () => {
  const calls: string[][] = [];
  const search = similaritySearch(compass(calls));
  await Promise.all([
    search.best('south', CANDIDATES, signal),
    search.best('south', CANDIDATES, signal),
  ]);
  await search.best('north', CANDIDATES, signal);
  await search.best('east', ['south', 'west'].map(candidate), signal);
  expect(calls).toEqual([['east', 'north', 'north again'], ['south'], ['west']]);
});

it('asks again for what failed', async () => {
  const calls: string[][] = [];
  const search = similaritySearch(compass(calls, 1));
  await expect(search.best('north', CANDIDATES, signal)).rejects.toThrow('no wind');
  expect((await search.best('north', CANDIDATES, signal))?.output).toBe('north');
  expect(calls).toHaveLength(2);
});

it('does not go on with fewer vectors than texts', async () => {
  const short: Embedder = { id: 'short', dimension: 2, embed: async () => [] };
  await expect(similaritySearch(short).best('x', CANDIDATES, signal)).rejects.toThrow(
    'embedder short returned too few vectors',
  );
});
