/** Which tasks does an evaluation run? */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Dataset } from '../../core/dataset.ts';
import { PrerequisiteError, UsageError } from '../../core/errors.ts';

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

type TaskLists = Pick<Dataset, 'id' | 'pool' | 'evaluation'>;

/**
 * Ids of the selected tasks; `Dataset.load` says which of them exist.
 *
 * @throws UsageError for a bad limit or offset, an offset beyond the last task, an id that is named again, and a list
 * without a task of the level; PrerequisiteError for a list that cannot be read
 */
export function selectTasks(
  dataset: TaskLists,
  selection: EvalSelection,
  workingDirectory: string,
): readonly string[] {
  const { only, level, offset, limit } = selection;
  if (only.length > 0) return distinct(only, '--only');
  const ids = listedIds(dataset, selection, workingDirectory);
  const problems: string[] = [];
  if (!Number.isSafeInteger(offset) || offset < 0) {
    problems.push(`--offset must be a whole number of at least 0, got ${offset}`);
  } else if (offset >= ids.length) {
    const tasks = level === 'all' ? 'tasks' : `tasks of level ${level}`;
    problems.push(`--offset ${offset} is beyond the last of ${ids.length} ${tasks}`);
  }
  if (limit !== null && (!Number.isSafeInteger(limit) || limit < 1)) {
    problems.push(`--limit must be a whole number of at least 1, got ${limit}`);
  }
  if (problems.length > 0) throw new UsageError(problems);
  return ids.slice(offset, limit === null ? undefined : offset + limit);
}

/** Never empty. */
function listedIds(
  dataset: TaskLists,
  { curatedPath, level }: EvalSelection,
  workingDirectory: string,
): readonly string[] {
  if (curatedPath !== null) {
    const ids = readIdList(resolve(workingDirectory, curatedPath), curatedPath);
    if (ids.length === 0) throw new UsageError(`${curatedPath} names no task`);
    distinct(ids, curatedPath);
    return level === 'all' ? ids : idsOfLevel(dataset, level, { ids, source: curatedPath });
  }
  const tasks = level === 'all' ? dataset.evaluation : dataset.pool;
  const ids = tasks.map((task) => task.id);
  return level === 'all'
    ? ids
    : idsOfLevel(dataset, level, { ids, source: `the pool of ${dataset.id}` });
}

function idsOfLevel(
  dataset: TaskLists,
  level: string,
  { ids, source }: { readonly ids: readonly string[]; readonly source: string },
): readonly string[] {
  const strata = new Map(dataset.pool.map((task) => [task.id, task.stratum]));
  const unknown = ids.filter((id) => !strata.has(id));
  if (unknown.length > 0) {
    throw new UsageError(
      unknown.map((id) => `${source}: ${JSON.stringify(id)} is no task of the pool`),
      { hints: ['only tasks of the pool have a known level; --level all takes any task'] },
    );
  }
  const ofLevel = ids.filter((id) => strata.get(id) === `level-${level}`);
  if (ofLevel.length === 0) throw new UsageError(`${source} has no task of level ${level}`);
  return ofLevel;
}

/** @throws UsageError naming every id that stands in the list again: its task would count twice */
function distinct(ids: readonly string[], source: string): readonly string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const id of ids) (seen.has(id) ? repeated : seen).add(id);
  if (repeated.size === 0) return ids;
  throw new UsageError(
    [...repeated].map((id) => `${source} names ${JSON.stringify(id)} more than once`),
  );
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
