import { describe, expect, test } from 'vitest';
import { reportText } from '../../../src/cli/render/report.ts';
import { ERROR_CLASSES } from '../../../src/core/error-class.ts';
import { reportMarkdown } from '../../../src/report/markdown.ts';
import {
  barText,
  className,
  intervalText,
  percentText,
  pointsText,
  probabilityText,
} from '../../../src/report/numbers.ts';
import { parseReport, reportJson } from '../../../src/report/report-files.ts';
import { inputOf, oneArm, reportOf, rowsOf } from '../../support/report.ts';

const published = [
  {
    title: 'a paper',
    scorer: 'V9: theirs',
    source: 'somewhere, table 1',
    columns: ['Call', 'Plan'],
    rows: [{ name: 'a|b', values: [59.4, null] }],
  },
];

const report = oneArm(
  [...rowsOf('A', 2, ['no_call', 'wrong_value', 'no_call'], 1), ...rowsOf('B', 1)],
  { simulated: true, published, extra: [{ title: 'turns', lines: ['median 3'] }] },
);

const plain = { colour: false, published: true };

test('on a terminal: aligned, simulated, errors as bars, others at the end', () => {
  expect(reportText(report, plain)).toBe(`bench · team × model
SIMULATED MODEL: a program that imitates a model answered
scorer main 2: carries the answer out
dataset bench 3 · dataHash abababab · policy last · answers text

results
          rate    95 % interval  correct  scored/planned
A       40.0 %   11.8 to 76.9 %        2             5/6
B      100.0 %  20.7 to 100.0 %        1             1/1
macro   70.0 %
micro   50.0 %   18.8 to 81.2 %        3             6/7
macro is the mean of 2 column rates.
micro is all tasks pooled. Intervals are Wilson intervals.

errors
                    all  A  B
no call         ██    2  2  0
wrong value     █     1  1  0
infrastructure  █     1  1  0
infrastructure: no observation was made, so it is not among the wrong answers.

scorers
                 main 2  strict 1
A                40.0 %    40.0 %
B               100.0 %   100.0 %
macro            70.0 %    70.0 %
micro            50.0 %    50.0 %
scored/planned      6/7       6/7
changes               —     +0 -0
ceiling         100.0 %   100.0 %
changes: tasks that come out right (+) or wrong (-) here, but otherwise under main.
ceiling: share of the reference answers of these tasks that the scorer accepts. Tasks that a scorer does not know are not scored.

scorers, what they ask of an answer
main 2: carries the answer out
strict 1: reads to the last character

turns
median 3

published: a paper (other scorer, not comparable)
     Call  Plan
a|b  59.4     —
scorer: V9: theirs
source: somewhere, table 1
`);
});

describe('with colour', () => {
  const text = reportText(report, { colour: true, published: true });

  test('figures of others are dimmed in whole, ours are not', () => {
    const lines = text.split('\n');
    const start = lines.findIndex((line) => line.includes('published: a paper'));
    for (const line of lines.slice(start, -1)) {
      expect(line.startsWith('\u001b[2m')).toBe(true);
    }
    expect(lines.find((line) => line.startsWith('micro'))).not.toContain('\u001b');
  });

  test('the words are the same', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colour is made of them
    expect(text.replaceAll(/\u001b\[\d+m/g, '')).toBe(reportText(report, plain));
  });
});

test('figures of others can be left out', () => {
  expect(reportText(report, { colour: false, published: false })).not.toContain('published');
});

test('two arms stand side by side, and what changed is tested', () => {
  const two = reportOf(
    inputOf([
      { name: 'seed', rows: rowsOf('A', 1, ['empty', 'truncated', 'refusal']) },
      { name: 'frozen', rows: rowsOf('A', 3, ['undecided']) },
    ]),
  );
  const text = reportText(two, plain);
  expect(text).toContain(`
results
         seed  95 % interval  scored/planned  frozen   95 % interval  scored/planned
A      25.0 %  4.6 to 69.9 %             4/4  75.0 %  30.1 to 95.4 %             4/4
macro  25.0 %                                 75.0 %
micro  25.0 %  4.6 to 69.9 %             4/4  75.0 %  30.1 to 95.4 %             4/4
`);
  // Two gained of two: p = 2 / 2^2.
  expect(text).toMatch(/^A {5}\+50\.0 {2}\S+ to \S+ {7}2 {5}0 {13}4\/4 {2}0\.50 {2}0\.50$/m);
  expect(text).toContain('not distinguishable from no change');
  expect(text).toContain('errors, seed');
  expect(text).toContain('errors, frozen');
});

test('where no task changed, an interval without width is not shown', () => {
  const rows = rowsOf('A', 3, ['other']);
  const same = reportOf(
    inputOf([
      { name: 'seed', rows },
      { name: 'frozen', rows },
    ]),
  );
  expect(reportText(same, plain)).toMatch(/^all {4}\+0\.0 {7}no flips {7}0 {5}0/m);
});

test('as Markdown: the same tables, nothing in them becomes markup', () => {
  const text = reportMarkdown(report);
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      '# bench · team × model (simulated)',
      '- SIMULATED MODEL: a program that imitates a model answered',
      '| A | 40.0 % | 11.8 to 76.9 % | 2 | 5/6 |',
      '| no call | ██ | 2 | 2 | 0 |',
      '## published: a paper (other scorer, not comparable)',
      '| *a\\|b* | *59.4* | *—* |',
    ]),
  );
  expect(reportMarkdown({ ...report, simulated: false })).not.toMatch(/simulated/i);
});

test('a report is read as it was written, and nothing else is', () => {
  expect(parseReport(reportJson(report))).toEqual(report);
  for (const text of ['', 'null', '{}', '{"schema":"report-0"}', '[1']) {
    expect(parseReport(text)).toBeNull();
  }
});

test('numbers', () => {
  expect([0, 0.125, 1, null].map(percentText)).toEqual(['0.0 %', '12.5 %', '100.0 %', '—']);
  expect(intervalText({ rate: null, low: 0, high: 1 })).toBe('—');
  expect([0, -0.04, -3.25, 12, null].map(pointsText)).toEqual([
    '+0.0',
    '+0.0',
    '-3.3',
    '+12.0',
    '—',
  ]);
  expect([0.0004, 0.0123, 0.25, 1, null].map(probabilityText)).toEqual([
    '< 0.001',
    '0.012',
    '0.25',
    '1.00',
    '—',
  ]);
  expect([0, 1, 12].map((count) => barText(count, 12).length)).toEqual([0, 1, 12]);
  expect([1, 50, 100].map((count) => barText(count, 100).length)).toEqual([1, 6, 12]);
  expect(new Set(ERROR_CLASSES.map(className)).size).toBe(ERROR_CLASSES.length);
});
