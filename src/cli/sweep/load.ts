/** Which sweep is meant, and how is a job of it called on the command line? */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { NO_CAPS } from '../../core/attempt.ts';
import { PrerequisiteError } from '../../core/errors.ts';
import type { Installation, JobRequest } from '../../protocol/preparation/job-request.ts';
import { expandSweep, type Sweep } from '../../sweep/expand/expand-sweep.ts';
import { inspectJobs, type JobStatus } from '../../sweep/state/inspect.ts';
import { type PreparedSweep, prepareSweep } from '../../sweep/state/prepare-sweep.ts';
import { type Attempt, readAttempts } from '../../sweep/state/sweep-folder.ts';
import type { CommandContext } from '../command.ts';
import { shellLine } from '../shell-words.ts';

export const filePositional = { name: 'FILE', describe: 'a sweep file (configs/sweeps/ has some)' };

export const allowAnyCellFlag = {
  kind: 'switch',
  describe: 'run cells that the experiment grid does not have; their results are not conformant',
} as const;

export interface LoadOptions {
  readonly allowAnyCell: boolean;
  /** In US dollars, before what the file says. */
  readonly maxCost?: number | null;
  /** Folder of model replies that the jobs share. */
  readonly cache?: string | null;
}

export interface LoadedSweep {
  readonly sweep: Sweep;
  readonly prepared: PreparedSweep;
  readonly attempts: readonly Attempt[];
  /** In the order of the sweep. */
  readonly statuses: readonly JobStatus[];
  /** Settings and data are read once for all jobs. */
  readonly installation: Installation;
}

/** @throws ConfigError with every problem of the file; PrerequisiteError when it is not there */
export async function loadSweep(
  file: string,
  { allowAnyCell, maxCost = null, cache = null }: LoadOptions,
  context: CommandContext,
): Promise<LoadedSweep> {
  const installation = { ...context, memory: new Map<string, Promise<unknown>>() };
  const sweep = withRequests(
    withPriceCheck(await expanded(file, { allowAnyCell, context, installation }), maxCost),
    { replyCache: cache },
  );
  const prepared = await prepareSweep(sweep, installation);
  const attempts = readAttempts(sweep.root, sweep.name);
  const { process } = context;
  const statuses = inspectJobs(prepared, sweep.jobs, { process, attempts });
  return { sweep, prepared, attempts, statuses, installation };
}

/** A cap in money needs prices: asked before anything is run. While they are run, each job is told what is left. */
function withPriceCheck(sweep: Sweep, maxCost: number | null): Sweep {
  const usd = maxCost ?? sweep.caps.usd;
  if (usd === null) return sweep;
  return withRequests(sweep, { caps: { ...NO_CAPS, usd } });
}

function withRequests(sweep: Sweep, more: Partial<JobRequest>): Sweep {
  const jobs = sweep.jobs.map((job) => ({ ...job, request: { ...job.request, ...more } }));
  return { ...sweep, jobs };
}

/** Its jobs only: nothing of them is opened. */
export async function loadSweepFile(file: string, context: CommandContext): Promise<Sweep> {
  return expanded(file, { allowAnyCell: true, context, installation: context });
}

interface ExpandedFor {
  readonly allowAnyCell: boolean;
  readonly context: CommandContext;
  readonly installation: Installation;
}

async function expanded(file: string, how: ExpandedFor): Promise<Sweep> {
  const { allowAnyCell, context, installation } = how;
  const any = allowAnyCell ? ['--allow-any-cell'] : [];
  return expandSweep(sweepText(file, context), {
    file,
    installation,
    allowAnyCell,
    commandLine: (key) =>
      `${context.invocation} ${shellLine(['sweep', 'retry', file, '--cell', key, ...any])}`,
  });
}

function sweepText(file: string, { workingDirectory }: CommandContext): string {
  try {
    return readFileSync(resolve(workingDirectory, file), 'utf8');
  } catch (error) {
    throw new PrerequisiteError(`${file} cannot be read`, {
      cause: error,
      hints: ['name a sweep file; configs/sweeps/ has some to start from'],
    });
  }
}
