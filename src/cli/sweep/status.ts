/** How far is a sweep, what went wrong, and how long will the rest take? */
import type { JsonObject } from '../../core/json.ts';
import { recordLine } from '../../sweep/run/job-record.ts';
import { folderOf, type JobStatus } from '../../sweep/state/inspect.ts';
import { type SweepSummary, sweepSummary } from '../../sweep/state/summary.ts';
import { sweepRunner } from '../../sweep/state/sweep-folder.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { EXIT_DONE } from '../exit-code.ts';
import { duration, money, quantity } from '../render/quantities.ts';
import { renderTable } from '../render/table.ts';
import { shownPath } from '../shown-path.ts';
import { allowAnyCellFlag, filePositional, type LoadedSweep, loadSweep } from './load.ts';

export const sweepStatus = defineCommand({
  words: 'sweep status',
  summary: 'How far a sweep is: done, running, stale, failed and why, time left, cost.',
  positional: filePositional,
  flags: {
    all: { kind: 'switch', describe: 'list the jobs that are done too' },
    allowAnyCell: allowAnyCellFlag,
    json: { kind: 'switch', describe: 'one JSON line, with every job' },
  },
  examples: [
    {
      line: 'sweep status configs/sweeps/smoke.yaml',
      describe: 'From any terminal, also while it runs',
    },
    { line: 'sweep status configs/sweeps/smoke.yaml --json', describe: 'For scripts' },
  ],
  run: async ({ all, allowAnyCell, json }, context, file = '') => {
    const loaded = await loadSweep(file, { allowAnyCell }, context);
    const summary = sweepSummary(loaded.statuses, loaded.attempts);
    context.writeOut(
      json
        ? `${JSON.stringify(statusJson(loaded, summary, context))}\n`
        : statusText(loaded, summary, { all, context }),
    );
    return EXIT_DONE;
  },
});

function statusJson(
  loaded: LoadedSweep,
  summary: SweepSummary,
  context: CommandContext,
): JsonObject {
  const { sweep, statuses } = loaded;
  return {
    schema: 'sweep-status-1',
    name: sweep.name,
    root: shownPath(sweep.root, context.workingDirectory),
    runner: runnerJson(loaded, context),
    ...(summary as unknown as JsonObject),
    jobs: statuses.map(({ job, state, phase, failure, result }) => ({
      ...recordLine(
        {
          job,
          status: state === 'done' ? 'done' : 'stopped',
          alreadyDone: state === 'done',
          folder: folderOf(job),
          result,
          failure,
          milliseconds: null,
        },
        shownPath(folderOf(job), context.workingDirectory),
      ),
      status: state,
      phase,
    })),
  };
}

function runnerJson({ sweep }: LoadedSweep, { process }: CommandContext): JsonObject | null {
  const runner = sweepRunner(sweep.root, sweep.name, process);
  return runner === null ? null : { pid: runner.pid, host: runner.host, since: runner.since };
}

function statusText(
  loaded: LoadedSweep,
  summary: SweepSummary,
  { all, context }: { readonly all: boolean; readonly context: CommandContext },
): string {
  const { sweep, statuses } = loaded;
  const runner = sweepRunner(sweep.root, sweep.name, context.process);
  const shown = statuses.filter(({ state }) => all || state !== 'done');
  const counts = Object.entries(summary.counts)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${count} ${state}`);
  const lines = [
    `${sweep.name}  ${counts.join(' · ')}  of ${statuses.length}`,
    runner === null
      ? 'nobody runs it now'
      : `run by process ${runner.pid} on ${runner.host} since ${runner.since}`,
    ...timeLines(summary),
    ...costLines(summary),
  ];
  const table =
    shown.length === 0 ? '' : `\n${renderTable(['job', 'state', ''], shown.map(statusRow))}`;
  return `${lines.join('\n')}\n${table}`;
}

function timeLines({ usualMs, remainingMs }: SweepSummary): string[] {
  if (usualMs === null) return [];
  const left =
    remainingMs === null || remainingMs === 0
      ? ''
      : `, about ${duration(remainingMs)} of work left`;
  return [`${duration(usualMs)} a job${left}`];
}

function costLines({ spent }: SweepSummary): string[] {
  if (spent.tokens === 0) return [];
  // Simulated, or from a server whose owner says that it costs nothing.
  const known = spent.usd === 0 ? 'free' : money(spent.usd ?? 0);
  const price = spent.usd === null ? 'price not known' : known;
  return [`${quantity(spent.tokens)} tokens, ${price} so far`];
}

function statusRow({ job, state, failure, owner, phase }: JobStatus): string[] {
  const at = phase === null ? '' : `in ${phase}`;
  if (failure !== null) {
    return [job.key, state, `${failure.class}: ${failure.message.split('\n')[0] ?? ''}`];
  }
  if (owner !== null) return [job.key, state, `${at}, process ${owner.pid} on ${owner.host}`];
  return [job.key, state, at];
}
