import { expect, test } from 'vitest';
import { randomStream } from '../../../src/core/random.ts';
import {
  compareRows,
  comparisonVerdict,
  type PairedRow,
} from '../../../src/statistics/paired-comparison.ts';

function rows(gained: number, lost: number, both: number, neither: number): PairedRow[] {
  const make = (count: number, baseline: number | null, candidate: number | null): PairedRow[] =>
    Array.from({ length: count }, (_, index) => ({
      id: `${baseline}${candidate}${index}`,
      stratum: 's',
      baseline,
      candidate,
    }));
  return [...make(gained, 0, 1), ...make(lost, 1, 0), ...make(both, 1, 1), ...make(neither, 0, 0)];
}
const random = () => randomStream('test');

test('a supported gain is said plainly', () => {
  // 20 gained, 7 lost of 100: two-sided binomial test p = 0.01916 (scipy.stats.binomtest(7, 27)).
  const comparison = compareRows(rows(20, 7, 32, 41), random());
  expect(comparison).toMatchObject({
    scored: 100,
    planned: 100,
    baselineMean: 0.39,
    candidateMean: 0.52,
    deltaPoints: 13,
    gained: 20,
    lost: 7,
  });
  expect(comparison.pValue).toBeCloseTo(0.01916, 4);
  expect(comparisonVerdict(comparison)).toMatch(
    /^\+13\.0 points, 95 % interval \+\d+\.\d to \+\d+\.\d, exact McNemar p = 0\.019$/,
  );
});

test('an unsupported gain says so and how many tasks it would take', () => {
  const comparison = compareRows(rows(8, 6, 40, 46), random());
  expect(comparisonVerdict(comparison)).toMatch(
    /: not distinguishable from no change; about [\d,]+ tasks would be needed to show it$/,
  );
});

test('a row missing in one arm is missing in both', () => {
  const complete = rows(3, 1, 5, 5);
  const broken: PairedRow[] = [
    ...complete,
    { id: 'x', stratum: 's', baseline: 1, candidate: null },
    { id: 'y', stratum: 's', baseline: null, candidate: 0 },
  ];
  expect(compareRows(broken, random())).toEqual({
    ...compareRows(complete, random()),
    planned: 16,
  });
});

test('nothing observed is no number, not zero', () => {
  const comparison = compareRows(
    [{ id: 'x', stratum: 's', baseline: null, candidate: 1 }],
    random(),
  );
  expect(comparison).toMatchObject({
    scored: 0,
    planned: 1,
    baselineMean: null,
    deltaPoints: null,
    pValue: null,
  });
  expect(comparisonVerdict(comparison)).toMatch(/nothing can be said/);
});
