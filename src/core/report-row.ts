/** How did one planned task of one arm come out, for whoever counts or compares? */
import type { ErrorClass } from './error-class.ts';

/** The same answer under every scorer, by id; null where one cannot decide. */
export type ScorerVerdicts = { readonly [scorer: string]: boolean | null };

export interface ReportRow {
  readonly taskId: string;
  readonly stratum: string;
  /** Column of the report. */
  readonly column: string;
  /** Name of the sample that the task is a step of, or null. */
  readonly sample: string | null;
  /** Null when nothing was observed: neither right nor wrong. */
  readonly correct: boolean | null;
  /** In [0, 1], null together with `correct`: 1 or 0, unless the benchmark measures a degree. */
  readonly score: number | null;
  /** Why it is not right; read only where `correct` is false. */
  readonly errorClass: ErrorClass | null;
  /** Empty when nothing was observed. */
  readonly scores: ScorerVerdicts;
}
