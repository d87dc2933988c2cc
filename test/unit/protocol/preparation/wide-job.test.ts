/** Does a job over the wider space state what it is, and hold a prompt for every role that it can reach? */
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../../src/core/errors.ts';
import { canonicalJson } from '../../../../src/core/json.ts';
import { randomStream } from '../../../../src/core/random.ts';
import { drawSetting } from '../../../../src/core/space.ts';
import type { JobRequest } from '../../../../src/protocol/preparation/job-request.ts';
import { prepareJob } from '../../../../src/protocol/preparation/prepare-job.ts';
import { boundedSpace } from '../../../../src/protocol/search/space.ts';
import { repositoryRoot } from '../../../support/shared.ts';

const installation = {
  packageRoot: repositoryRoot,
  workingDirectory: repositoryRoot,
  environment: {},
  memory: new Map<string, Promise<unknown>>(),
};

async function prepared(changes: Partial<JobRequest>) {
  const request: JobRequest = {
    method: 'random',
    methodOptions: {},
    dataset: 'apibank-synth',
    datasetOptions: { datasetSize: 60 },
    topology: 'sequential',
    parameters: { teamSize: null, communication: null, rounds: null, aggregation: null },
    framework: null,
    model: 'sim',
    taskEndpoints: [],
    seed: 0,
    budget: null,
    optimize: null,
    maxCallRatio: null,
    split: null,
    splitSeed: null,
    allowAnyCell: true,
    phase: 'all',
    out: 'job',
    concurrency: null,
    evaluationCache: null,
    commandLine: '',
    ...changes,
  };
  return await prepareJob(request, installation);
}

test('leaves the identity of a job over the grid as it was', async () => {
  const { job } = await prepared({});
  expect(canonicalJson(job.spec as never)).not.toMatch(/"space"|temperature":"protocol|role\./);
  expect(Object.keys(job.spec.parameters)).toEqual(['teamSize', 'communication', 'aggregation']);
  const wide = await prepared({ space: 'wide' });
  expect(wide.job.spec).toMatchObject({ space: 'wide', parameters: job.spec.parameters });
  expect(wide.job.spec.seedCandidate).toEqual(job.spec.seedCandidate);
});

describe.each(['sequential', 'centralized'])('%s', (topologyId) => {
  test('at a higher call bound has a prompt for whoever can be reached', async () => {
    const { job } = await prepared({ topology: topologyId, space: 'wide', maxCallRatio: 2.5 });
    const { lineup, parameters, fixed, seedCandidate } = job.spec;
    const { topology } = job.parts;
    const space = boundedSpace({
      topology,
      lineup,
      seed: parameters,
      fixed,
      isWide: true,
      optimizeTopology: true,
      maxCallRatio: 2.5,
    });
    const random = randomStream('reach');
    const settings = Array.from({ length: 40 }, () => drawSetting(space, random));
    const larger = space.reach({ ...parameters, teamSize: 10 });
    expect(larger).not.toBeNull();
    for (const setting of [...space.settings, ...settings, larger ?? {}]) {
      for (const { role } of topology.graph(lineup, setting).roles) {
        expect(seedCandidate.roles[role]).toBeTruthy();
      }
    }
  });
});

test('is refused where only prompts may change', async () => {
  const job = prepared({ space: 'wide', optimize: ['prompts'] });
  await expect(job).rejects.toThrow(UsageError);
  await expect(job).rejects.toThrow('--space wide means nothing where only prompts may change');
});
