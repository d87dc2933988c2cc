/** Which tasks does an evaluation run? */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Dataset } from '../core/dataset.ts';
import { PrerequisiteError, UsageError } from '../core/errors.ts';

export interface EvalSelection {
  /** `all` reads the evaluation manifest; a level takes the pool's tasks of that level in benchmark order. */
  readonly level: 'all' | '1' | '2' | '3';
  /** Null: all of them. */
  readonly limit: number | null;
  readonly offset: number;
  /** Just these ids, in this order; empty means no such list. Lifts limit and offset. */
  readonly only: readonly string[];
  /** File of ids instead of the manifest, or null. */
  readonly curatedPath: string | null;
}

/** @throws UsageError for an offset beyond the last task; PrerequisiteError for an id list that cannot be read */
export function selectTasks(
  dataset: Dataset,
  selection: EvalSelection,
  workingDirectory: string,
): readonly string[] {
  if (selection.only.length > 0) return selection.only;
  const { curatedPath, level, offset, limit } = selection;
  const listed =
    curatedPath === null
      ? manifestIds(dataset, level)
      : readIdList(resolve(workingDirectory, curatedPath), curatedPath);
  const ids = level === 'all' ? listed : listed.filter((id) => isOfLevel(dataset, id, level));
  if (offset >= ids.length) {
    throw new UsageError(`--offset ${offset} is beyond the last of ${ids.length} tasks`);
  }
  return ids.slice(offset, limit === null ? undefined : offset + limit);
}

function manifestIds(dataset: Dataset, level: EvalSelection['level']): string[] {
  return (level === 'all' ? dataset.evaluation : dataset.pool).map((task) => task.id);
}

function isOfLevel(dataset: Dataset, id: string, level: string): boolean {
  return dataset.pool.some((task) => task.id === id && task.stratum === `level-${level}`);
}

/** A JSON array, `{ "ids": [...] }`, or one id a line. */
function readIdList(path: string, name: string): string[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new PrerequisiteError(`the list of task ids ${name} cannot be read`, {
      cause: error,
      hints: ['it must be a JSON list of ids, or one id a line'],
    });
  }
  if (!/^[[{]/.test(text))
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  try {
    const value = JSON.parse(text) as unknown;
    const ids = Array.isArray(value) ? value : (value as { readonly ids?: unknown }).ids;
    if (Array.isArray(ids) && ids.every((id) => typeof id === 'string')) return ids;
  } catch {
    // Told below, together with JSON of another shape.
  }
  throw new UsageError(`${name} is neither a JSON list of task ids nor one id a line`);
}
