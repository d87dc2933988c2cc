/** How does a test get a whole job on generated tasks that takes a fraction of a second? */
import { processIdentity } from '../../../src/cli/process-identity.ts';
import type { Dataset } from '../../../src/core/dataset.ts';
import type { JobRequest } from '../../../src/protocol/preparation/job-request.ts';
import { prepareJob } from '../../../src/protocol/preparation/prepare-job.ts';
import { type Job, runJob } from '../../../src/protocol/run-job.ts';
import { repositoryRoot } from '../shared.ts';

export const SMALL_SPLIT = { train: 12, validation: 6, heldOut: 6 };

export interface SmallJobRequest extends Partial<JobRequest> {
  readonly method: string;
  readonly topology: string;
  readonly out: string;
}

/** Of jobs in an empty environment: what is read depends on where the servers are. */
const shared = new Map<string, Promise<unknown>>();

export function smallRequest(asked: SmallJobRequest): JobRequest {
  return {
    methodOptions: {},
    dataset: 'apibank-synth',
    datasetOptions: { datasetSize: 60 },
    parameters: { teamSize: null, communication: null, rounds: null, aggregation: null },
    framework: null,
    model: 'sim',
    taskEndpoints: [],
    seed: 1,
    budget: 40,
    optimize: null,
    maxCallRatio: null,
    split: null,
    splitSeed: null,
    allowAnyCell: true,
    phase: 'all',
    concurrency: 8,
    evaluationCache: null,
    commandLine: '',
    ...asked,
  };
}

export async function smallJob(
  asked: SmallJobRequest,
  environment: { readonly [name: string]: string } = {},
): Promise<Job> {
  const memory =
    Object.keys(environment).length === 0 ? shared : new Map<string, Promise<unknown>>();
  const { job } = await prepareJob(smallRequest(asked), {
    packageRoot: repositoryRoot,
    workingDirectory: repositoryRoot,
    environment,
    memory,
  });
  const { train, validation, heldOut } = SMALL_SPLIT;
  return {
    ...job,
    spec: { ...job.spec, split: { ...job.spec.split, train, validation } },
    parts: {
      ...job.parts,
      dataset: Object.create(job.parts.dataset, {
        evaluation: { value: job.parts.dataset.evaluation.slice(0, heldOut) },
      }) as Dataset,
    },
  };
}

export async function runSmallJob(job: Job): Promise<void> {
  const never = new AbortController().signal;
  await runJob(job, {
    process: processIdentity(),
    now: Date.now,
    listen: () => undefined,
    stop: never,
    abort: never,
  });
}
