/** Which tasks does an evaluation of a level run, in what order? */
import type { TaskRef } from '../../../core/dataset.ts';
import { UsageError } from '../../../core/errors.ts';
import { type Level, stratumOf, type TaskManifests } from './ids.ts';

export interface TaskSelection {
  /** `all`: the evaluation manifest. A level: its tasks of the pool, in benchmark order. */
  readonly level: 'all' | Level;
  /** Undefined: all of them. */
  readonly limit?: number | undefined;
  /** Tasks to pass over first; default 0. */
  readonly offset?: number | undefined;
}

/** @throws UsageError for a limit below 1, a negative offset, or one beyond the last task. */
export function selectTasks(manifests: TaskManifests, selection: TaskSelection): TaskRef[] {
  const { level, limit, offset = 0 } = selection;
  const tasks =
    level === 'all'
      ? manifests.evaluation
      : manifests.pool.filter((task) => task.stratum === stratumOf(level));
  const problems: string[] = [];
  if (!Number.isSafeInteger(offset) || offset < 0) {
    problems.push(`offset must be a whole number of at least 0, got ${offset}`);
  } else if (offset >= tasks.length) {
    problems.push(`offset ${offset} is beyond the last of ${tasks.length} tasks of level ${level}`);
  }
  if (limit !== undefined && (!Number.isSafeInteger(limit) || limit < 1)) {
    problems.push(`limit must be a whole number of at least 1, got ${limit}`);
  }
  if (problems.length > 0) throw new UsageError(problems);
  return tasks.slice(offset, limit === undefined ? undefined : offset + limit);
}
