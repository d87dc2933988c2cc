/** Who measures the seed team of a cell, so that the cell's other jobs need not? */
import { join } from 'node:path';
import type { JobRequest } from '../../protocol/preparation/job-request.ts';
import { SHARED_FOLDER, type Sweep } from '../expand/expand-sweep.ts';
import type { JobStatus } from '../state/inspect.ts';

/** The method that searches nothing: a job of it is its seed team's measurement. */
const SEED_METHOD = 'identity';
const HASH_LENGTH = 16;

export interface Baseline {
  readonly id: string;
  /** A job of its own, kept apart from the results; null when a job of the sweep measures nothing but the seed anyway. */
  readonly request: JobRequest | null;
  /** Of the sweep, when it measures the seed anyway. */
  readonly key: string | null;
}

export interface PlannedBaselines {
  readonly baselines: readonly Baseline[];
  /** By the keys of the jobs that wait for it. */
  readonly of: ReadonlyMap<string, Baseline>;
}

/**
 * One per group of jobs with the same seed team, tasks and seeds, where two or more of them are to be run. What it
 * measures lies in the shared folder, by a hash of everything that a score depends on; a job finds it there, or measures
 * for itself.
 */
export function plannedBaselines(sweep: Sweep, chosen: readonly JobStatus[]): PlannedBaselines {
  const groups = new Map<string, JobStatus[]>();
  for (const status of chosen) {
    const group = status.known?.baseline;
    if (group !== undefined) groups.set(group, [...(groups.get(group) ?? []), status]);
  }
  const baselines: Baseline[] = [];
  const of = new Map<string, Baseline>();
  for (const [group, members] of groups) {
    const [first] = members;
    if (first === undefined || members.length < 2) continue;
    const id = group.slice(0, HASH_LENGTH);
    const own = members.find(({ job }) => job.request.method === SEED_METHOD);
    const baseline: Baseline =
      own === undefined
        ? {
            id,
            key: null,
            request: seedRequest(
              first.job.request,
              join(sweep.root, SHARED_FOLDER, 'baselines', id),
            ),
          }
        : { id, key: own.job.key, request: null };
    baselines.push(baseline);
    for (const { job } of members) if (job.key !== baseline.key) of.set(job.key, baseline);
  }
  return { baselines, of };
}

/** Neither order nor races change what the seed team scores. */
function seedRequest(request: JobRequest, folder: string): JobRequest {
  const search = new Set(['schedule', 'racing']);
  const kept = Object.entries(request).filter(([name]) => !search.has(name));
  return {
    ...(Object.fromEntries(kept) as unknown as JobRequest),
    method: SEED_METHOD,
    methodOptions: {},
    out: folder,
  };
}
