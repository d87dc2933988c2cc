/** How does a machine do jobs that a sweep elsewhere has enqueued, and hand each back whole whatever happens? */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  InterruptedError,
  PrerequisiteError,
  ProtocolError,
  StoreConflictError,
} from '../../core/errors.ts';
import type { JobEvent } from '../../core/events.ts';
import type { Lease, Queue, Settlement } from '../../core/queue.ts';
import type { Installation } from '../../protocol/preparation/job-request.ts';
import { type PreparedJob, prepareJob } from '../../protocol/preparation/prepare-job.ts';
import { type JobOutcome, runJob } from '../../protocol/run-job.ts';
import type { Split } from '../../protocol/splits.ts';
import type { ProcessIdentity } from '../../store/lock.ts';
import { type ParcelChange, parcelReader, unpackParcel } from '../../store/parcel.ts';
import { SHARED_FOLDER } from '../expand/expand-sweep.ts';
import type { Parcels } from '../queue/redis/parcels.ts';
import { work } from '../queue/work.ts';
import { identityOf } from '../state/prepare-sweep.ts';
import { rootMark } from '../state/sweep-folder.ts';
import { checkSameJob, type JobOrder, readOrder } from './order.ts';
import { answeredUntil, stoppable } from './stoppable.ts';

export type WorkerEvent =
  | { readonly kind: 'job-began'; readonly job: string; readonly token: number }
  | { readonly kind: 'job-told'; readonly job: string; readonly event: JobEvent }
  | { readonly kind: 'job-ended'; readonly job: string; readonly outcome: WorkerOutcome };

/** `lost`: another worker has it by now. */
export interface WorkerOutcome {
  readonly status: 'done' | 'failed' | 'handed-back' | 'lost';
  readonly failure: { readonly class: string; readonly message: string } | null;
  readonly milliseconds: number;
}

export interface WorkerPorts {
  readonly installation: Installation;
  readonly process: ProcessIdentity;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly queue: Queue & { readonly name: string };
  readonly parcels: Parcels;
  /** Absolute path of the folder of job folders. */
  readonly root: string;
  /** Of this program. */
  readonly version: string;
  /** Jobs side by side. */
  readonly concurrency: number;
  /** Wait for further jobs when none is left. */
  readonly stays: boolean;
  readonly listen: (event: WorkerEvent) => void;
  /** What is to be made of a finished job besides, for example its report. */
  readonly afterJob: (prepared: PreparedJob, outcome: JobOutcome) => Promise<void>;
  /** Take no further job, and stop those in hand where they can go on. */
  readonly stop: AbortSignal;
  /** Cut what is in flight. */
  readonly abort: AbortSignal;
  /** How often a folder that travels is handed to the queue while its job runs. */
  readonly keepEveryMs?: number;
}

const KEEP_EVERY_MS = 3_000;

/**
 * Works until `stop`, or until no job is left.
 *
 * @throws PrerequisiteError when this machine lacks what a job needs, or means another job by it: the job is handed
 *   back untouched, and those in hand are finished first
 */
export async function runWorker(ports: WorkerPorts): Promise<void> {
  const refused = new AbortController();
  const context: WorkContext = { ...ports, splits: new Map() };
  const handle = async (lease: Lease, lost: AbortSignal): Promise<Settlement> => {
    try {
      return await handleJob(lease, lost, context);
    } catch (error) {
      if (!(error instanceof PrerequisiteError)) throw error;
      refused.abort(error);
      return { kind: 'released' };
    }
  };
  await work(stoppable(ports.queue, ports.stop), handle, {
    concurrency: ports.concurrency,
    stop: AbortSignal.any([ports.stop, refused.signal]),
    stays: ports.stays,
  });
  if (refused.signal.aborted) throw refused.signal.reason;
}

interface WorkContext extends WorkerPorts {
  readonly splits: Map<string, Split>;
}

async function handleJob(
  lease: Lease,
  lost: AbortSignal,
  context: WorkContext,
): Promise<Settlement> {
  const { now, listen, version } = context;
  const order = readOrder(lease.job, version);
  const { key } = order;
  const began = now();
  listen({ kind: 'job-began', job: key, token: lease.token });
  const end = (status: WorkerOutcome['status'], failure: WorkerOutcome['failure'] = null): void =>
    listen({
      kind: 'job-ended',
      job: key,
      outcome: { status, failure, milliseconds: now() - began },
    });
  try {
    const isOurs = await (order.packed ? doPacked : doShared)(order, lease, lost, context);
    end(isOurs && !lost.aborted ? 'done' : 'lost');
    return { kind: isOurs ? 'done' : 'released' };
  } catch (error) {
    if (lost.aborted || (await isTakenOver(error, lease, context))) {
      end('lost');
      return { kind: 'released' };
    }
    if (error instanceof InterruptedError || error instanceof PrerequisiteError) {
      end('handed-back');
      if (error instanceof PrerequisiteError) throw error;
      return { kind: 'released' };
    }
    const failure = failureOf(error);
    end('failed', failure);
    return { kind: 'failed', reason: `${failure.class}: ${failure.message}` };
  }
}

