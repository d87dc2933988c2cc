/** How are many jobs run from one file? */
import type { SpendCaps } from '../../core/attempt.ts';
import type { Sweep } from '../../sweep/expand/expand-sweep.ts';
import { inProcessQueue } from '../../sweep/queue/in-process.ts';
import { missingJobs } from '../../sweep/run/choose.ts';
import { runSweep } from '../../sweep/run/run-sweep.ts';
import type { JobStatus } from '../../sweep/state/inspect.ts';
import { refuseUnknown } from '../../sweep/state/prepare-sweep.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { cacheFlag } from '../commands/run-options.ts';
import { spendFlags } from '../commands/spend-options.ts';
import { EXIT_DONE } from '../exit-code.ts';
import type { FlagValues } from '../flags.ts';
import { jobReport } from '../reports/job-report.ts';
import { conclusion, recordWriter, untouchedRecord } from './conclusion.ts';
import { cellsText, missingPlan } from './dry-run.ts';
import { allowAnyCellFlag, filePositional, type LoadedSweep, loadSweep } from './load.ts';
import { sweepProgress } from './progress.ts';
import { performQueued, queuedFlags } from './queued.ts';

/** The caps of a job, for all jobs together. */
const sweepSpendFlags = {
  maxCost: {
    ...spendFlags.maxCost,
    describe:
      'stop before the US dollars of all jobs pass this, earlier sessions among them; needs prices in configs/models.yaml. Exit 4, and a higher cap goes on',
  },
  maxTokens: {
    ...spendFlags.maxTokens,
    describe: 'stop before the tokens of all jobs, in and out, pass this, likewise',
  },
  maxTime: {
    ...spendFlags.maxTime,
    describe: 'stop after so much running time of this command, for example 90m or 8h, likewise',
  },
} as const;

/** Of everything that runs jobs of a sweep. */
export const workFlags = {
  jobs: {
    kind: 'integer',
    minimum: 1,
    maximum: 64,
    describe: 'jobs side by side, each with its own rollouts in flight; never changes a result',
    default: 2,
  },
  ...queuedFlags,
  ...sweepSpendFlags,
  cache: cacheFlag,
  allowAnyCell: allowAnyCellFlag,
  quiet: { kind: 'switch', describe: 'no progress on stderr' },
  json: { kind: 'switch', describe: 'progress on stderr as JSON, one event a line' },
} as const;

type WorkOptions = FlagValues<typeof workFlags>;

export const sweep = defineCommand({
  words: 'sweep',
  summary: 'Run the jobs of a file that are missing: methods × topologies × models × seeds, …',
  positional: filePositional,
  flags: {
    dryRun: {
      kind: 'switch',
      describe:
        'show the jobs, how far they are, and what the missing ones would ask for; run nothing',
    },
    ...workFlags,
  },
  examples: [
    {
      line: 'sweep configs/sweeps/smoke.yaml',
      describe: 'A small study on built-in tasks and a simulated model, in about a minute',
    },
    {
      line: 'sweep configs/sweeps/methods.yaml --queue redis://head:6379',
      describe: 'By workers on other machines: protocol worker --queue redis://head:6379',
    },
    {
      line: 'sweep configs/sweeps/methods.yaml --dry-run',
      describe: 'Which jobs that is, and which of them are done',
    },
  ],
  seeAlso: 'protocol sweep status FILE',
  run: async ({ dryRun, ...options }, context, file = '') => {
    const loaded = await loadSweep(file, options, context);
    if (dryRun) context.writeOut(cellsText(loaded));
    refuseUnknown(loaded.prepared);
    if (dryRun) {
      context.writeOut(await missingPlan(loaded, context));
      return EXIT_DONE;
    }
    return performSweep(loaded, missingJobs(loaded.statuses), { options, context });
  },
});

/** Runs the chosen jobs; one JSON line per job of the sweep on stdout. */
export async function performSweep(
  loaded: LoadedSweep,
  chosen: readonly JobStatus[],
  { options, context }: { readonly options: WorkOptions; readonly context: CommandContext },
): Promise<number> {
  const { sweep: study, statuses, installation } = loaded;
  if (options.queue !== null) {
    const { queue: url, packed, detach, quiet, json } = options;
    const caps = capsFor(study, options);
    return performQueued(loaded, chosen, { url, packed, detach, quiet, json, caps, context });
  }
  const write = recordWriter(context);
  const untouched = statuses.filter((status) => !chosen.includes(status));
  for (const status of untouched) {
    const record = untouchedRecord(status);
    if (record !== null) write(record);
  }
  const progress = sweepProgress({ options, context, total: statuses.length, chosen, untouched });
  const queue = inProcessQueue(context);
  try {
    const outcome = await runSweep(study, chosen, {
      ...context,
      installation,
      queue,
      concurrency: options.jobs,
      caps: capsFor(study, options),
      listen: (event) => {
        if (event.kind === 'job-ended') write(event.record);
        progress.listen(event);
      },
      afterJob: async ({ job }, { folder }) => {
        await jobReport(folder, () => job.parts.dataset, context.abort);
      },
    });
    progress.close();
    return conclusion({ ...outcome, untouched }, context);
  } finally {
    progress.close();
    await queue.close();
  }
}

/** A flag goes before what the file says of the same cap. */
function capsFor({ caps }: Sweep, options: WorkOptions): SpendCaps {
  return {
    usd: options.maxCost ?? caps.usd,
    tokens: options.maxTokens ?? caps.tokens,
    milliseconds: options.maxTime ?? caps.milliseconds,
  };
}
