/** Is the noise of a configuration told as its gain is, and only where every seed was repeated? */
import { describe, expect, test } from 'vitest';
import { aggregateJobs } from '../../../../src/report/aggregate/aggregate.ts';
import { aggregateCsv } from '../../../../src/report/aggregate/exports.ts';
import { noiseOf } from '../../../../src/report/aggregate/noise.ts';
import type { FoundJob } from '../../../../src/report/aggregate/read-jobs.ts';
import { aggregateTables } from '../../../../src/report/aggregate/table.ts';
import { madeJob, scoredRows } from '../../../support/aggregate-jobs.ts';

const rows = scoredRows(0, 0, 10);
const first = rows.map(({ deployed }) => deployed);
/** The same scores with those at some places turned round. */
const turned = (...places: number[]) =>
  first.map((score, place) => (places.includes(place) ? 1 - (score ?? 0) : score));

describe('noise', () => {
  test('flips count whichever way they go, the rate by what is left of them', () => {
    // Place 0 is wrong and becomes right, place 1 the other way round.
    expect(noiseOf([{ rows, repeats: [turned(0, 1)] }])).toEqual({
      repeats: 1,
      flipRate: 0.2,
      largestPoints: 0,
    });
    const found = noiseOf([{ rows, repeats: [turned(0), turned(0, 2, 4)] }]);
    expect(found?.flipRate).toBeCloseTo(0.2, 12);
    expect(found?.largestPoints).toBeCloseTo(30, 12);
  });

  test('seeds weigh the same, and none may be missing', () => {
    const one = { rows, repeats: [turned(0, 2), turned(0)] };
    const other = { rows, repeats: [turned()] };
    expect(noiseOf([one, other])).toEqual({ repeats: 1, flipRate: 0.1, largestPoints: 10 });
    expect(noiseOf([one, { rows }])).toBe(null);
    expect(noiseOf([])).toBe(null);
  });

  test('a task that either time did not observe is left out', () => {
    const [, ...rest] = turned(1);
    expect(noiseOf([{ rows, repeats: [[null, ...rest]] }])?.flipRate).toBeCloseTo(1 / 9, 12);
    expect(noiseOf([{ rows, repeats: [rows.map(() => null)] }])).toBe(null);
  });
});

test('stands beside the gain, which may be no larger', () => {
  const options = { seeds: [0], family: 'dataset', replicates: 100 } as const;
  const tested = scoredRows(2, 1, 17);
  const again = tested.map(({ deployed }, place) => (place === 0 ? 0 : deployed));
  const job = madeJob({ rows: tested });
  const repeated = { ...job, measured: { ...job.measured, repeats: [again] } } as FoundJob;
  const shown = (jobs: readonly FoundJob[]) =>
    aggregateTables(aggregateJobs(jobs, options), { perSeed: true });
  const [plain] = shown([job]);
  expect(plain?.header).not.toContain('A/A');
  const [table] = shown([repeated]);
  expect(table?.header.at(-1)).toBe('A/A');
  expect(table?.rows.map((row) => row.at(-1))).toEqual(['±5.0 (5.0 %)', '±5.0 (5.0 %)']);
  expect(table?.notes.join('\n')).toContain('within noise: maspo');
  const [header = '', line = ''] = aggregateCsv(aggregateJobs([repeated], options)).split('\r\n');
  expect(header.endsWith('aa_repeats,aa_flip_rate,aa_largest_pp')).toBe(true);
  expect(line.endsWith(',1,0.05,5')).toBe(true);
});
