/** How are the jobs of a sweep run side by side, each once, whatever happens to one of them? */
import { NO_CAPS, type SpendCaps } from '../../core/attempt.ts';
import { BudgetExhaustedError, ProtocolError } from '../../core/errors.ts';
import type { JobEvent } from '../../core/events.ts';
import type { Lease, Queue, QueuedJob, Settlement } from '../../core/queue.ts';
import type { Installation, JobRequest } from '../../protocol/preparation/job-request.ts';
import { type PreparedJob, prepareJob } from '../../protocol/preparation/prepare-job.ts';
import { type JobOutcome, runJob } from '../../protocol/run-job.ts';
import type { ProcessIdentity } from '../../store/lock.ts';
import type { Sweep, SweepJob } from '../expand/expand-sweep.ts';
import { work } from '../queue/work.ts';
import { folderOf, type JobStatus } from '../state/inspect.ts';
import {
  type Attempt,
  openSweepFolder,
  type SweepFolder,
  stopWish,
} from '../state/sweep-folder.ts';
import { type Baseline, type PlannedBaselines, plannedBaselines } from './baselines.ts';
import type { JobRecord } from './job-record.ts';
import { type SpendWatch, spendWatch } from './spend-watch.ts';

export type SweepEvent =
  | { readonly kind: 'job-began'; readonly job: string }
  | { readonly kind: 'job-told'; readonly job: string; readonly event: JobEvent }
  | { readonly kind: 'job-ended'; readonly record: JobRecord }
  | { readonly kind: 'baseline-began'; readonly baseline: string; readonly jobs: number }
  | { readonly kind: 'baseline-ended'; readonly baseline: string; readonly problem: string | null };

export interface SweepPorts {
  readonly installation: Installation;
  readonly process: ProcessIdentity;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly queue: Queue;
  /** Jobs side by side. */
  readonly concurrency: number;
  readonly listen: (event: SweepEvent) => void;
  /** What is to be made of a finished job besides, for example its report. */
  readonly afterJob: (prepared: PreparedJob, outcome: JobOutcome) => Promise<void>;
  /** Start nothing more, finish what is in flight. */
  readonly stop: AbortSignal;
  /** Cut what is in flight. */
  readonly abort: AbortSignal;
  /** Of all jobs together, earlier sessions among them; time is that of this call. Absent: no bound. */
  readonly caps?: SpendCaps;
  /** How often a wish to stop from outside is looked for. */
  readonly lookForStopMs?: number;
}

export interface SweepOutcome {
  /** Of the jobs that were run, in the order in which they ended. */
  readonly records: readonly JobRecord[];
  /** True when somebody asked to stop, or a cap did. */
  readonly stopped: boolean;
  /** Which cap was reached and how; null when none was. */
  readonly capReached: string | null;
}

const LOOK_FOR_STOP_MS = 500;

/**
 * Runs the chosen jobs. One that fails is told and written down, and the others go on.
 *
 * @throws StoreConflictError when another process runs this sweep
 */
export async function runSweep(
  sweep: Sweep,
  chosen: readonly JobStatus[],
  ports: SweepPorts,
): Promise<SweepOutcome> {
  const folder = openSweepFolder(sweep.root, sweep.name, ports);
  const wish = watchStopWish(sweep, ports.lookForStopMs ?? LOOK_FOR_STOP_MS);
  const plan = plannedBaselines(sweep, chosen);
  const spend = spendWatch(ports.caps ?? NO_CAPS, foldersOf(sweep, plan.baselines), after);
  const stop = AbortSignal.any([ports.stop, wish.now, spend.reached]);
  const takeNoMore = AbortSignal.any([stop, wish.drain]);
  try {
    const run = sweepRun(plan, chosen, { ...ports, stop, folder, spend });
    await ports.queue.enqueue(run.units);
    await work(ports.queue, run.handle, { concurrency: ports.concurrency, stop: takeNoMore });
    return { records: run.records, stopped: takeNoMore.aborted, capReached: spend.message() };
  } finally {
    wish.cancel();
    spend.cancel();
    folder.close();
  }
}

