import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paretoFront, type Tradeoff } from '../../../src/statistics/pareto.ts';

// Few values, so that ties are frequent.
const points = fc.array(
  fc.record({ score: fc.constantFrom(0, 0.5, 0.52, 1), cost: fc.integer({ min: 1, max: 6 }) }),
  { maxLength: 12 },
);

function beats(one: Tradeoff, other: Tradeoff): boolean {
  return (
    one.score >= other.score &&
    one.cost <= other.cost &&
    (one.score > other.score || one.cost < other.cost)
  );
}

test('holds exactly the points that no other beats, each as often as it was given', () => {
  fc.assert(
    fc.property(points, (given) => {
      const expected = given.filter((point) => !given.some((other) => beats(other, point)));
      const found = paretoFront(given);
      expect(new Set(found)).toEqual(new Set(expected));
      expect(found).toHaveLength(expected.length);
    }),
  );
});

test('is sorted by cost, and score rises with it but for equal points', () => {
  fc.assert(
    fc.property(points, (given) => {
      const found = paretoFront(given);
      found.slice(1).forEach((point, index) => {
        const before = found[index] as Tradeoff;
        const isEqual = point.score === before.score && point.cost === before.cost;
        expect(isEqual || (point.score > before.score && point.cost > before.cost)).toBe(true);
      });
    }),
  );
});

test('does not depend on the order in which points are given', () => {
  fc.assert(
    fc.property(points, fc.integer(), (given, seed) => {
      const shuffled = [...given].sort(
        (left, right) => ((left.cost * 7 + right.cost * seed) % 3) - 1,
      );
      expect(paretoFront(shuffled)).toEqual(paretoFront(given));
    }),
  );
});

test('keeps a free team that scores nothing', () => {
  const nothing = { score: 0, cost: 0 };
  expect(paretoFront([{ score: 1, cost: 3 }, nothing])).toEqual([nothing, { score: 1, cost: 3 }]);
});
