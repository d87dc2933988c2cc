/** How are the jobs of a sweep given to workers elsewhere, and what became of each? */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../core/json.ts';
import type { QueueCounts, QueuedJob } from '../../core/queue.ts';
import type { Installation } from '../../protocol/preparation/job-request.ts';
import { prepareJob } from '../../protocol/preparation/prepare-job.ts';
import type { Split } from '../../protocol/splits.ts';
import { readJobDocument } from '../../store/job-folder.ts';
import type { ProcessIdentity } from '../../store/lock.ts';
import { parcelReader, unpackParcel } from '../../store/parcel.ts';
import type { Sweep } from '../expand/expand-sweep.ts';
import type { RedisQueue } from '../queue/redis/bullmq.ts';
import type { SettledJob } from '../queue/redis/entries.ts';
import type { Parcels } from '../queue/redis/parcels.ts';
import type { JobRecord } from '../run/job-record.ts';
import { folderOf, type JobStatus } from '../state/inspect.ts';
import { identityOf } from '../state/prepare-sweep.ts';
import { markRoot, openSweepFolder, type SweepFolder } from '../state/sweep-folder.ts';
import { jobOrder } from './order.ts';
import { answeredUntil } from './stoppable.ts';

export type DispatchEvent =
  | { readonly kind: 'enqueued'; readonly added: number; readonly known: number }
  | { readonly kind: 'queue-counted'; readonly counts: QueueCounts }
  | { readonly kind: 'job-ended'; readonly record: JobRecord };

export interface DispatchPorts {
  readonly installation: Installation;
  readonly process: ProcessIdentity;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly queue: RedisQueue;
  readonly parcels: Parcels;
  /** Of this program. */
  readonly version: string;
  /** True: workers share no disk with this machine. */
  readonly packed: boolean;
  /** False: enqueue, take in what is done by now, and return. */
  readonly waits: boolean;
  readonly listen: (event: DispatchEvent) => void;
  /** Stop watching; the workers go on. */
  readonly stop: AbortSignal;
  readonly pollMs?: number;
}

const POLL_MS = 500;
/** A queue that was emptied, or came back from an older copy, is filled again. */
const POLLS_PER_CHECK = 60;
/** A shared disk may show a file to one machine later than to another. */
const LOOKS_FOR_RESULT = 20;
const CHUNK = 500;

interface Dispatched {
  readonly status: JobStatus;
  readonly queued: QueuedJob;
}

/**
 * Enqueues the chosen jobs, each at most once however often this is called, and tells of those that end.
 *
 * @returns records of the jobs that ended, in the order in which it was seen
 * @throws StoreConflictError when another process runs or watches this sweep
 */
export async function dispatchSweep(
  sweep: Sweep,
  chosen: readonly JobStatus[],
  ports: DispatchPorts,
): Promise<readonly JobRecord[]> {
  const folder = openSweepFolder(sweep.root, sweep.name, ports);
  try {
    const open = new Map<string, Dispatched>();
    for (const job of await ordered(sweep, chosen, ports)) open.set(job.queued.id, job);
    const records: JobRecord[] = [];
    const watch: Watch = { open, records, folder, looks: new Map(), ports };
    await fill(watch);
    for (let polls = 1; open.size > 0; polls += 1) {
      await takeIn(watch);
      if (open.size === 0 || !ports.waits || ports.stop.aborted) break;
      if (polls % POLLS_PER_CHECK === 0) await refill(watch);
      await sleep(ports.pollMs ?? POLL_MS, undefined, { signal: ports.stop }).catch(
        () => undefined,
      );
    }
    return records;
  } finally {
    folder.close();
  }
}

interface Watch {
  readonly open: Map<string, Dispatched>;
  readonly records: JobRecord[];
  readonly folder: SweepFolder;
  /** How often a result was looked for in vain. */
  readonly looks: Map<string, number>;
  readonly ports: DispatchPorts;
}

async function ordered(
  { root }: Sweep,
  chosen: readonly JobStatus[],
  { installation, version, packed }: DispatchPorts,
): Promise<Dispatched[]> {
  const splits = new Map<string, Split>();
  const from = { version, packed, root: markRoot(root) };
  const found: Dispatched[] = [];
  for (const status of chosen) {
    const { job } = await prepareJob(status.job.request, installation);
    found.push({ status, queued: jobOrder(status.job, identityOf(job, splits).identity, from) });
  }
  return found;
}

