/** How are the jobs of a sweep done by workers on other machines? */
import pc from 'picocolors';
import type { SpendCaps } from '../../core/attempt.ts';
import { InterruptedError, UsageError } from '../../core/errors.ts';
import { type DispatchEvent, dispatchSweep } from '../../sweep/remote/dispatch.ts';
import type { JobStatus } from '../../sweep/state/inspect.ts';
import type { CommandContext } from '../command.ts';
import { EXIT_DONE } from '../exit-code.ts';
import { packageVersion } from '../installation.ts';
import { conclusion, recordWriter, untouchedRecord } from './conclusion.ts';
import { counted } from './dry-run.ts';
import type { LoadedSweep } from './load.ts';
import { recordText } from './progress.ts';
import { openQueue, queueFlag } from './queue-options.ts';

export const queuedFlags = {
  queue: {
    ...queueFlag,
    describe: `put the jobs into a queue, for "protocol worker" on other machines: ${queueFlag.describe}`,
  },
  packed: {
    kind: 'switch',
    describe:
      'with --queue: the machines share no disk; folders of small jobs travel through the queue',
  },
  detach: { kind: 'switch', describe: 'with --queue: enqueue and return, do not watch' },
} as const;

export interface QueuedOptions {
  readonly url: string;
  readonly packed: boolean;
  readonly detach: boolean;
  readonly quiet: boolean;
  readonly json: boolean;
  readonly caps: SpendCaps;
  readonly context: CommandContext;
}

/** One JSON line per job that is done or has failed on stdout. */
export async function performQueued(
  { sweep, statuses, installation }: LoadedSweep,
  chosen: readonly JobStatus[],
  options: QueuedOptions,
): Promise<number> {
  const { url, packed, detach, caps, context } = options;
  refuseCaps(caps);
  const open = await openQueue(url, context);
  const write = recordWriter(context);
  try {
    const watched = [...chosen, ...atWorkers(statuses, chosen)];
    const untouched = statuses.filter((status) => !watched.includes(status));
    for (const status of untouched) {
      const record = untouchedRecord(status);
      if (record !== null) write(record);
    }
    const tell = dispatchProgress(options, { total: statuses.length, wanted: watched.length });
    const records = await dispatchSweep(sweep, watched, {
      ...context,
      installation,
      queue: open.queue,
      parcels: open.parcels,
      version: packageVersion(),
      packed,
      waits: !detach,
      listen: (event) => {
        if (event.kind === 'job-ended') write(event.record);
        tell(event);
      },
    });
    if (detach) return EXIT_DONE;
    if (records.length < watched.length && context.stop.aborted) {
      throw new InterruptedError('stopped watching; the workers go on. Watch again with:', {
        hints: [context.commandLine],
      });
    }
    return conclusion({ records, stopped: false, capReached: null, untouched }, context);
  } finally {
    await open.close();
  }
}

/** Begun by a worker: watched, but not begun again. */
function atWorkers(
  statuses: readonly JobStatus[],
  chosen: readonly JobStatus[],
): readonly JobStatus[] {
  return statuses.filter((status) => status.owner?.fence !== undefined && !chosen.includes(status));
}

function refuseCaps({ usd, tokens, milliseconds }: SpendCaps): void {
  if (usd === null && tokens === null && milliseconds === null) return;
  throw new UsageError('caps of a sweep hold within one process, and --queue gives jobs to many', {
    hints: ['leave out --queue, or the caps (flags and the file’s "caps")'],
  });
}

/** How often a waiting user hears that nobody takes the jobs. */
const REMIND_MS = 15_000;

function dispatchProgress(
  { quiet, json, context }: QueuedOptions,
  { total, wanted }: { readonly total: number; readonly wanted: number },
): (event: DispatchEvent) => void {
  const { writeError, terminal, now } = context;
  if (quiet) return () => undefined;
  if (json) return (event) => writeError(`${JSON.stringify(eventJson(event))}\n`);
  const { dim, yellow } = pc.createColors(terminal.colour);
  let ended = 0;
  let idleSince = now();
  let shown = '';
  return (event) => {
    if (event.kind === 'enqueued') {
      const known = event.known === 0 ? '' : `, ${event.known} there already`;
      writeError(`${counted(total)}, ${wanted} to be done: ${event.added} enqueued${known}\n`);
      return;
    }
    if (event.kind === 'job-ended') {
      ended += 1;
      writeError(`[${ended}/${wanted}] ${recordText(event.record)}\n`);
      return;
    }
    const { waiting, leased } = event.counts;
    const text = `${waiting} waiting, ${leased} with workers`;
    if (text !== shown && ended < wanted) writeError(`${dim(text)}\n`);
    shown = text;
    if (leased > 0 || waiting === 0) idleSince = now();
    if (now() - idleSince < REMIND_MS) return;
    idleSince = now();
    writeError(yellow('nobody takes jobs: start "protocol worker --queue URL" on some machine\n'));
  };
}

/** A record holds the whole result, which stands on stdout. */
function eventJson(event: DispatchEvent): unknown {
  if (event.kind !== 'job-ended') return event;
  const { job, status, failure, milliseconds } = event.record;
  return { kind: event.kind, job: job.key, status, failure, milliseconds };
}
