/** Is credit shared out as Shapley's axioms ask, exactly and from random orders? */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/core/random.ts';
import {
  type Coalition,
  coalitionCount,
  coalitionKey,
  planGame,
  shapleyValues,
} from '../../../../src/optimizers/kit/games/shapley.ts';

const plan = (players: number, limit = 40, seed = 0) =>
  planGame(players, { limit, random: randomStream('game', seed) });

/** A game whose coalitions are worth arbitrary numbers; the empty one too. */
const arbitraryGame = (seed: number) => (coalition: Coalition) =>
  randomStream('worth', seed, coalitionKey(coalition)).next();

const sizes = fc.record({ players: fc.integer({ min: 1, max: 10 }), seed: fc.nat(999) });

describe('the coalitions of a cycle', () => {
  it('are the power set up to the limit, and at most so many beyond it', () => {
    expect([1, 2, 3, 4, 5].map((players) => plan(players).coalitions.length)).toEqual([
      2, 4, 8, 16, 32,
    ]);
    expect(plan(4).orders).toBeNull();
    // 38 // 7 = 5 orders of 8 players, 38 // 9 = 4 of 10.
    expect(plan(8).orders).toHaveLength(5);
    expect(plan(10).orders).toHaveLength(4);
    expect(plan(60).orders).toHaveLength(1);
  });

  it('come once each, the empty one first and the whole one last', () => {
    fc.assert(
      fc.property(sizes, ({ players, seed }) => {
        const { coalitions } = plan(players, 40, seed);
        const keys = coalitions.map(coalitionKey);
        expect(new Set(keys).size).toBe(keys.length);
        expect(keys.length).toBeLessThanOrEqual(coalitionCount(players, 40));
        expect(coalitionCount(players, 40)).toBeLessThanOrEqual(40);
        expect(coalitions[0]).toEqual([]);
        expect(coalitions.at(-1)).toHaveLength(players);
      }),
    );
  });
});

describe('Shapley values', () => {
  it('share out exactly what everybody is worth more than nobody', () => {
    fc.assert(
      fc.property(sizes, ({ players, seed }) => {
        const game = plan(players, 40, seed);
        const worth = arbitraryGame(seed);
        const sum = shapleyValues(game, worth).reduce((all, value) => all + value, 0);
        expect(sum).toBeCloseTo(worth(game.coalitions.at(-1) ?? []) - worth([]), 12);
      }),
    );
  });

  it('are equal for interchangeable players', () => {
    const [first, second, third] = shapleyValues(
      plan(3),
      (coalition) => [0, 0.1, 0.4, 1][coalition.length] ?? 0,
    );
    expect(first).toBeCloseTo(second ?? 0, 12);
    expect(second).toBeCloseTo(third ?? 0, 12);
  });

  it('are nothing for a player who changes nothing, and the weights of an additive game', () => {
    fc.assert(
      fc.property(sizes, ({ players, seed }) => {
        const weights = Array.from({ length: players }, (_, player) =>
          player === 1 ? 0 : randomStream('weight', seed, player).next() - 0.5,
        );
        const worth = (coalition: Coalition): number =>
          coalition.reduce((sum, player) => sum + (weights[player] ?? 0), 0.25);
        shapleyValues(plan(players, 40, seed), worth).forEach((value, player) => {
          expect(value).toBeCloseTo(weights[player] ?? 0, 12);
        });
      }),
    );
  });

  it('are those of the glove game: one left glove, two right ones', () => {
    // Textbook values 2/3, 1/6, 1/6.
    const worth = (coalition: Coalition): number =>
      coalition.includes(0) && coalition.length > 1 ? 1 : 0;
    const values = shapleyValues(plan(3), worth);
    expect(values.map((value) => Number(value.toFixed(12)))).toEqual([
      0.666666666667, 0.166666666667, 0.166666666667,
    ]);
  });

  it('ask for coalitions of the plan only', () => {
    for (const players of [3, 8]) {
      const game = plan(players);
      const known = new Set(game.coalitions.map(coalitionKey));
      shapleyValues(game, (coalition) => {
        expect(known).toContain(coalitionKey(coalition));
        return 0;
      });
    }
  });
});