/** The folder knows of a later lease, and the next renewal would have told. */
async function isTakenOver(error: unknown, lease: Lease, { queue }: WorkContext): Promise<boolean> {
  return error instanceof StoreConflictError && !(await queue.renew(lease));
}

type DoJob = (
  order: JobOrder,
  lease: Lease,
  lost: AbortSignal,
  context: WorkContext,
) => Promise<boolean>;

/** In the folder that all machines see. */
const doShared: DoJob = async (order, lease, lost, context) => {
  const { root } = context;
  if (rootMark(root) !== order.root) {
    throw new PrerequisiteError(`${root} is not the folder that the sweep keeps its jobs in`, {
      hints: [
        'mount the file system that the machines share, and name the same folder with --out',
        'without a shared disk, enqueue with: protocol sweep FILE --queue URL --packed',
      ],
    });
  }
  await runOrder(order, join(root, ...order.key.split('/')), { lease, lost, context });
  return true;
};

const NOTHING: ParcelChange = { changed: new Map(), gone: [] };

/** Both, of which the later one goes before. */
function laterChange(earlier: ParcelChange, later: ParcelChange): ParcelChange {
  const kept = [...earlier.changed].filter(([path]) => !later.gone.includes(path));
  return {
    changed: new Map([...kept, ...later.changed]),
    gone: [...earlier.gone, ...later.gone],
  };
}

/** In a folder of this lease alone, from what the queue has of it; handed to the queue as it grows. */
const doPacked: DoJob = async (order, lease, lost, context) => {
  const { parcels, root, stop } = context;
  const { token, job } = lease;
  const parcel = await answeredUntil(stop, parcels.claim(job.id, token));
  if (parcel === null) return false;
  const folder = join(root, '.packed', `${job.id}.${token}`);
  unpackParcel(parcel, folder);
  const changes = parcelReader(folder);
  changes();
  let isOurs = true;
  let unsent: ParcelChange = NOTHING;
  const keep = async (): Promise<void> => {
    unsent = laterChange(unsent, changes());
    if (unsent.changed.size + unsent.gone.length === 0) return;
    isOurs = (await answeredUntil(stop, parcels.keep(job.id, token, unsent))) && isOurs;
    unsent = NOTHING;
  };
  const beat = repeated(keep, context.keepEveryMs ?? KEEP_EVERY_MS);
  try {
    await runOrder(order, folder, { lease, lost, context });
  } finally {
    await beat.end();
    if (!lost.aborted) await keep();
    rmSync(folder, { recursive: true, force: true });
  }
  return isOurs;
};

async function runOrder(
  order: JobOrder,
  folder: string,
  how: { readonly lease: Lease; readonly lost: AbortSignal; readonly context: WorkContext },
): Promise<void> {
  const { lease, lost, context } = how;
  const { installation, root, process, now, stop, queue } = context;
  const evaluationCache = join(root, SHARED_FOLDER, 'evaluations');
  const request = { ...order.request, out: folder, evaluationCache };
  const prepared = await prepareJob(request, installation);
  checkSameJob(order, identityOf(prepared.job, context.splits).identity);
  const listen = (event: JobEvent): void =>
    context.listen({ kind: 'job-told', job: order.key, event });
  const outcome = await runJob(prepared.job, {
    ...{ process, now, listen, stop },
    abort: AbortSignal.any([context.abort, lost]),
    fence: { queue: queue.name, token: lease.token },
  });
  if (outcome.result !== null) await context.afterJob(prepared, outcome);
}

/** One at a time; a run that fails is followed by the next one, and the last word is that of who ends it. */
function repeated(
  run: () => Promise<void>,
  everyMs: number,
): { readonly end: () => Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    running = run()
      .catch(() => undefined)
      .finally(() => {
        isBusy = false;
      });
  }, everyMs);
  return {
    end: () => {
      clearInterval(timer);
      return running;
    },
  };
}

/** A defect keeps its stack: it is to be mended, not tried again. */
function failureOf(error: unknown): NonNullable<WorkerOutcome['failure']> {
  if (error instanceof ProtocolError) return { class: error.code, message: error.message };
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { class: 'defect', message: text };
}
