/** What does a sweep say of its jobs in the end, and with which exit code? */
import { BudgetExhaustedError, InfrastructureError, InterruptedError } from '../../core/errors.ts';
import { type JobRecord, type RecordStatus, recordLine } from '../../sweep/run/job-record.ts';
import type { SweepOutcome } from '../../sweep/run/run-sweep.ts';
import { folderOf, type JobStatus } from '../../sweep/state/inspect.ts';
import type { CommandContext } from '../command.ts';
import { withRaisedCap } from '../commands/spend-options.ts';
import { EXIT_DONE } from '../exit-code.ts';
import { shownPath } from '../shown-path.ts';

/** One JSON line per job of the sweep on stdout. */
export function recordWriter({ workingDirectory, writeOut }: CommandContext) {
  return (record: JobRecord): void => {
    const folder = shownPath(record.folder, workingDirectory);
    writeOut(`${JSON.stringify(recordLine(record, folder))}\n`);
  };
}

const UNTOUCHED: { readonly [State in JobStatus['state']]?: RecordStatus } = {
  done: 'done',
  failed: 'failed',
  running: 'running',
  stale: 'stale',
  stopped: 'stopped',
};

/** Null: nothing is there to be told of. */
export function untouchedRecord(status: JobStatus): JobRecord | null {
  const told = UNTOUCHED[status.state];
  if (told === undefined) return null;
  const { job, result, failure } = status;
  const alreadyDone = told === 'done';
  const folder = folderOf(job);
  return { job, status: told, alreadyDone, folder, result, failure, milliseconds: null };
}

interface Ended extends SweepOutcome {
  readonly untouched: readonly JobStatus[];
}

/** @throws what the exit code stands for: some failed, or somebody asked to stop */
export function conclusion(ended: Ended, context: CommandContext): number {
  const { records, stopped, capReached, untouched } = ended;
  const { commandLine, invocation } = context;
  if (capReached !== null) {
    throw new BudgetExhaustedError(`${capReached}. Nothing is lost.`, {
      hints: [`go on with a higher cap: ${withRaisedCap(commandLine, capReached)}`],
    });
  }
  if (stopped) {
    throw new InterruptedError('stopped. Nothing is lost. Continue with:', {
      hints: [commandLine],
    });
  }
  const failed = records.filter(({ status }) => status === 'failed');
  const left = untouched.filter(({ state }) => state === 'failed' || state === 'stale');
  if (failed.length + left.length === 0) return EXIT_DONE;
  const problems = [
    ...failed.map(({ job, failure }) => `${job.key}: ${failure?.class ?? ''}: ${first(failure)}`),
    ...left.map(({ job, state, failure }) => `${job.key}: ${state}${reason(failure)}`),
  ];
  const details = { hints: [...problems, `look: ${invocation} sweep status FILE`] };
  const count = problems.length;
  const text = `${count} ${count === 1 ? 'job is' : 'jobs are'} not done:`;
  throw new InfrastructureError(text, details);
}

function first(failure: JobRecord['failure']): string {
  return failure?.message.split('\n')[0] ?? '';
}

function reason(failure: JobStatus['failure']): string {
  return failure === null ? '' : `: ${failure.class}: ${first(failure)}`;
}
