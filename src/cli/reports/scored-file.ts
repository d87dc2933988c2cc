/** What does a file of scored answers say, and by which scorer was it scored? */
import type { ScorerCard } from '../../core/dataset.ts';
import { UsageError } from '../../core/errors.ts';
import { type Measured, reportCondition } from '../../report/compare.ts';
import type { LevelReport } from '../../report/level-report.ts';

/** Stands in every row, so that a row never loses it. */
export type ScoredBy = Pick<LevelReport, 'dataset' | 'measure'> & {
  readonly scorer: Pick<ScorerCard, 'id' | 'version'>;
};

interface FileRow {
  readonly task_id?: unknown;
  readonly correct?: unknown;
  readonly score?: unknown;
  readonly column?: unknown;
  readonly scored_by?: ScoredBy;
}

/**
 * JSON lines with `task_id` and `correct` (null: undecided, which counts as wrong); `score`, `column` and `scored_by`
 * where they are known.
 *
 * @throws UsageError naming the lines that say no such thing
 */
export function parseScoredFile(text: string, name: string): Measured {
  const rows: FileRow[] = [];
  const problems: string[] = [];
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '') return;
    const row = parsedRow(line);
    if (row === null)
      problems.push(`${name}:${index + 1}: not a scored answer with task_id and correct`);
    else rows.push(row);
  });
  if (rows.length === 0 && problems.length === 0) problems.push(`${name} is empty`);
  if (problems.length > 0) throw new UsageError(problems.slice(0, 3));
  const conditions = new Set(rows.map((row) => JSON.stringify(row.scored_by ?? null)));
  if (conditions.size > 1) throw new UsageError(`${name} mixes rows of different scorers`);
  const scoredBy = rows[0]?.scored_by;
  const columns = rows.flatMap(({ column }) => (typeof column === 'string' ? [column] : []));
  return {
    name,
    simulated: false,
    condition: scoredBy === undefined ? {} : reportCondition({ ...scoredBy, answerMode: null }),
    columns: [...new Set(columns)],
    rows: rows.map((row) => ({
      taskId: row.task_id as string,
      column: typeof row.column === 'string' ? row.column : '',
      score: typeof row.score === 'number' ? row.score : Number(row.correct === true),
    })),
  };
}

function parsedRow(line: string): FileRow | null {
  try {
    const row = JSON.parse(line) as FileRow | null;
    const isScored = row?.correct === null || typeof row?.correct === 'boolean';
    return typeof row?.task_id === 'string' && isScored ? row : null;
  } catch {
    return null;
  }
}