/** What the queue has as done although its result is not here is done again, unless the result waits to be fetched. */
async function fill({ open, ports }: Watch): Promise<void> {
  const { queue, parcels, packed, listen } = ports;
  const { done } = await queue.settled();
  const again: QueuedJob[] = [];
  for (const { queued, status } of open.values()) {
    if (packed) await sendBegun(queued.id, folderOf(status.job), parcels);
    if (!done.has(queued.id)) continue;
    if (!packed || !(await parcels.read(queued.id))?.has('result.json')) again.push(queued);
  }
  const reopened = await queue.reopen(again);
  const added = reopened + (await queue.enqueue([...open.values()].map(({ queued }) => queued)));
  listen({ kind: 'enqueued', added, known: open.size - added });
}

/** A job that was begun here goes on elsewhere at its last step. */
async function sendBegun(id: string, folder: string, parcels: Parcels): Promise<void> {
  if (existsSync(folder)) await parcels.begin(id, parcelReader(folder)().changed);
}

async function refill({ open, ports }: Watch): Promise<void> {
  await ports.queue.enqueue([...open.values()].map(({ queued }) => queued));
}

async function takeIn(watch: Watch): Promise<void> {
  const { open, ports } = watch;
  const { queue, stop } = ports;
  const settled = await answeredUntil(stop, queue.settled());
  const ids = [...open.keys()].filter((id) => settled.done.has(id) || settled.failed.has(id));
  for (let at = 0; at < ids.length; at += CHUNK) {
    for (const job of await queue.look(ids.slice(at, at + CHUNK))) await end(job, watch);
  }
  const counts = await answeredUntil(stop, queue.counts());
  ports.listen({ kind: 'queue-counted', counts });
}

async function end(settled: SettledJob, watch: Watch): Promise<void> {
  const { open, records, folder, ports } = watch;
  const dispatched = open.get(settled.id);
  if (dispatched === undefined) return;
  const record = await recordOf(settled, dispatched, watch);
  if (record === null) return;
  open.delete(settled.id);
  const { job, status, failure, milliseconds } = record;
  folder.record({
    job: job.key,
    identity: dispatched.status.known?.identityHash ?? null,
    token: settled.token,
    outcome: status === 'failed' ? 'failed' : 'done',
    class: failure?.class ?? null,
    message: failure?.message ?? null,
    milliseconds: milliseconds ?? 0,
    endedAt: new Date(ports.now()).toISOString(),
  });
  if (ports.packed && status === 'done') await ports.parcels.drop(settled.id);
  records.push(record);
  ports.listen({ kind: 'job-ended', record });
}

/** Null: its result is not to be seen here yet. */
async function recordOf(
  { id, failure, milliseconds }: SettledJob,
  { status }: Dispatched,
  { ports, looks }: Watch,
): Promise<JobRecord | null> {
  const { job } = status;
  const folder = folderOf(job);
  const base = { job, folder, alreadyDone: false, result: null, failure: null, milliseconds };
  if (failure !== null) {
    const [, failureClass = 'unknown', message = failure] = /^([\w-]+): (.*)$/s.exec(failure) ?? [];
    return { ...base, status: 'failed', failure: { class: failureClass, message } };
  }
  if (ports.packed) await fetchFolder(id, folder, ports.parcels);
  const result: JsonObject | null = readJobDocument(folder, 'result');
  if (result !== null) return { ...base, status: 'done', result };
  const seen = (looks.get(id) ?? 0) + 1;
  looks.set(id, seen);
  if (seen < LOOKS_FOR_RESULT && ports.waits) return null;
  const message = `a worker has done it, and ${folder} holds no result: it was deleted, or the worker has another folder`;
  return { ...base, status: 'failed', failure: { class: 'store', message } };
}

/** Unpacked beside, and put in its place whole. */
async function fetchFolder(id: string, folder: string, parcels: Parcels): Promise<void> {
  const parcel = await parcels.read(id);
  if (parcel === null || !parcel.has('result.json')) return;
  const beside = `${folder}.fetched`;
  unpackParcel(parcel, beside);
  rmSync(folder, { recursive: true, force: true });
  renameSync(beside, folder);
}
