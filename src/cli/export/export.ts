/** How do finished jobs get into tools that keep track of runs? */
import { join, resolve } from 'node:path';
import { UsageError } from '../../core/errors.ts';
import { findJobs } from '../../report/aggregate/read-jobs.ts';
import { mlflowFiles } from '../../report/tracking/mlflow.ts';
import { type TrackedRun, trackedRun } from '../../report/tracking/tracked-run.ts';
import { wandbLog, wandbRunId } from '../../report/tracking/wandb.ts';
import { writeFileSafely } from '../../store/files.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { EXIT_DONE, EXIT_FAILED } from '../exit-code.ts';
import { shownPath } from '../shown-path.ts';

export const exportRuns = defineCommand({
  words: 'export',
  summary: 'Write finished jobs for MLflow or W&B, which need not be installed: one run per job.',
  positional: {
    name: 'ROOT',
    describe: 'a folder that holds job folders, for example runs',
    repeated: true,
  },
  flags: {
    mlflow: {
      kind: 'text',
      placeholder: 'DIR',
      describe: 'an MLflow file store: mlflow ui --backend-store-uri DIR',
    },
    wandb: {
      kind: 'text',
      placeholder: 'DIR',
      describe: 'W&B run folders: wandb sync DIR/offline-run-*',
    },
    experiment: {
      kind: 'text',
      placeholder: 'NAME',
      describe: 'experiment of MLflow, project of W&B',
      default: 'mas-protocol',
    },
  },
  examples: [
    { line: 'export runs --mlflow mlruns', describe: 'The same jobs again replace their runs' },
    { line: 'export runs --wandb wandb --experiment prompts', describe: 'For wandb sync' },
  ],
  run: (options, context, ...roots) => {
    if (options.mlflow === null && options.wandb === null) {
      throw new UsageError('where to? --mlflow DIR or --wandb DIR', {
        hints: ['protocol aggregate writes tables: CSV, JSON lines, Parquet, Markdown, LaTeX'],
      });
    }
    const runs = finishedRuns(roots, context);
    if (runs.length === 0) {
      context.writeError(`no finished job lies below ${roots.join(', ')}\n`);
      return Promise.resolve(EXIT_FAILED);
    }
    const { experiment, mlflow, wandb } = options;
    const path = (typed: string): string => resolve(context.workingDirectory, typed);
    if (mlflow !== null) writeMlflow(runs, { experiment, store: path(mlflow) });
    if (wandb !== null) writeWandb(runs, { experiment, folder: path(wandb) });
    context.writeOut(`${JSON.stringify({ experiment, runs: runs.length, mlflow, wandb })}\n`);
    return Promise.resolve(EXIT_DONE);
  },
});

/** Each job once; of copies the last in path order. */
function finishedRuns(roots: readonly string[], context: CommandContext): TrackedRun[] {
  const { workingDirectory, writeError } = context;
  const jobs = findJobs(roots.map((root) => resolve(workingDirectory, root)));
  const runs = new Map<string, TrackedRun>();
  for (const { folder, problem } of jobs) {
    const run = problem === null ? trackedRun(folder) : null;
    if (run !== null) runs.set(run.id, run);
    else {
      const reason = problem ?? 'it is not finished';
      writeError(`left out: ${shownPath(folder, workingDirectory)}: ${reason}\n`);
    }
  }
  return [...runs.values()];
}

function writeMlflow(
  runs: readonly TrackedRun[],
  where: { readonly experiment: string; readonly store: string },
): void {
  for (const [path, text] of Object.entries(mlflowFiles(runs, where))) {
    writeFileSafely(join(where.store, path), text);
  }
}

function writeWandb(
  runs: readonly TrackedRun[],
  { experiment, folder }: { readonly experiment: string; readonly folder: string },
): void {
  for (const run of runs) {
    const id = wandbRunId(run);
    // `20260101_120000`, as W&B names them.
    const time = new Date(run.startedAt).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
    const name = `offline-run-${time.replace('T', '_')}-${id}`;
    writeFileSafely(join(folder, name, `run-${id}.wandb`), wandbLog(run, experiment));
  }
}
