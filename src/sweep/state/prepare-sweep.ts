/** What exactly is each job of a sweep, in this installation, today? */
import type { ProtocolError } from '../../core/errors.ts';
import { UsageError } from '../../core/errors.ts';
import { digest, type Json, type JsonObject } from '../../core/json.ts';
import { evaluationCondition, jobIdentity } from '../../protocol/job-spec.ts';
import type { Installation } from '../../protocol/preparation/job-request.ts';
import { type PreparedJob, prepareJob } from '../../protocol/preparation/prepare-job.ts';
import type { Job } from '../../protocol/run-job.ts';
import { makeSplit, type Split } from '../../protocol/splits.ts';
import type { Sweep, SweepJob } from '../expand/expand-sweep.ts';

export interface KnownJob {
  readonly job: SweepJob;
  /** SHA-256 of the job's identity: with another method version, prompt or data it is another job. */
  readonly identityHash: string;
  /** Equal for jobs that measure the same seed team on the same tasks with the same seeds. */
  readonly baseline: string;
  readonly conformanceProblems: readonly string[];
}

export interface UnknownJob {
  readonly job: SweepJob;
  readonly problem: ProtocolError;
}

export interface PreparedSweep {
  readonly known: readonly KnownJob[];
  /** Those that cannot be prepared here: an option that does not exist, data that is missing, a cell off the grid. */
  readonly unknown: readonly UnknownJob[];
}

export async function prepareSweep(
  sweep: Sweep,
  installation: Installation,
): Promise<PreparedSweep> {
  const splits = new Map<string, Split>();
  const known: KnownJob[] = [];
  const unknown: UnknownJob[] = [];
  for (const job of sweep.jobs) {
    try {
      known.push(knownJob(job, await prepareJob(job.request, installation), splits));
    } catch (error) {
      if (!isProtocolError(error)) throw error;
      unknown.push({ job, problem: error });
    }
  }
  return { known, unknown };
}

function knownJob(
  job: SweepJob,
  { job: prepared }: PreparedJob,
  splits: Map<string, Split>,
): KnownJob {
  const { spec, conformanceProblems } = prepared;
  const { split, identity } = identityOf(prepared, splits);
  return {
    job,
    identityHash: digest(identity),
    baseline: digest({
      condition: evaluationCondition(spec),
      candidate: spec.seedCandidate as unknown as Json,
      split: split.hash,
      gateTasks: spec.gate?.tasks ?? 0,
    }),
    conformanceProblems,
  };
}

/** What makes the job this job. @param splits drawn already, by jobs on the same tasks */
export function identityOf(
  job: Job,
  splits: Map<string, Split>,
): { readonly split: Split; readonly identity: JsonObject } {
  const split = splitOf(job, splits);
  return { split, identity: jobIdentity(job.spec, split) };
}

/** Drawn once for all jobs on the same tasks. */
function splitOf({ spec, parts }: Job, splits: Map<string, Split>): Split {
  const { id, pool, evaluation, identity } = parts.dataset;
  const key = digest([id, identity, spec.split as unknown as Json]);
  const split = splits.get(key) ?? makeSplit({ dataset: id, pool, evaluation }, spec.split);
  splits.set(key, split);
  return split;
}

function isProtocolError(error: unknown): error is ProtocolError {
  return error instanceof Error && 'code' in error && 'hints' in error;
}

/** Lines of problems that are told; the rest are counted. */
const TOLD = 20;

/**
 * What keeps jobs of the sweep from being run, each problem once with the number of jobs that have it.
 *
 * @throws the problem as it is, when all of them have the same one; else UsageError
 */
export function refuseUnknown({ known, unknown }: PreparedSweep): void {
  const [first] = unknown;
  if (first === undefined) return;
  const byMessage = new Map<string, UnknownJob[]>();
  for (const entry of unknown) {
    for (const line of entry.problem.message.split('\n')) {
      byMessage.set(line, [...(byMessage.get(line) ?? []), entry]);
    }
  }
  // A prerequisite is one thing to do, however many jobs wait for it.
  if (unknown.every(({ problem }) => problem.message === first.problem.message)) {
    if (first.problem.code !== 'usage') throw first.problem;
  }
  const total = known.length + unknown.length;
  const lines = [...byMessage].map(
    ([message, entries]) =>
      `${message} (${entries.length} of ${total} jobs, first ${entries[0]?.job.key ?? ''})`,
  );
  const hidden = lines.length - TOLD;
  throw new UsageError(
    [...lines.slice(0, TOLD), ...(hidden > 0 ? [`and ${hidden} problems more`] : [])],
    { hints: [...new Set(unknown.flatMap(({ problem }) => problem.hints))] },
  );
}
