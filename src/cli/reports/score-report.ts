/** How does a file of scored answers become a report, and rows that say by which scorer they were scored? */
import type { Dataset, TaskRef } from '../../core/dataset.ts';
import type { ErrorClass } from '../../core/error-class.ts';
import type { JsonObject } from '../../core/json.ts';
import { randomStream } from '../../core/random.ts';
import type { ReportRow } from '../../core/report-row.ts';
import { reportBasis } from '../../protocol/report-rows.ts';
import { type ExtraSummary, type LevelReport, levelReport } from '../../report/level-report.ts';
import { percentText } from '../../report/numbers.ts';
import type { ScoredBy } from './scored-file.ts';

/** What a dataset says of an answer in a file. */
export interface FileRow {
  readonly task_id: string;
  /** Null when the scorer cannot decide; it counts as wrong. */
  readonly correct: boolean | null;
  /** In [0, 1], where a degree is measured. */
  readonly score?: number;
  readonly error_class?: ErrorClass | null;
  /** By scorer id. */
  readonly scores?: ReportRow['scores'];
}

export interface FileLabel {
  readonly scorer: { readonly id: string; readonly version: number };
  /** What the scores depend on besides the answers. */
  readonly identity: JsonObject;
}

/** By stratum; where every call of a level counts, answered or not, that is said of it. */
export type FileSummary = {
  readonly [stratum: string]: {
    readonly correct: number;
    readonly accuracy: number | null;
    readonly calls?: number;
    readonly categories?: { readonly [category: string]: number };
  };
};

export interface ScoredAnswers {
  readonly report: LevelReport;
  /** In the order given, each with its column and `scored_by`. */
  readonly rows: readonly object[];
}

/** @param file names the answers in the report's title */
export async function scoreReport(
  dataset: Dataset,
  scored: {
    readonly rows: readonly FileRow[];
    readonly label: FileLabel;
    readonly summary: FileSummary;
    readonly file: string;
  },
  signal: AbortSignal,
): Promise<ScoredAnswers> {
  const { rows, label, summary, file } = scored;
  const tasks = await dataset.load(
    rows.map((row) => row.task_id),
    signal,
  );
  const basis = await reportBasis(dataset, tasks, signal);
  const own = basis.scorers.find(({ id }) => id === label.scorer.id);
  const scorer = own ?? { ...label.scorer, title: label.scorer.id };
  // Rows without verdicts of the others are of one scorer alone.
  const isSideBySide = rows.some((row) => row.scores !== undefined);
  const { id, version } = basis.dataset;
  const scoredBy: ScoredBy = {
    scorer: label.scorer,
    dataset: { id, version, identity: label.identity },
    measure: basis.measure,
  };
  const answers = rows.map((row, index) => reportRow(dataset, tasks[index] as TaskRef, row));
  const report = levelReport(
    {
      ...basis,
      dataset: scoredBy.dataset,
      title: `${dataset.name ?? id} · ${file}`,
      simulated: false,
      answerMode: null,
      scorers: isSideBySide ? basis.scorers : [scorer],
      arms: [{ name: 'answers', rows: answers }],
      extra: everyCall(summary),
    },
    () => randomStream('bootstrap', 'score'),
  );
  return {
    report,
    rows: rows.map((row, index) => {
      return { ...row, column: answers[index]?.column, scored_by: scoredBy };
    }),
  };
}

/** The authors' own figures, which divide by every call of a level. */
function everyCall(summary: FileSummary): ExtraSummary[] {
  const lines = Object.entries(summary).flatMap(([stratum, figures]) => {
    const { calls, correct, accuracy, categories = {} } = figures;
    if (calls === undefined) return [];
    const counts = Object.entries(categories).map(([name, count]) => `${name} ${count}`);
    return [
      `${stratum}: ${correct} of ${calls} calls, ${percentText(accuracy)}; ${counts.join(', ')}`,
    ];
  });
  const title = 'of every call of the level, also those without an answer';
  return lines.length === 0 ? [] : [{ title, lines }];
}

function reportRow(dataset: Dataset, task: TaskRef, row: FileRow): ReportRow {
  const correct = row.correct === true;
  return {
    taskId: task.id,
    stratum: task.stratum,
    column: dataset.reporting.columnOf(task),
    sample: dataset.reporting.sampleOf(task),
    correct,
    score: row.score ?? Number(correct),
    errorClass: correct ? null : (row.error_class ?? 'other'),
    scores: row.scores ?? {},
  };
}
