/** What does a report need of some answers: every scorer's verdict, columns, samples, and what reference answers get? */
import type { Dataset, TaskRef } from '../core/dataset.ts';
import type { ErrorClass } from '../core/error-class.ts';
import type { JsonObject } from '../core/json.ts';
import type { ReportRow, ScorerVerdicts } from '../core/report-row.ts';

/** An answer that the dataset has scored. */
export interface ScoredAnswer {
  readonly answer: string;
  /** In [0, 1]; null when nothing was observed. */
  readonly score: number | null;
  /** Null when it is correct. */
  readonly errorClass: ErrorClass | null;
}

/** One row per answer, in order; `tasks` and `answers` go together. */
export async function answerRows(
  dataset: Dataset,
  { tasks, answers }: { tasks: readonly TaskRef[]; answers: readonly ScoredAnswer[] },
  signal: AbortSignal,
): Promise<readonly ReportRow[]> {
  const { reporting } = dataset;
  const rows: ReportRow[] = [];
  for (const [index, task] of tasks.entries()) {
    signal.throwIfAborted();
    const { answer, score, errorClass } = answers[index] as ScoredAnswer;
    rows.push({
      taskId: task.id,
      stratum: task.stratum,
      column: reporting.columnOf(task),
      sample: reporting.sampleOf(task),
      correct: score === null ? null : errorClass === null,
      score,
      errorClass,
      scores: score === null ? {} : await reporting.scoreAll(task, answer, signal),
    });
  }
  return rows;
}

/** What a report on these tasks needs of the dataset, whatever the answers. */
export interface ReportBasis {
  readonly dataset: {
    readonly id: string;
    readonly version: number;
    readonly identity: JsonObject;
  };
  readonly measure: string | null;
  readonly scorers: Dataset['reporting']['scorers'];
  readonly columns: readonly string[];
  readonly published: Dataset['reporting']['published'];
  /** By task: which scorers accept its reference answer. */
  readonly references: { readonly [taskId: string]: ScorerVerdicts };
  /** Steps of every sample in the pool. */
  readonly sampleSizes: { readonly [sample: string]: number };
}

export async function reportBasis(
  dataset: Dataset,
  tasks: readonly TaskRef[],
  signal: AbortSignal,
): Promise<ReportBasis> {
  const { id, version, identity, reporting, pool } = dataset;
  const references: { [taskId: string]: ScorerVerdicts } = {};
  for (const task of tasks) {
    signal.throwIfAborted();
    references[task.id] ??= await reporting.scoreAll(task, dataset.referenceAnswer(task), signal);
  }
  const sampleSizes: { [sample: string]: number } = {};
  const ids = pool.map((task) => task.id);
  for (const task of await dataset.load(ids, signal)) {
    const sample = reporting.sampleOf(task);
    if (sample !== null) sampleSizes[sample] = (sampleSizes[sample] ?? 0) + 1;
  }
  return {
    dataset: { id, version, identity },
    measure: dataset.measure ?? null,
    scorers: reporting.scorers,
    columns: reporting.columns,
    published: reporting.published,
    references,
    sampleSizes,
  };
}
