import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ERROR_CLASSES } from '../../../src/core/error-class.ts';
import { randomStream } from '../../../src/core/random.ts';
import type { ReportRow } from '../../../src/core/report-row.ts';
import type { Figures } from '../../../src/report/figures.ts';
import {
  type ArmReport,
  type LevelReport,
  reportSummary,
} from '../../../src/report/level-report.ts';
import { compareRows } from '../../../src/statistics/paired-comparison.ts';
import { COLUMNS, inputOf, oneArm, reportOf, rowsOf } from '../../support/report.ts';

const figures = (report: LevelReport): ArmReport => report.arms[0] as ArmReport;
const columnOf = (arm: ArmReport, column: string): Figures => arm.columns[column] as Figures;

describe('a column', () => {
  // Newcombe (1998), Statistics in Medicine 17, table I, method 3.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('%d of %d has the Wilson interval %f to %f', (right, all, low, high) => {
    const wrong = Array.from({ length: all - right }, () => 'other' as const);
    const column = columnOf(figures(oneArm(rowsOf('A', right, wrong))), 'A');
    expect([column.correct, column.scored, column.planned]).toEqual([right, all, all]);
    expect(column.rate).toBeCloseTo(right / all, 9);
    expect(column.low).toBeCloseTo(low, 4);
    expect(column.high).toBeCloseTo(high, 4);
  });

  test('counts what was not observed apart, never as wrong', () => {
    const rows = rowsOf('A', 2, ['no_call', 'wrong_value', 'no_call'], 4);
    expect(figures(oneArm(rows)).columns['A']).toMatchObject({
      planned: 9,
      scored: 5,
      correct: 2,
      rate: 0.4,
      infrastructure: 4,
      errors: { no_call: 2, wrong_value: 1 },
    });
  });

  test('without an observation has no rate', () => {
    const arm = figures(oneArm([...rowsOf('A', 0, [], 3), ...rowsOf('B', 1)]));
    expect(arm.columns['A']).toMatchObject({ planned: 3, scored: 0, rate: null });
    expect(arm.columns['C']).toMatchObject({ planned: 0, scored: 0, rate: null });
    expect(arm.macro).toEqual({ rate: 1, columns: 1, plannedColumns: 2 });
  });

  test('that the benchmark did not name is shown all the same', () => {
    expect(oneArm(rowsOf('D', 1)).columns).toEqual(['A', 'B', 'C', 'D']);
  });
});

test('macro weighs columns, micro weighs tasks', () => {
  const arm = figures(
    oneArm([
      ...rowsOf('A', 9, ['other']),
      ...rowsOf('B', 1, ['other']),
      ...rowsOf('C', 0, ['other']),
    ]),
  );
  // (0.9 + 0.5 + 0) / 3
  expect(arm.macro).toEqual({ rate: 0.4666666667, columns: 3, plannedColumns: 3 });
  expect(arm.micro).toMatchObject({ correct: 10, scored: 13, rate: 0.7692307692 });
});

describe('scorers side by side', () => {
  const [first, second, third, fourth] = [
    ...rowsOf('A', 2),
    ...rowsOf('B', 0, ['other', 'other']),
  ] as [ReportRow, ReportRow, ReportRow, ReportRow];
  const rows = [
    first,
    { ...second, scores: { main: true, strict: false } },
    { ...third, scores: { main: false, strict: true } },
    { ...fourth, scores: { main: null, strict: null } },
  ];
  const both = { main: true, strict: true };
  const report = (last: ReportRow['scores']) =>
    figures(
      oneArm(rows, {
        references: {
          [first.taskId]: both,
          [second.taskId]: { main: true, strict: false },
          [third.taskId]: both,
          [fourth.taskId]: last,
        },
      }),
    ).scorers;

  test('say which tasks change, both ways, and what reference answers get', () => {
    const [main, strict] = report(both);
    expect(main).toMatchObject({
      id: 'main',
      version: 2,
      micro: { correct: 2, scored: 4 },
      changes: { gained: 0, lost: 0, compared: 4 },
      ceiling: { correct: 4, scored: 4, rate: 1 },
    });
    expect(strict).toMatchObject({
      id: 'strict',
      columns: { A: { correct: 1, scored: 2 }, B: { correct: 1, scored: 2 } },
      micro: { correct: 2, scored: 4 },
      changes: { gained: 1, lost: 1, compared: 4 },
      ceiling: { correct: 3, scored: 4, rate: 0.75 },
    });
  });

  test('leave out a task that a scorer does not know, and count an undecided answer as wrong', () => {
    const [, strict] = report({ main: true, strict: null });
    expect(strict).toMatchObject({
      columns: { B: { correct: 1, scored: 1, planned: 2 } },
      changes: { compared: 3 },
      ceiling: { correct: 2, scored: 3, planned: 4 },
    });
  });
});

describe('samples', () => {
  const step = (taskId: string, sample: string, correct: boolean | null): ReportRow => ({
    ...(rowsOf('A', 1)[0] as ReportRow),
    taskId,
    sample,
    correct,
    score: correct === null ? null : Number(correct),
  });
  const rows = [
    step('1', 'solved', true),
    step('2', 'solved', true),
    step('3', 'failed', true),
    step('4', 'failed', false),
    step('5', 'half', true),
    step('6', 'lost', true),
    step('7', 'lost', null),
  ];
  const sampleSizes = { solved: 2, failed: 2, half: 3, lost: 2 };

  test('count only where every step was planned and observed', () => {
    expect(figures(oneArm(rows, { sampleSizes })).samples).toMatchObject({
      complete: 2,
      solved: 1,
      rate: 0.5,
      partial: 1,
      unobserved: 1,
    });
  });

  test('are none without steps, and cannot be told from several answers to a task', () => {
    expect(figures(oneArm(rowsOf('A', 2))).samples).toBeNull();
    expect(figures(oneArm([...rows, ...rows], { sampleSizes })).samples).toBeNull();
  });
});

