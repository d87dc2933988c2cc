/** Do the seeds of a cell find each other, and does what is missing stay missing? */
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/core/json.ts';
import {
  type AggregateOptions,
  aggregateJobs,
} from '../../../../src/report/aggregate/aggregate.ts';
import {
  aggregateCsv,
  aggregateJsonLines,
  aggregateLatex,
  aggregateMarkdown,
} from '../../../../src/report/aggregate/exports.ts';
import { aggregateParquet } from '../../../../src/report/aggregate/parquet.ts';
import type { FoundJob, TestRow } from '../../../../src/report/aggregate/read-jobs.ts';
import { aggregateTables } from '../../../../src/report/aggregate/table.ts';
import { type MadeJob, madeJob, scoredRows } from '../../../support/aggregate-jobs.ts';

const OPTIONS: AggregateOptions = { seeds: [0, 1, 2], family: 'dataset', replicates: 2_000 };

const seeds = (made: MadeJob = {}): FoundJob[] =>
  [0, 1, 2].map((seed) => madeJob({ ...made, seed }));

function only(jobs: readonly FoundJob[], options = OPTIONS) {
  const { cells } = aggregateJobs(jobs, options);
  expect(cells.length).toBe(1);
  const [cell] = cells;
  if (cell === undefined) throw new Error('one cell');
  return cell;
}

