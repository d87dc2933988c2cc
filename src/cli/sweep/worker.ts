/** How does a machine take part in a sweep that was started elsewhere? */
import { resolve } from 'node:path';
import pc from 'picocolors';
import { InterruptedError } from '../../core/errors.ts';
import { runWorker, type WorkerEvent, type WorkerOutcome } from '../../sweep/remote/worker.ts';
import { type CommandContext, defineCommand, type Terminal } from '../command.ts';
import { EXIT_DONE } from '../exit-code.ts';
import { packageVersion } from '../installation.ts';
import { duration } from '../render/quantities.ts';
import { jobReport } from '../reports/job-report.ts';
import { openQueue, queueFlag } from './queue-options.ts';

export const worker = defineCommand({
  words: 'worker',
  summary:
    'Do jobs that "sweep --queue" has put into a queue, on this machine; as many workers as you like.',
  flags: {
    queue: { ...queueFlag, required: true },
    out: {
      kind: 'text',
      placeholder: 'DIR',
      describe:
        'folder of the job folders: the one of the sweep, on a disk that the machines share; with "sweep --packed", any folder of this machine',
      default: 'runs',
    },
    jobs: {
      kind: 'integer',
      minimum: 1,
      maximum: 64,
      describe: 'jobs side by side, each with its own rollouts in flight; never changes a result',
      default: 1,
    },
    lease: {
      kind: 'duration',
      describe:
        'how long a job stays with a worker that is not heard of; then another goes on with it. Default 60s',
    },
    untilEmpty: {
      kind: 'switch',
      describe: 'end when no job is left; without it, wait for more until Ctrl-C',
    },
    quiet: { kind: 'switch', describe: 'no progress on stderr' },
    json: { kind: 'switch', describe: 'progress on stderr as JSON, one event a line' },
  },
  examples: [
    {
      line: 'worker --queue redis://head:6379 --out /shared/runs --jobs 4',
      describe: 'On every machine; Ctrl-C hands back what is begun, and others go on with it',
    },
    {
      line: 'worker --queue redis://head:6379 --until-empty',
      describe: 'In a batch job that shall end with the work',
    },
  ],
  seeAlso: 'protocol sweep --help',
  run: async ({ queue: url, out, jobs, lease, untilEmpty, ...shown }, context) => {
    const open = await openQueue(url, context, lease === null ? null : Math.max(lease, 1_000));
    const told = workerProgress(shown, context);
    if (!shown.quiet && !shown.json) context.writeError(`working on ${open.shown}\n`);
    try {
      await runWorker({
        ...context,
        installation: { ...context, memory: new Map() },
        queue: open.queue,
        parcels: open.parcels,
        root: resolve(context.workingDirectory, out),
        version: packageVersion(),
        concurrency: jobs,
        stays: !untilEmpty,
        listen: told.listen,
        afterJob: async ({ job }, { folder }) => {
          await jobReport(folder, () => job.parts.dataset, context.abort);
        },
      });
    } finally {
      await open.close();
    }
    const counts = told.counts();
    if (!shown.quiet && !shown.json) context.writeError(`${counts}\n`);
    if (!context.stop.aborted) return EXIT_DONE;
    throw new InterruptedError('stopped. What was begun goes on elsewhere, or here with:', {
      hints: [context.commandLine],
    });
  },
});

function workerProgress(
  { quiet, json }: { readonly quiet: boolean; readonly json: boolean },
  { writeError, terminal }: CommandContext,
) {
  const ended = new Map<WorkerOutcome['status'], number>();
  const tell = json ? eventLine : eventText(terminal);
  return {
    listen: (event: WorkerEvent): void => {
      if (event.kind === 'job-ended') {
        const { status } = event.outcome;
        ended.set(status, (ended.get(status) ?? 0) + 1);
      }
      const text = quiet ? null : tell(event);
      if (text !== null) writeError(`${text}\n`);
    },
    counts: () =>
      ended.size === 0
        ? 'no job was done here'
        : [...ended].map(([status, count]) => `${count} ${status}`).join(' · '),
  };
}

function eventLine(event: WorkerEvent): string | null {
  return event.kind === 'job-told' ? null : JSON.stringify(event);
}

function eventText(terminal: Terminal): (event: WorkerEvent) => string | null {
  const { dim, yellow } = pc.createColors(terminal.colour);
  return (event) => {
    if (event.kind === 'job-began') return dim(`${event.job}  lease ${event.token}`);
    if (event.kind === 'job-told') {
      return event.event.kind === 'notice' ? dim(`${event.job}  ${event.event.message}`) : null;
    }
    const { status, failure, milliseconds } = event.outcome;
    const took = `${event.job}  ${status}  ${duration(milliseconds)}`;
    if (failure === null) return status === 'done' ? took : yellow(took);
    return yellow(`${took}  ${failure.class}: ${failure.message.split('\n')[0] ?? ''}`);
  };
}
