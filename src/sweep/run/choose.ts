/** Which jobs of a sweep shall be run now? */
import { existsSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { didYouMean } from '../../config/did-you-mean.ts';
import { UsageError } from '../../core/errors.ts';
import { makeFolder, storeError } from '../../store/files.ts';
import type { Sweep } from '../expand/expand-sweep.ts';
import { folderOf, type JobStatus } from '../state/inspect.ts';

/** Errors that another try of the same job may not meet again: a server that was away, a cap, a full disk. */
const PASSING = new Set(['prerequisite', 'model', 'infrastructure', 'store', 'budget-exhausted']);

/** What the same command does again: everything that is missing, and nothing that would only fail the same way. */
export function missingJobs(statuses: readonly JobStatus[]): JobStatus[] {
  return statuses.filter(
    ({ state, failure }) =>
      state === 'missing' ||
      state === 'stopped' ||
      (state === 'failed' && PASSING.has(failure?.class ?? '')),
  );
}

export interface RetryChoice {
  readonly failed: boolean;
  readonly stale: boolean;
  /** Keys, or texts in which `*` stands for anything. */
  readonly cells: readonly string[];
}

/**
 * Jobs to run again, whatever the reason. A job that is done has nothing to run again.
 *
 * @throws UsageError for a cell that the sweep does not have
 */
export function retriedJobs(statuses: readonly JobStatus[], choice: RetryChoice): JobStatus[] {
  const keys = statuses.map(({ job }) => job.key);
  const problems = choice.cells
    .filter((cell) => !keys.some((key) => fits(key, cell)))
    .map(
      (cell) => `no job of the sweep is called ${JSON.stringify(cell)}${didYouMean(cell, keys)}`,
    );
  if (problems.length > 0) throw new UsageError(problems);
  return statuses.filter(({ job, state }) => {
    if (state === 'done' || state === 'running' || state === 'refused') return false;
    if (choice.failed && state === 'failed') return true;
    if (choice.stale && state === 'stale') return true;
    return choice.cells.some((cell) => fits(job.key, cell));
  });
}

function fits(key: string, wanted: string): boolean {
  const pattern = wanted
    .split('*')
    .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${pattern}$`).test(key);
}

/**
 * Moves the folder of a stale job out of the way, below `.stale/` of the sweep's root: results are never deleted.
 *
 * @returns where it is now
 */
export function moveAside(sweep: Sweep, status: JobStatus): string {
  const from = folderOf(status.job);
  const base = join(sweep.root, '.stale', ...status.job.key.split('/'));
  let to = `${base}.1`;
  for (let number = 2; existsSync(to); number += 1) to = `${base}.${number}`;
  makeFolder(dirname(to));
  try {
    renameSync(from, to);
  } catch (error) {
    throw storeError('move aside', from, error);
  }
  return to;
}