describe('cells', () => {
  test('three seeds make one, with means over seeds and tests of each', () => {
    const cell = only([
      madeJob({ seed: 0, rows: scoredRows(4, 0, 16) }),
      madeJob({ seed: 1, rows: scoredRows(2, 1, 17) }),
      madeJob({ seed: 2, rows: scoredRows(1, 1, 18), fellBack: true }),
    ]);
    expect([cell.incomplete, cell.standing]).toEqual([[], 'conformant']);
    const { figures } = cell;
    expect(figures?.seeds.map(({ deltaPoints }) => deltaPoints)).toEqual([20, 5, 0]);
    // statsmodels 0.15: mcnemar(exact=True) of 4/0, 2/1, 1/1.
    expect(figures?.seeds.map(({ pValue }) => pValue)).toEqual([0.125, 1, 1]);
    expect(figures?.deltaPoints).toBeCloseTo(25 / 3, 8);
    // numpy 2.4: std([20, 5, 0], ddof=1).
    expect(figures?.deltaDeviation).toBeCloseTo(10.408329997330663, 8);
    expect([figures?.gained, figures?.lost, figures?.fallbacks]).toEqual([7, 2, 1]);
    // The task sums are 3, 1, 0, 1 and zeros: only all signs alike, two of eight flips, lie as far out.
    expect([figures?.pValue, figures?.pExact]).toEqual([0.25, true]);
    expect(figures?.percentile.low).toBeLessThan(25 / 3);
    expect(figures?.percentile.high).toBeGreaterThan(25 / 3);
  });

  test('what differs besides the seed is another cell, and says in what', () => {
    const { cells } = aggregateJobs([...seeds(), ...seeds({ budget: 60 })], OPTIONS);
    expect(cells.map(({ name }) => name.variant)).toEqual(['budget 60', 'budget 600']);
    const { cells: sizes } = aggregateJobs([...seeds(), ...seeds({ teamSize: 8 })], OPTIONS);
    expect(sizes.map(({ name }) => [name.teamSize, name.variant])).toEqual([
      [4, ''],
      [8, ''],
    ]);
  });

  test.each<[string, FoundJob[], string[]]>([
    ['a seed is missing', [madeJob({ seed: 0 }), madeJob({ seed: 2 })], ['seed 1 is missing']],
    [
      'a seed is not finished',
      [madeJob({ seed: 0 }), madeJob({ seed: 1 }), madeJob({ seed: 2, rows: null })],
      ['seed 2: it is not finished (runs/maspo/2/600)'],
    ],
    [
      'a seed stands twice',
      [...seeds(), { ...madeJob({ seed: 1 }), folder: 'copy' }],
      ['seed 1 is there 2 times: runs/maspo/1/600, copy'],
    ],
    [
      'other tasks',
      [
        madeJob({ seed: 0 }),
        madeJob({ seed: 1 }),
        madeJob({ seed: 2, rows: scoredRows(3, 1, 15) }),
      ],
      ['seed 2 was tested on other tasks than seed 0'],
    ],
    [
      'nothing was observed',
      [
        madeJob({ seed: 0 }),
        madeJob({ seed: 1 }),
        madeJob({ seed: 2, rows: scoredRows(3, 1, 16).map((row) => ({ ...row, deployed: null })) }),
      ],
      ['seed 2: no task was observed in both arms'],
    ],
  ])('%s: incomplete, with the reason, and in no family', (_what, jobs, reasons) => {
    const cell = only(jobs);
    expect(cell.incomplete).toEqual(reasons);
    expect([cell.family, cell.pHolm, cell.minPHolm, cell.isBest]).toEqual([
      null,
      null,
      null,
      false,
    ]);
    const [table] = aggregateTables(aggregateJobs(jobs, OPTIONS), { perSeed: true });
    expect(table?.notes[0]).toContain(reasons[0]);
  });

  test('a task that was not observed in one arm is left out of both, never a zero', () => {
    const rows = scoredRows(2, 0, 8).map((row, index) =>
      index === 2 ? { ...row, baseline: 1, deployed: null } : row,
    );
    const { figures } = only(seeds({ rows }));
    expect(figures?.seeds[0]).toMatchObject({ scored: 9, planned: 10, gained: 2, lost: 0 });
    expect(figures?.deltaPoints).toBeCloseTo((100 * 2) / 9, 8);
  });

  test('all wrong, all right, none changed: intervals keep a width', () => {
    const same = (score: number): TestRow[] =>
      Array.from({ length: 100 }, (_, index) => ({
        id: `task-${index}`,
        baseline: score,
        deployed: score,
      }));
    const wrong = only(seeds({ rows: same(0) })).figures;
    // statsmodels 0.15: proportion_confint(0, 100, method='wilson') and (100, 100).
    expect(wrong?.seeds[0]?.deployedInterval?.low).toBe(0);
    expect(wrong?.seeds[0]?.deployedInterval?.high).toBeCloseTo(0.03699349820698569, 9);
    expect(wrong?.unseen?.high).toBeCloseTo(3.699349820698569, 8);
    expect([wrong?.pValue, wrong?.bca, wrong?.neededTasks]).toEqual([1, null, null]);
    const right = only(seeds({ rows: same(1) })).figures;
    expect(right?.seeds[0]?.baselineInterval?.low).toBeCloseTo(0.9630065017930143, 9);
    // Where every seed kept the seed team nothing changed for certain.
    expect(only(seeds({ rows: same(1), fellBack: true })).figures?.unseen).toBe(null);
  });

  test('degrees are no rates: no Wilson interval, the rest as usual', () => {
    const rows = scoredRows(0, 0, 12).map((row, index) => ({
      ...row,
      baseline: 0.25,
      deployed: 0.25 + index / 100,
    }));
    const { figures } = only(seeds({ rows }));
    expect(figures?.seeds[0]?.baselineInterval).toBe(null);
    expect(figures?.deltaPoints).toBeCloseTo(5.5, 10);
  });

  test('one seed is enough where one is asked for', () => {
    const cell = only([madeJob()], { ...OPTIONS, seeds: [0] });
    expect([cell.incomplete, cell.figures?.deltaDeviation]).toEqual([[], null]);
    expect(cell.figures?.pValue).toBe(cell.figures?.seeds[0]?.pValue);
  });
});

