/** Which tasks does the benchmark have, by name only? */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskRef } from '../../../core/dataset.ts';
import { PrerequisiteError } from '../../../core/errors.ts';

export type Level = 1 | 2 | 3;

export const LEVELS: readonly Level[] = [1, 2, 3];

/** Tasks whose dialogue calls one of these are left out of the pool: they cannot be replayed, or give no information. */
export const SKIPPED_APIS: { readonly [level in Level]: readonly string[] } = {
  1: ['SearchEngine', 'Translate', 'ToolSearcher'],
  2: ['SearchEngine', 'Translate'],
  3: ['SearchEngine', 'Translate'],
};

/** Tasks that the pool takes from each level. */
export const POOL_SIZES: { readonly [level in Level]: number } = { 1: 100, 2: 100, 3: 245 };

export interface TaskManifests {
  readonly pool: readonly TaskRef[];
  /** A subset of the pool. */
  readonly evaluation: readonly TaskRef[];
}

/** `level-<n>::<source id>`. */
export function taskId(level: Level, sourceId: string): string {
  return `${stratumOf(level)}::${sourceId}`;
}

export function stratumOf(level: Level): string {
  return `level-${level}`;
}

/** The level that an id names; null when it has no level prefix. */
export function levelOf(id: string): Level | null {
  return LEVELS.find((level) => id.startsWith(`${stratumOf(level)}::`)) ?? null;
}

/** The full id; one without its level prefix is tried on levels 1, 2, 3 in order. Null when there is no such task. */
export function resolveTaskId(id: string, isKnown: (id: string) => boolean): string | null {
  if (isKnown(id)) return id;
  return LEVELS.map((level) => taskId(level, id)).find(isKnown) ?? null;
}

/** Reads the committed id lists. @throws PrerequisiteError naming the file and what is wrong with it. */
export async function readTaskManifests(benchmarksRoot: string): Promise<TaskManifests> {
  const pool = await readIds(join(benchmarksRoot, 'apibank', 'apibank_pool_ids.json'));
  const path = join(benchmarksRoot, 'apibank', 'apibank_eval_ids.json');
  const evaluation = await readIds(path);
  const known = new Set(pool.map((task) => task.id));
  const stranger = evaluation.find((task) => !known.has(task.id));
  if (stranger !== undefined) throw manifestError(path, `${stranger.id} is not in the pool`);
  return { pool, evaluation };
}

async function readIds(path: string): Promise<TaskRef[]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw manifestError(path, 'cannot be read', cause);
  });
  let ids: unknown;
  try {
    ids = JSON.parse(text);
  } catch (cause) {
    throw manifestError(path, 'is not JSON', cause);
  }
  if (!Array.isArray(ids)) throw manifestError(path, 'is not a list of ids');
  const seen = new Set<string>();
  return ids.map((id: unknown) => {
    const level = typeof id === 'string' ? levelOf(id) : null;
    if (typeof id !== 'string' || level === null) {
      throw manifestError(path, `${JSON.stringify(id)} is not a task id`);
    }
    if (seen.has(id)) throw manifestError(path, `${id} stands there twice`);
    seen.add(id);
    return { id, stratum: stratumOf(level) };
  });
}

function manifestError(path: string, problem: string, cause?: unknown): PrerequisiteError {
  return new PrerequisiteError(`${path}: ${problem}`, {
    hints: ['restore the file from the repository'],
    ...(cause === undefined ? {} : { cause }),
  });
}