function foldersOf({ jobs }: Sweep, baselines: readonly Baseline[]): string[] {
  return [...jobs.map(folderOf), ...baselines.flatMap(({ request }) => request?.out ?? [])];
}

/** @returns how to call it off */
function after(run: () => void, milliseconds: number): () => void {
  // Longer waits than a timer can hold would be none.
  const timer = setTimeout(run, Math.min(milliseconds, 2 ** 31 - 1));
  timer.unref();
  return () => clearTimeout(timer);
}

interface RunPorts extends SweepPorts {
  readonly folder: SweepFolder;
  readonly spend: SpendWatch;
}

function sweepRun(
  { baselines, of }: PlannedBaselines,
  chosen: readonly JobStatus[],
  ports: RunPorts,
) {
  const byKey = new Map(chosen.map((status) => [status.job.key, status]));
  const gates = new Map(baselines.map(({ id }) => [id, gate()]));
  const records: JobRecord[] = [];

  const handleBaseline = async (baseline: Baseline, lost: AbortSignal): Promise<Settlement> => {
    try {
      const { request } = baseline;
      if (request !== null) await measureSeed(baseline, request, { ports, of, lost });
      return { kind: 'done' };
    } finally {
      gates.get(baseline.id)?.open();
    }
  };
  const handleJob = async (status: JobStatus, lease: Lease, lost: AbortSignal) => {
    const { key } = status.job;
    const own = baselines.find((baseline) => baseline.key === key);
    const awaited = of.get(key);
    if (awaited !== undefined) await gates.get(awaited.id)?.passed;
    if (ports.stop.aborted) return { kind: 'released' } as const;
    try {
      const record = await attempt(status, ports, lost);
      // Whoever took over tells what becomes of the job.
      if (lost.aborted) return { kind: 'released' } as const;
      ports.folder.record(attemptOf(record, { status, lease, endedAt: ports.now() }));
      records.push(record);
      ports.listen({ kind: 'job-ended', record });
      return settlementOf(record);
    } finally {
      if (own !== undefined) gates.get(own.id)?.open();
    }
  };
  return {
    units: unitsOf(baselines, chosen),
    records,
    handle: (lease: Lease, lost: AbortSignal): Promise<Settlement> => {
      const baseline = baselines.find(({ id }) => `${BASELINE}${id}` === lease.job.id);
      if (baseline !== undefined) return handleBaseline(baseline, lost);
      const status = byKey.get(lease.job.id);
      if (status === undefined)
        throw new Error(`the queue gave out an unknown job ${lease.job.id}`);
      return handleJob(status, lease, lost);
    },
  };
}

/** Closed until it is opened, once and for all. */
function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
}

const BASELINE = 'baseline:';

/** Baselines first: then no job waits for one that nobody has begun. */
function unitsOf(baselines: readonly Baseline[], chosen: readonly JobStatus[]): QueuedJob[] {
  const first = new Set(baselines.flatMap(({ key }) => key ?? []));
  const keys = chosen.map(({ job }) => job.key);
  return [
    ...baselines.flatMap(({ id, request }) => (request === null ? [] : [`${BASELINE}${id}`])),
    ...keys.filter((key) => first.has(key)),
    ...keys.filter((key) => !first.has(key)),
  ].map((id) => ({ id, payload: {} }));
}

/** A baseline that does not come is no failure of the sweep: its jobs measure for themselves. */
async function measureSeed(
  baseline: Baseline,
  request: JobRequest,
  how: { ports: RunPorts; of: ReadonlyMap<string, Baseline>; lost: AbortSignal },
): Promise<void> {
  const { ports, of, lost } = how;
  const { id } = baseline;
  const jobs = [...of.values()].filter((entry) => entry.id === id).length;
  ports.listen({ kind: 'baseline-began', baseline: id, jobs });
  let problem: string | null = null;
  try {
    await runRequest(request, { ports, lost, listen: () => undefined });
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
    if (error instanceof BudgetExhaustedError) ports.spend.settle(request.out ?? '', problem);
  }
  ports.listen({ kind: 'baseline-ended', baseline: id, problem });
}