test('a measured degree is a mean with an interval around it', () => {
  const [row] = rowsOf('A', 1) as [ReportRow];
  const rows = [0.2, 0.4, 0.9].map((score, index) => ({
    ...row,
    taskId: `${index}`,
    correct: false,
    score,
  }));
  const column = columnOf(figures(oneArm(rows, { measure: 'ROUGE-L' })), 'A');
  expect(column.rate).toBeCloseTo(0.5, 9);
  // Every resampled mean lies between the smallest and the largest score.
  expect(column.low).toBeGreaterThanOrEqual(0.2);
  expect(column.low).toBeLessThan(0.5);
  expect(column.high).toBeGreaterThan(0.5);
  expect(column.high).toBeLessThanOrEqual(0.9);
});

describe('two arms', () => {
  const from = [...rowsOf('A', 3, ['other', 'other']), ...rowsOf('B', 1, ['other'], 1)];
  const to = [...rowsOf('A', 5), ...rowsOf('B', 0, ['other', 'other', 'other'])];
  const report = reportOf(
    inputOf([
      { name: 'seed', rows: from },
      { name: 'frozen', rows: to },
    ]),
  );

  test('are compared task by task, in all and per column', () => {
    expect(report.change).toMatchObject({ from: 'seed', to: 'frozen', onlyFrom: 0, onlyTo: 0 });
    // Two gained, one lost of three: two-sided sign test 2 * (1 + 3) / 8 = 1.
    expect(report.change?.overall).toMatchObject({
      planned: 8,
      scored: 7,
      gained: 2,
      lost: 1,
      pValue: 1,
    });
    // Two of two: 2 / 2^2 = 0.5; one of one: 2 / 2 = 1; Holm doubles the smaller.
    expect(report.change?.columns).toMatchObject([
      { column: 'A', gained: 2, lost: 0, pValue: 0.5, pHolm: 1, deltaPoints: 40 },
      { column: 'B', gained: 0, lost: 1, pValue: 1, pHolm: 1, deltaPoints: -50, planned: 3 },
    ]);
  });

  test('give the interval that the same stream gives elsewhere', () => {
    const rows = from.map((row, index) => ({
      id: row.taskId,
      stratum: row.column,
      baseline: row.score,
      candidate: to[index]?.score ?? null,
    }));
    expect(report.change?.overall).toEqual(compareRows(rows, randomStream('test', '')));
  });
});

test('a report needs a scorer and an arm', () => {
  expect(() => reportOf(inputOf([]))).toThrow(RangeError);
  expect(() => reportOf(inputOf([{ name: 'a', rows: [] }], { scorers: [] }))).toThrow(RangeError);
});

test('a summary holds the figures, no rows, and nothing of others', () => {
  const table = { title: 't', scorer: 's', source: 'u', columns: ['x'], rows: [] };
  const report = oneArm(rowsOf('A', 2), { published: [table] });
  const summary = reportSummary(report);
  expect(summary).not.toHaveProperty('published');
  expect(summary.arms[0]).not.toHaveProperty('rows');
  expect(report).toMatchObject(summary);
});

const anyRow = fc.record({
  column: fc.constantFrom(...COLUMNS),
  correct: fc.constantFrom(true, false, null),
  errorClass: fc.constantFrom(...ERROR_CLASSES.filter((name) => name !== 'infrastructure')),
  strict: fc.constantFrom(true, false, null),
});

test('property: rows of several runs put together count as the runs do', () => {
  fc.assert(
    fc.property(fc.array(anyRow), fc.array(anyRow), (left, right) => {
      const make = (rows: typeof left, prefix: string): ReportRow[] =>
        rows.map(({ column, correct, errorClass, strict }, index) => ({
          taskId: `${prefix}${index}`,
          stratum: column,
          column,
          sample: null,
          correct,
          score: correct === null ? null : Number(correct),
          errorClass: correct === true ? null : errorClass,
          scores: { main: correct, strict },
        }));
      const parts = [make(left, 'l'), make(right, 'r')];
      const [one, two, all] = [...parts, parts.flat()].map((rows) => figures(oneArm(rows))) as [
        ArmReport,
        ArmReport,
        ArmReport,
      ];
      for (const column of COLUMNS) {
        const [a, b, sum] = [one, two, all].map((arm) => columnOf(arm, column)) as [
          Figures,
          Figures,
          Figures,
        ];
        for (const count of ['planned', 'scored', 'correct', 'infrastructure'] as const) {
          expect(sum[count]).toBe(a[count] + b[count]);
        }
        const wrong = Object.values(sum.errors).reduce((total, count) => total + count, 0);
        expect(wrong).toBe(sum.scored - sum.correct);
        expect(sum.planned).toBe(sum.scored + sum.infrastructure);
      }
      const total = COLUMNS.reduce((sum, column) => sum + columnOf(all, column).planned, 0);
      expect(all.micro.planned).toBe(total);
      const changed = (arm: ArmReport): number[] =>
        arm.scorers.map(({ changes: { gained, lost } }) => gained + lost);
      const [first, second] = [changed(one), changed(two)];
      expect(changed(all)).toEqual(first.map((count, index) => count + (second[index] ?? 0)));
    }),
  );
});
