/** What does a small report stand on? Four columns of invented tasks, two of them steps of samples. */
import { randomStream } from '../../src/core/random.ts';
import type { ReportRow } from '../../src/core/report-row.ts';
import { type LevelReport, levelReport, type ReportInput } from '../../src/report/level-report.ts';

export const COLUMNS = ['A', 'B', 'C'];

/** `right` counts first, then one wrong row per class, then rows without an observation. */
export function rowsOf(
  column: string,
  right: number,
  wrong: readonly ReportRow['errorClass'][] = [],
  unobserved = 0,
): ReportRow[] {
  const row = (index: number, more: Partial<ReportRow>): ReportRow => ({
    taskId: `${column}-${index}`,
    stratum: column,
    column,
    sample: null,
    correct: true,
    score: 1,
    errorClass: null,
    scores: { main: true, strict: true },
    ...more,
  });
  const none = { correct: null, score: null, errorClass: 'infrastructure', scores: {} } as const;
  return [
    ...Array.from({ length: right }, (_, index) => row(index, {})),
    ...wrong.map((errorClass, index) =>
      row(right + index, {
        correct: false,
        score: 0,
        errorClass,
        scores: { main: false, strict: false },
      }),
    ),
    ...Array.from({ length: unobserved }, (_, index) => row(right + wrong.length + index, none)),
  ];
}

/** Every reference answer is accepted by both scorers. */
export function inputOf(arms: ReportInput['arms'], more: Partial<ReportInput> = {}): ReportInput {
  const ids = arms.flatMap(({ rows }) => rows.map((row) => row.taskId));
  return {
    title: 'bench · team × model',
    simulated: false,
    dataset: { id: 'bench', version: 3, identity: { dataHash: 'ab'.repeat(32), policy: 'last' } },
    answerMode: 'text',
    measure: null,
    scorers: [
      { id: 'main', version: 2, title: 'carries the answer out' },
      { id: 'strict', version: 1, title: 'reads to the last character' },
    ],
    columns: COLUMNS,
    sampleSizes: {},
    references: Object.fromEntries(ids.map((id) => [id, { main: true, strict: true }])),
    arms,
    published: [],
    extra: [],
    ...more,
  };
}

export function reportOf(input: ReportInput): LevelReport {
  return levelReport(input, (column) => randomStream('test', column ?? ''));
}

export function oneArm(rows: readonly ReportRow[], more: Partial<ReportInput> = {}): LevelReport {
  return reportOf(inputOf([{ name: 'answers', rows }], more));
}
