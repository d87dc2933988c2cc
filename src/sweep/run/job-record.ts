/** What is said of one job of a sweep, in one line for scripts? */
import type { Json, JsonObject } from '../../core/json.ts';
import type { SweepJob } from '../expand/expand-sweep.ts';

export type RecordStatus = 'done' | 'failed' | 'stopped' | 'stale' | 'running';

export interface JobRecord {
  readonly job: SweepJob;
  readonly status: RecordStatus;
  /** True when nothing had to be run. */
  readonly alreadyDone: boolean;
  /** Absolute path. */
  readonly folder: string;
  readonly result: JsonObject | null;
  readonly failure: { readonly class: string; readonly message: string } | null;
  /** Of this attempt; null when nothing was run. */
  readonly milliseconds: number | null;
}

/** @param folder as the user should read it */
export function recordLine(record: JobRecord, folder: string): JsonObject {
  const { job, status, alreadyDone, failure, milliseconds, result } = record;
  const { key, cell } = job;
  return {
    schema: 'sweep-job-1',
    job: key,
    status,
    alreadyDone,
    folder,
    ...(cell as unknown as JsonObject),
    ...(result === null ? {} : resultNumbers(result)),
    ...(failure === null ? {} : { failure: { class: failure.class, message: failure.message } }),
    milliseconds,
  };
}

/** The numbers that a table of jobs shows; in the units of result.json. */
export function resultNumbers(result: JsonObject): JsonObject {
  const test = (result['test'] ?? {}) as JsonObject;
  const comparison = (test['comparison'] ?? {}) as { readonly [name: string]: Json };
  const selection = (result['selection'] ?? {}) as JsonObject;
  return {
    identity: result['job'] ?? null,
    simulated: result['simulated'] ?? null,
    conformant: result['conformant'] ?? null,
    baseline: comparison['baselineMean'] ?? null,
    deployed: comparison['candidateMean'] ?? null,
    deltaPoints: comparison['deltaPoints'] ?? null,
    interval: comparison['interval'] ?? null,
    pValue: comparison['pValue'] ?? null,
    scored: comparison['scored'] ?? null,
    planned: comparison['planned'] ?? null,
    fallbackReason: selection['fallbackReason'] ?? null,
  };
}
