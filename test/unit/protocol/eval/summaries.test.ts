import { describe, expect, test } from 'vitest';
import { meanScores } from '../../../../src/protocol/eval/mean-scores.ts';
import { defaultTurnCap, type SampleRow } from '../../../../src/protocol/eval/run-samples.ts';
import { sampleSummary } from '../../../../src/protocol/eval/sample-summary.ts';

function row(solved: boolean | null, turns: number, more: Partial<SampleRow> = {}): SampleRow {
  return {
    sampleId: `sample ${turns}`,
    stratum: 'level-3',
    solved,
    turns,
    cap: 10,
    steps: 4,
    made: solved === true ? 4 : 1,
    undecided: 0,
    error: null,
    ...more,
  };
}

describe('the summary of whole samples', () => {
  test('counts turns over solved samples only, and leaves out what was not observed', () => {
    const rows = [row(true, 4), row(true, 9), row(false, 10, { undecided: 3 }), row(null, 2)];
    const { interval, ...counts } = sampleSummary(rows);
    // The score interval of Wilson (1927) for 2 of 3, worked out by hand.
    expect(interval?.low).toBeCloseTo(0.2076596, 7);
    expect(interval?.high).toBeCloseTo(0.9385081, 7);
    expect(counts).toEqual({
      planned: 4,
      scored: 3,
      solved: 2,
      sampleAccuracy: 2 / 3,
      turnsToFinish: { n: 2, mean: 6.5, median: 6.5, fewest: 4 },
      steps: 12,
      made: 9,
      undecided: 3,
    });
  });

  test('has the middle one of an odd number as median', () => {
    const { turnsToFinish } = sampleSummary([row(true, 9), row(true, 4), row(true, 5)]);
    expect(turnsToFinish).toMatchObject({ n: 3, mean: 6, median: 5 });
  });

  test('says nothing of turns when nothing is solved, and of nothing when nothing was seen', () => {
    expect(sampleSummary([row(false, 10)])).toMatchObject({
      sampleAccuracy: 0,
      turnsToFinish: { n: 0, mean: null, median: null, fewest: null },
    });
    expect(sampleSummary([row(null, 1)])).toMatchObject({
      planned: 1,
      scored: 0,
      sampleAccuracy: null,
      interval: null,
    });
  });

  test('lets every step fail once, and two more turns', () => {
    expect([4, 7].map(defaultTurnCap)).toEqual([10, 16]);
  });
});

describe('mean scores', () => {
  test('leave out what was not observed, and count an empty answer as 0', () => {
    const rows = [
      { stratum: 'level-1', score: 0.5 },
      { stratum: 'level-1', score: 0 },
      { stratum: 'level-2', score: null },
    ];
    const { all, strata } = meanScores(rows);
    expect(all).toMatchObject({ planned: 3, scored: 2, mean: 0.25 });
    expect(strata['level-2']).toEqual({ planned: 1, scored: 0, mean: null, interval: null });
    expect(strata['level-1']?.interval).toEqual({ low: 0, high: 0.5 });
    expect(meanScores(rows)).toEqual({ all, strata });
  });
});
