/** How far is each job of a sweep? Read from the job folders, which know better than any list. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../core/json.ts';
import { readJobDocument } from '../../store/job-folder.ts';
import { type LockOwner, lockHolder, type ProcessIdentity } from '../../store/lock.ts';
import type { SweepJob } from '../expand/expand-sweep.ts';
import type { KnownJob, PreparedSweep } from './prepare-sweep.ts';
import type { Attempt } from './sweep-folder.ts';

/**
 * - `done`: its result is there. `running`: a living process has its folder open.
 * - `stale`: its folder holds another job by now: the method, the prompts, the data or a setting has changed since.
 * - `failed`: the last attempt ended with an error. `stopped`: begun, and nobody goes on with it.
 * - `missing`: nothing is there. `refused`: it cannot be prepared here.
 */
export type JobState = 'done' | 'running' | 'stale' | 'failed' | 'stopped' | 'missing' | 'refused';

export interface JobStatus {
  readonly job: SweepJob;
  readonly state: JobState;
  /** Of a job that failed or is refused. */
  readonly failure: { readonly class: string; readonly message: string } | null;
  /** Of a job that is done. */
  readonly result: JsonObject | null;
  /** Of a running job. */
  readonly owner: LockOwner | null;
  /** Phase that a begun job is in. */
  readonly phase: 'optimize' | 'validate' | 'test' | null;
  readonly known: KnownJob | null;
}

export interface InspectOptions {
  readonly process: ProcessIdentity;
  readonly attempts: readonly Attempt[];
}

/** In the order of the sweep. */
export function inspectJobs(
  { known, unknown }: PreparedSweep,
  order: readonly SweepJob[],
  { process, attempts }: InspectOptions,
): JobStatus[] {
  const last = new Map(attempts.map((attempt) => [attempt.job, attempt]));
  const statuses = new Map<string, JobStatus>();
  for (const entry of known) {
    statuses.set(entry.job.key, statusOf(entry, last.get(entry.job.key) ?? null, process));
  }
  for (const { job, problem } of unknown) {
    const failure = { class: problem.code, message: problem.message };
    statuses.set(job.key, { ...nothing(job), state: 'refused', failure });
  }
  return order.flatMap(({ key }) => statuses.get(key) ?? []);
}

function statusOf(known: KnownJob, attempt: Attempt | null, process: ProcessIdentity): JobStatus {
  const { job, identityHash } = known;
  const folder = folderOf(job);
  const base = { ...nothing(job), known };
  const description = readJobDocument(folder, 'job');
  const isSame = description?.['identityHash'] === identityHash;
  const result = isSame ? readJobDocument(folder, 'result') : null;
  if (result !== null) return { ...base, state: 'done', result };
  const owner = lockHolder(folder, process);
  if (owner !== null) return { ...base, state: 'running', owner, phase: phaseOf(folder) };
  if (description !== null && !isSame) return { ...base, state: 'stale' };
  if (attempt?.outcome === 'failed' && attempt.identity === identityHash) {
    const failure = { class: attempt.class ?? 'unknown', message: attempt.message ?? '' };
    return { ...base, state: 'failed', failure, phase: phaseOf(folder) };
  }
  return description === null ? base : { ...base, state: 'stopped', phase: phaseOf(folder) };
}

function nothing(job: SweepJob): JobStatus {
  return {
    job,
    state: 'missing',
    failure: null,
    result: null,
    owner: null,
    phase: null,
    known: null,
  };
}

/** A job of a sweep always says where it lives. */
export function folderOf({ request }: SweepJob): string {
  return request.out ?? '';
}

function phaseOf(folder: string): JobStatus['phase'] {
  const has = (name: string): boolean =>
    statSync(join(folder, `${name}.json`), { throwIfNoEntry: false }) !== undefined;
  if (!has('job')) return null;
  if (!has('optimization')) return 'optimize';
  return has('frozen') ? 'test' : 'validate';
}
