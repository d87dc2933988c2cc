/** Is the assignment that elimination finds the best of all? */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  eliminationOrder,
  mostProbable,
  type Potentials,
} from '../../../../src/optimizers/kit/inference/max-product.ts';

/** Whole numbers, so that every sum is exact and a tie is a tie. */
const potentials = fc
  .record({
    sizes: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 }),
    seed: fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 64, maxLength: 64 }),
    links: fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { maxLength: 9 }),
  })
  .map(({ sizes, seed, links }): Potentials => {
    const number = (index: number): number => seed[index % seed.length] ?? 0;
    return {
      nodes: sizes.map((size, variable) =>
        Array.from({ length: size }, (_, value) => number(7 * variable + value)),
      ),
      edges: links
        .filter(([from, to]) => from < sizes.length && to < sizes.length)
        .map(([from, to], place) => ({
          from,
          to,
          table: Array.from({ length: sizes[from] ?? 0 }, (_, left) =>
            Array.from({ length: sizes[to] ?? 0 }, (__, right) =>
              number(11 * place + 5 * left + 3 * right + 1),
            ),
          ),
        })),
    };
  });

function total({ nodes, edges }: Potentials, chosen: readonly number[]): number {
  const own = nodes.reduce((sum, values, place) => sum + (values[chosen[place] ?? 0] ?? 0), 0);
  return edges.reduce(
    (sum, { from, to, table }) => sum + (table[chosen[from] ?? 0]?.[chosen[to] ?? 0] ?? 0),
    own,
  );
}

function bruteForce(problem: Potentials): number {
  let all: number[][] = [[]];
  for (const values of problem.nodes) {
    all = all.flatMap((start) => values.map((_, value) => [...start, value]));
  }
  return Math.max(...all.map((chosen) => total(problem, chosen)));
}

describe('max-product', () => {
  it('equals brute force on random graphs, with loops and links to itself', () => {
    fc.assert(
      fc.property(potentials, (problem) => {
        const chosen = mostProbable(problem);
        chosen.forEach((value, place) => {
          expect(value).toBeLessThan(problem.nodes[place]?.length ?? 0);
        });
        expect(total(problem, chosen)).toBe(bruteForce(problem));
      }),
      { numRuns: 500 },
    );
  });

  it('gives the lowest values when all are equal', () => {
    const table = [
      [0.1, 0.1],
      [0.1, 0.1],
    ];
    const nodes = [
      [0.3, 0.3],
      [0.3, 0.3],
      [0.3, 0.3],
    ];
    const edges = [
      { from: 0, to: 1, table },
      { from: 1, to: 2, table },
      { from: 2, to: 0, table },
    ];
    expect(mostProbable({ nodes, edges })).toEqual([0, 0, 0]);
  });

  it('eliminates the ends of a chain before its middle, the lowest of equals first', () => {
    const table = [[0]];
    const chain = [
      { from: 0, to: 1, table },
      { from: 1, to: 2, table },
    ];
    expect(eliminationOrder(3, chain)).toEqual([0, 1, 2]);
    const star = [1, 2, 3].map((to) => ({ from: 0, to, table }));
    expect(eliminationOrder(4, star)[0]).not.toBe(0);
  });
});