async function attempt({ job }: JobStatus, ports: RunPorts, lost: AbortSignal): Promise<JobRecord> {
  const began = ports.now();
  ports.listen({ kind: 'job-began', job: job.key });
  const base = { job, folder: folderOf(job), result: null, failure: null };
  const took = (): number => ports.now() - began;
  try {
    const listen = (event: JobEvent): void =>
      ports.listen({ kind: 'job-told', job: job.key, event });
    const { prepared, outcome } = await runRequest(job.request, { ports, lost, listen });
    if (outcome.result !== null) await ports.afterJob(prepared, outcome);
    const { result, alreadyDone } = outcome;
    return { ...base, status: 'done', alreadyDone, result, milliseconds: took() };
  } catch (error) {
    const isCap = error instanceof BudgetExhaustedError;
    if (isCap) ports.spend.settle(folderOf(job), error.message);
    const isStop = isCap || (error instanceof ProtocolError && error.code === 'interrupted');
    const failure = isStop ? null : failureOf(error);
    const status = isStop ? 'stopped' : 'failed';
    return { ...base, status, alreadyDone: false, failure, milliseconds: took() };
  }
}

async function runRequest(
  request: JobRequest,
  how: { ports: RunPorts; lost: AbortSignal; listen: (event: JobEvent) => void },
): Promise<{ prepared: PreparedJob; outcome: JobOutcome }> {
  const { ports, lost, listen } = how;
  const { process, now, stop, spend } = ports;
  const folder = request.out ?? '';
  const prepared = await prepareJob({ ...request, ...spend.capsOf(folder) }, ports.installation);
  const abort = AbortSignal.any([ports.abort, lost]);
  const hear = (event: JobEvent): void => {
    if (event.kind === 'phase-progressed' && event.progress.spend !== undefined) {
      spend.see(folder, event.progress.spend);
    }
    listen(event);
  };
  const outcome = await runJob(prepared.job, { process, now, listen: hear, stop, abort });
  spend.settle(folder, null);
  return { prepared, outcome };
}

/** A defect keeps its stack: it is to be mended, not tried again. */
function failureOf(error: unknown): NonNullable<JobRecord['failure']> {
  if (error instanceof ProtocolError) return { class: error.code, message: error.message };
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { class: 'defect', message: text };
}

function settlementOf({ status, failure }: JobRecord): Settlement {
  if (status === 'failed') return { kind: 'failed', reason: failure?.message ?? '' };
  return { kind: status === 'done' ? 'done' : 'released' };
}

function attemptOf(
  record: JobRecord,
  how: { readonly status: JobStatus; readonly lease: Lease; readonly endedAt: number },
): Attempt {
  const { job, status, failure, milliseconds } = record;
  return {
    job: (job satisfies SweepJob).key,
    identity: how.status.known?.identityHash ?? null,
    token: how.lease.token,
    outcome: status === 'done' || status === 'failed' ? status : 'stopped',
    class: failure?.class ?? null,
    message: failure?.message ?? null,
    milliseconds: milliseconds ?? 0,
    endedAt: new Date(how.endedAt).toISOString(),
  };
}

/** `protocol sweep stop` reaches this process through a file, from any host that shares the folder. */
function watchStopWish({ root, name }: Sweep, everyMs: number) {
  const [now, drain] = [new AbortController(), new AbortController()];
  const look = setInterval(() => {
    const wish = stopWish(root, name);
    if (wish === 'now') now.abort();
    if (wish === 'drain') drain.abort();
  }, everyMs);
  look.unref();
  return { now: now.signal, drain: drain.signal, cancel: () => clearInterval(look) };
}