describe('families', () => {
  const strong = seeds({ method: 'gepa', rows: scoredRows(18, 0, 2) });
  const weak = seeds({ method: 'maspo', rows: scoredRows(2, 1, 17) });

  test('simulated, exploratory and conformant cells are never corrected together', () => {
    const { families, cells } = aggregateJobs(
      [
        ...strong,
        ...weak,
        ...seeds({ standing: 'simulated' }),
        ...seeds({ standing: 'exploratory' }),
      ],
      { ...OPTIONS, family: 'all' },
    );
    expect(families.map(({ name, tests }) => [name, tests]).sort()).toEqual([
      ['conformant: all cells', 2],
      ['not conformant: all cells', 1],
      ['simulated: all cells', 1],
    ]);
    const titles = aggregateTables(
      aggregateJobs([...strong, ...seeds({ standing: 'simulated' })], OPTIONS),
      {
        perSeed: false,
      },
    ).map(({ title }) => title);
    expect(titles).toEqual(['conformant jobs', 'SIMULATED MODEL: no statement about any real one']);
    expect(cells.length).toBe(4);
  });

  test('what keeps cells from being conformant is told once', () => {
    const exploratory = [
      ...seeds({ standing: 'exploratory' }),
      ...seeds({ standing: 'exploratory', method: 'gepa' }),
    ];
    const [table] = aggregateTables(aggregateJobs(exploratory, OPTIONS), { perSeed: false });
    expect(table?.notes[0]).toBe('not conformant: budget 60, not 600 (2 of 2 cells)');
  });

  test('p-values are corrected by Holm, over seeds and seed by seed', () => {
    const { cells } = aggregateJobs([...strong, ...weak], OPTIONS);
    const [gepa, maspo] = cells;
    expect(gepa?.pHolm).toBeCloseTo(2 * (gepa?.figures?.pValue ?? 0), 12);
    expect(maspo?.pHolm).toBe(Math.min(1, maspo?.figures?.pValue ?? 0));
    // Six tests of single seeds: 2 ** -17 is the smallest, three times.
    expect(gepa?.minPHolm).toBeCloseTo(6 * 2 ** -17, 12);
  });

  test('best is told only where it is more than chance', () => {
    const isBest = (jobs: readonly FoundJob[]) =>
      aggregateJobs(jobs, OPTIONS).cells.map((cell) => [cell.name.method, cell.isBest]);
    expect(isBest([...strong, ...weak])).toEqual([
      ['gepa', true],
      ['maspo', false],
    ]);
    expect(isBest([...weak, ...seeds({ method: 'gepa', rows: scoredRows(3, 1, 16) })])).toEqual([
      ['gepa', false],
      ['maspo', false],
    ]);
    expect(isBest(strong)).toEqual([['gepa', false]]);
  });
});

describe('forms', () => {
  const found = aggregateJobs(
    [
      ...seeds({ method: 'gepa', rows: scoredRows(18, 0, 2) }),
      ...seeds({ method: 'mamut_gepa', rows: scoredRows(2, 1, 17) }),
      madeJob({ method: 'tavo' }),
    ],
    OPTIONS,
  );

  test('CSV has as many fields in every row as it has columns', () => {
    const lines = aggregateCsv(found).trimEnd().split('\r\n');
    const widths = lines.map((line) => line.split(',').length);
    // Two complete cells with three seeds, and one seed of an incomplete cell: its reasons hold no comma.
    expect(lines.length).toBe(1 + 4 + 4 + 2);
    expect(new Set(widths).size).toBe(1);
    expect(lines[1]).toContain(
      'conformant,gepa,apibank,sequential,native,freeform,4,some/model,,all,true,,60,60,0.05,0.95,',
    );
  });

  test('JSON lines and Parquet have the rows of the CSV, with their types', async () => {
    const lines = aggregateJsonLines(found)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as JsonObject);
    expect(lines).toHaveLength(1 + 3 + 1 + 3 + 1 + 1);
    expect(lines[0]).toMatchObject({ method: 'gepa', seed: null, complete: true, best: true });
    expect(lines[1]).toMatchObject({ method: 'gepa', seed: 0, gained: 18, p_holm: null });
    const bytes = await aggregateParquet(found);
    // Read with pyarrow 26 too: the same values, and integers where they are counts.
    const file = bytes.slice().buffer;
    expect(await parquetReadObjects({ file })).toEqual(lines);
    const types = parquetMetadata(file).schema.map(({ name, type }) => [name, type]);
    expect(types).toContainEqual(['gained', 'INT32']);
    expect(types).toContainEqual(['p', 'DOUBLE']);
    expect(types).toContainEqual(['complete', 'BOOLEAN']);
  });

  test('Markdown and LaTeX hold every cell; what is incomplete has no number', () => {
    const markdown = aggregateMarkdown(found, { perSeed: false });
    expect(markdown).toContain('| gepa · apibank sequential ×4 · some/model (best) | 3 |');
    const latex = aggregateLatex(found).split('\n');
    expect(latex).toContain(
      'tavo $\\cdot$ apibank sequential $\\times$4 $\\cdot$ some/model & -- & -- & -- & -- \\\\',
    );
    const gepa = latex.find((line) => line.startsWith('gepa'));
    expect(gepa).toContain('& 5.0 & \\textbf{95.0} & $+90.0 \\pm ');
    expect(gepa).toContain('\\textsuperscript{***}');
    expect(latex.find((line) => line.startsWith('mamut'))).toContain('mamut\\_gepa');
  });
});
