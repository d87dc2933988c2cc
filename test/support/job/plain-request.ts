/** What is asked for by a plain job on generated tasks and the simulated model? */
import type { Installation, JobRequest } from '../../../src/protocol/preparation/job-request.ts';
import { repositoryRoot } from '../shared.ts';

export function plainRequest(changes: Partial<JobRequest> = {}): JobRequest {
  return {
    method: 'random',
    methodOptions: {},
    dataset: 'apibank-synth',
    datasetOptions: {},
    topology: 'sequential',
    parameters: { teamSize: null, communication: null, rounds: null, aggregation: null },
    framework: null,
    model: 'sim',
    taskEndpoints: [],
    seed: 0,
    budget: 60,
    optimize: null,
    maxCallRatio: null,
    split: null,
    splitSeed: null,
    allowAnyCell: true,
    phase: 'all',
    out: null,
    concurrency: null,
    evaluationCache: null,
    commandLine: 'protocol run',
    ...changes,
  };
}

/** This checkout, which remembers what it has read. */
export function hereInstallation(): Installation {
  return {
    packageRoot: repositoryRoot,
    workingDirectory: repositoryRoot,
    environment: {},
    memory: new Map(),
  };
}
