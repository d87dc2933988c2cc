/** What does someone watching a sweep see? A line per job that ends, and one that is drawn anew. */
import pc from 'picocolors';
import type { JobEvent } from '../../core/events.ts';
import { type JobRecord, resultNumbers } from '../../sweep/run/job-record.ts';
import type { SweepEvent } from '../../sweep/run/run-sweep.ts';
import type { JobStatus } from '../../sweep/state/inspect.ts';
import type { CommandContext } from '../command.ts';
import { duration } from '../render/quantities.ts';
import { counted } from './dry-run.ts';

export interface SweepProgress {
  listen(event: SweepEvent): void;
  close(): void;
}

export interface SweepProgressOptions {
  readonly options: { readonly quiet: boolean; readonly json: boolean };
  readonly context: CommandContext;
  readonly total: number;
  readonly chosen: readonly JobStatus[];
  readonly untouched: readonly JobStatus[];
}

const REDRAW_MS = 100;

export function sweepProgress(how: SweepProgressOptions): SweepProgress {
  const { options, context } = how;
  const { writeError, terminal } = context;
  if (options.quiet) return { listen: () => undefined, close: () => undefined };
  if (options.json) {
    return {
      listen: (event) => writeError(`${JSON.stringify(eventJson(event))}\n`),
      close: () => undefined,
    };
  }
  writeError(`${head(how)}\n`);
  const state = watched(how);
  let drawnAt = Number.NEGATIVE_INFINITY;
  let shown = false;
  const clear = (): void => {
    if (shown) writeError('\r\u001b[2K');
    shown = false;
  };
  return {
    listen(event) {
      state.see(event);
      const text = eventText(event, how, state);
      if (text !== null) {
        clear();
        writeError(`${text}\n`);
      }
      if (!terminal.interactive || context.now() - drawnAt < REDRAW_MS) return;
      drawnAt = context.now();
      writeError(`\r\u001b[2K${state.line().slice(0, Math.max(0, terminal.columns - 1))}`);
      shown = true;
    },
    close: clear,
  };
}

function head({ total, chosen, untouched }: SweepProgressOptions): string {
  const done = untouched.filter(({ state }) => state === 'done').length;
  return `${counted(total)}: ${done} done already, ${chosen.length} to be run`;
}

interface Watched {
  see(event: SweepEvent): void;
  /** Jobs that ended, of those to be run. */
  ended(): number;
  line(): string;
}

function watched({ context, chosen }: SweepProgressOptions): Watched {
  const began = context.now();
  const running = new Map<string, string>();
  let ended = 0;
  return {
    see(event) {
      if (event.kind === 'job-began') running.set(event.job, 'begins');
      if (event.kind === 'baseline-began') running.set(`baseline ${event.baseline}`, 'seed');
      if (event.kind === 'baseline-ended') running.delete(`baseline ${event.baseline}`);
      if (event.kind === 'job-told') {
        const text = phaseText(event.event);
        if (text !== null) running.set(event.job, text);
      }
      if (event.kind === 'job-ended') {
        running.delete(event.record.job.key);
        ended += 1;
      }
    },
    ended: () => ended,
    line() {
      const elapsed = context.now() - began;
      const left =
        ended === 0 ? '' : `  ETA ${duration((elapsed / ended) * (chosen.length - ended))}`;
      const at = [...running].map(([job, text]) => `${job} ${text}`).join('  ');
      return `${ended}/${chosen.length}${left}  ${at}`;
    },
  };
}

function phaseText(event: JobEvent): string | null {
  if (event.kind !== 'phase-progressed') return null;
  const { phase, done, planned } = event.progress;
  return `${phase} ${done}/${planned}`;
}

function eventText(event: SweepEvent, how: SweepProgressOptions, state: Watched): string | null {
  const { dim, yellow } = pc.createColors(how.context.terminal.colour);
  if (event.kind === 'baseline-began') {
    return dim(`seed baseline ${event.baseline}, shared by ${counted(event.jobs)}`);
  }
  if (event.kind === 'baseline-ended' && event.problem !== null) {
    return yellow(`no shared baseline: ${event.problem}; each job measures its own`);
  }
  if (event.kind !== 'job-ended') return null;
  return `[${state.ended()}/${how.chosen.length}] ${recordText(event.record)}`;
}

export function recordText({ job, status, failure, result, milliseconds }: JobRecord): string {
  const took = milliseconds === null ? '' : `  ${duration(milliseconds)}`;
  if (status === 'done' && result !== null) return `${job.key}  ${gainText(result)}${took}`;
  if (failure === null) return `${job.key}  ${status}${took}`;
  return `${job.key}  ${status}: ${failure.class}: ${failure.message.split('\n')[0] ?? ''}`;
}

/** `41.0 % → 52.0 %  +11.0 points`. */
function gainText(result: NonNullable<JobRecord['result']>): string {
  const { baseline, deployed, deltaPoints, simulated } = resultNumbers(result);
  if (typeof deltaPoints !== 'number') return 'nothing was observed';
  const share = (value: unknown): string => `${(100 * Number(value)).toFixed(1)} %`;
  const sign = deltaPoints < 0 ? '-' : '+';
  const mark = simulated === true ? '  simulated' : '';
  return `${share(baseline)} → ${share(deployed)}  ${sign}${Math.abs(deltaPoints).toFixed(1)} points${mark}`;
}

/** A record holds the whole result, which stands on stdout. */
function eventJson(event: SweepEvent): unknown {
  if (event.kind !== 'job-ended') return event;
  const { job, status, failure, milliseconds } = event.record;
  return { kind: event.kind, job: job.key, status, failure, milliseconds };
}
