/** What does someone watching a job see? A listener only: nothing here can change the job. */
import pc from 'picocolors';
import type { JobEvent, JobListener } from '../../core/events.ts';
import type { Terminal } from '../command.ts';
import { paceOf } from './pace.ts';
import { progressLine } from './progress-line.ts';

/** `live` redraws one line, `plain` writes lines now and then, `json` writes every event as JSON. */
export type ProgressMode = 'live' | 'plain' | 'json' | 'quiet';

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

export interface ProgressOptions {
  readonly mode: ProgressMode;
  readonly logLevel: LogLevel;
  readonly terminal: Terminal;
  readonly write: (text: string) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface Progress {
  readonly listen: JobListener;
  /** Removes the live line, so that what is printed next stands on a line of its own. */
  close(): void;
}

export interface ProgressChoice {
  readonly quiet: boolean;
  readonly json: boolean;
  readonly logLevel: LogLevel;
}

export function progressMode(choice: ProgressChoice, terminal: Terminal): ProgressMode {
  if (choice.json) return 'json';
  if (choice.quiet || choice.logLevel === 'silent' || choice.logLevel === 'error') return 'quiet';
  return terminal.interactive ? 'live' : 'plain';
}

export function createProgress(options: ProgressOptions): Progress {
  switch (options.mode) {
    case 'quiet':
      return { listen: () => undefined, close: () => undefined };
    case 'json':
      return {
        listen: (event) => options.write(`${JSON.stringify(event)}\n`),
        close: () => undefined,
      };
    case 'live':
      return liveProgress(options);
    case 'plain':
      return plainProgress(options);
  }
}

/** Redrawing more often shows nothing more and costs a slow terminal. */
const REDRAW_MS = 100;

function liveProgress(options: ProgressOptions): Progress {
  const { write, now, terminal } = options;
  const pace = paceOf(now);
  let shown = false;
  let drawnAt = Number.NEGATIVE_INFINITY;
  const clear = (): void => {
    if (shown) write('\r\u001b[2K');
    shown = false;
  };
  return {
    listen(event) {
      if (event.kind === 'phase-progressed') {
        pace.observe(event.progress);
        if (now() - drawnAt < REDRAW_MS) return;
        drawnAt = now();
        const line = progressLine(event.progress, pace.of(event.progress), terminal.columns - 1);
        write(`\r\u001b[2K${line}`);
        shown = true;
        return;
      }
      const text = eventText(event, options);
      if (event.kind === 'phase-started') drawnAt = Number.NEGATIVE_INFINITY;
      if (text === null) return;
      clear();
      write(`${text}\n`);
    },
    close: clear,
  };
}

/** A line every ten rollouts, and rarer when very many are planned. */
const LINE_EVERY = 10;
const LINES_PER_PHASE = 60;

function plainProgress(options: ProgressOptions): Progress {
  const { write, now } = options;
  const pace = paceOf(now);
  let told = 0;
  return {
    listen(event) {
      if (event.kind === 'phase-started') told = 0;
      if (event.kind === 'phase-progressed') {
        const { progress } = event;
        pace.observe(progress);
        const every = Math.max(LINE_EVERY, Math.ceil(progress.planned / LINES_PER_PHASE));
        if (Math.floor(progress.done / every) <= Math.floor(told / every)) return;
        told = progress.done;
        if (options.logLevel === 'warn') return;
        write(`${progressLine(progress, pace.of(progress), null)}\n`);
        return;
      }
      const text = eventText(event, options);
      if (text !== null) write(`${text}\n`);
    },
    close: () => undefined,
  };
}

function eventText(event: JobEvent, options: ProgressOptions): string | null {
  const { dim, yellow, bold } = pc.createColors(options.terminal.colour);
  if (event.kind === 'notice') return yellow(event.message);
  if (options.logLevel === 'warn') return null;
  switch (event.kind) {
    case 'job-started':
      return [bold(event.title), ...event.notices.map((notice) => dim(notice))].join('\n');
    case 'job-resumed':
      return dim(event.message);
    case 'phase-finished':
      return `${event.phase.padEnd(10)} ${event.summary}`;
    case 'method-noted':
      return options.logLevel === 'debug' ? dim(notedText(event)) : null;
    case 'phase-started':
    case 'phase-progressed':
      return null;
  }
}

function notedText({ event }: Extract<JobEvent, { kind: 'method-noted' }>): string {
  if (event.kind === 'progress') return event.message;
  if (event.kind === 'rollouts-saved') return `${event.rollouts} rollouts saved by ${event.by}`;
  return `${event.kind.replace('-', ' ')}: ${event.reason}`;
}
