/** Does every method end sealed on every topology, and the same after it was killed? On the simulated model and generated tasks. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { processIdentity } from '../../src/cli/process-identity.ts';
import type { Candidate } from '../../src/core/candidate.ts';
import type { Dataset } from '../../src/core/dataset.ts';
import { type RandomStream, randomStream } from '../../src/core/random.ts';
import type { TeamGraph } from '../../src/core/topology.ts';
import type { JobRequest } from '../../src/protocol/preparation/job-request.ts';
import { prepareJob } from '../../src/protocol/preparation/prepare-job.ts';
import { type Job, runJob } from '../../src/protocol/run-job.ts';
import { optimizers, topologies } from '../../src/registry.ts';
import { sealedFile, sealedFiles, temporaryFolder } from '../support/job/job-files.ts';
import { repositoryRoot } from '../support/shared.ts';

const TRAIN = 12;
const VALIDATION = 6;
const HELD_OUT = 6;
/** Twice the train tasks is the most that a method needs for one step of this small job. */
const BUDGET = 40;

const methods = Object.keys(optimizers);
const installation = {
  packageRoot: repositoryRoot,
  workingDirectory: repositoryRoot,
  environment: {},
};

async function smallJob(asked: {
  readonly method: string;
  readonly topology: string;
  readonly folder: string;
  readonly staged?: boolean;
  /** Over the wider space, at a fixed temperature. */
  readonly wide?: boolean;
}): Promise<Job> {
  const request: JobRequest = {
    method: asked.method,
    methodOptions: {},
    ...(asked.staged === true ? { schedule: { id: 'staged', options: {} } } : {}),
    ...(asked.wide === true ? { space: 'wide', pinned: { temperature: '0.7' } } : {}),
    dataset: 'apibank-synth',
    datasetOptions: { datasetSize: 60 },
    topology: asked.topology,
    parameters: { teamSize: null, communication: null, rounds: null, aggregation: null },
    framework: null,
    model: 'sim',
    taskEndpoints: [],
    seed: 1,
    budget: BUDGET,
    optimize: ['prompts', 'topology'],
    maxCallRatio: null,
    split: null,
    splitSeed: null,
    allowAnyCell: true,
    phase: 'all',
    out: asked.folder,
    concurrency: 8,
    evaluationCache: null,
    commandLine: '',
  };
  const { job } = await prepareJob(request, installation);
  const { dataset } = job.parts;
  return {
    ...job,
    spec: {
      ...job.spec,
      split: { ...job.spec.split, train: TRAIN, validation: VALIDATION },
    },
    parts: { ...job.parts, dataset: withFewHeldOut(dataset) },
  };
}

function withFewHeldOut(dataset: Dataset): Dataset {
  return Object.create(dataset, {
    evaluation: { value: dataset.evaluation.slice(0, HELD_OUT) },
  }) as Dataset;
}

async function run(job: Job): Promise<void> {
  const never = new AbortController().signal;
  await runJob(job, {
    process: processIdentity(),
    now: Date.now,
    listen: () => undefined,
    stop: never,
    abort: never,
  });
}

/** Leaves of a finished job what a process leaves that dies somewhere on its way: whole lines, a torn one, nothing sealed. */
function killed(from: string, to: string, random: RandomStream): void {
  cpSync(from, to, { recursive: true });
  for (const name of ['optimization', 'selection', 'frozen', 'test', 'result']) {
    rmSync(join(to, `${name}.json`), { force: true });
  }
  cut(join(to, 'journal.ndjson'), random);
  cut(join(to, 'replies.ndjson'), random);
}

function cut(path: string, random: RandomStream): void {
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  // The simulated model answers inside the process: there is no reply to keep.
  if (lines.length === 0) return;
  const kept = random.integer(lines.length);
  const torn = lines[kept] ?? '';
  const whole = lines.slice(0, kept).map((line) => `${line}\n`);
  writeFileSync(path, `${whole.join('')}${torn.slice(0, random.integer(torn.length))}`);
}

describe.each(methods)('%s', (method) => {
  test.each(Object.keys(topologies))('× %s ends sealed', async (topology) => {
    const folder = join(temporaryFolder(), 'job');
    const job = await smallJob({ method, topology, folder });
    await run(job);
    const result = sealedFile(folder, 'result');
    expect(result).toMatchObject({ status: 'completed', method, topology, simulated: true });
    const { charged } = sealedFile(folder, 'optimization')['budget'] as { charged: number };
    expect(charged).toBeLessThanOrEqual(BUDGET);
    // A method that did nothing would end sealed as well.
    if (method === 'identity') expect(charged).toBe(0);
    else expect(charged).toBeGreaterThan(0);
  });

  test('ends with the same bytes after it was killed at a random place', async () => {
    const folder = join(temporaryFolder(), 'whole');
    const asked = { method, topology: 'centralized' };
    await run(await smallJob({ ...asked, folder }));
    const again = join(temporaryFolder(), 'killed');
    killed(folder, again, randomStream('killed', method));
    await run(await smallJob({ ...asked, folder: again }));
    expect(sealedFiles(again)).toEqual(sealedFiles(folder));
  });
});

test('a staged job says so in its result, and ends with the same bytes after it was killed', async () => {
  const folder = join(temporaryFolder(), 'whole');
  const asked = { method: 'random', topology: 'decentralized', staged: true };
  await run(await smallJob({ ...asked, folder }));
  expect(sealedFile(folder, 'result')).toMatchObject({ method: 'random', schedule: 'staged' });
  expect(sealedFile(folder, 'result')['notConformantBecause']).toContain(
    'schedule staged, not plain',
  );
  const again = join(temporaryFolder(), 'killed');
  killed(folder, again, randomStream('killed', 'staged'));
  await run(await smallJob({ ...asked, folder: again }));
  expect(sealedFiles(again)).toEqual(sealedFiles(folder));
});

test('a wide job tries other roles, edges and examples, and ends with the same bytes after it was killed', async () => {
  const folder = join(temporaryFolder(), 'whole');
  const asked = { method: 'random', topology: 'sequential', wide: true };
  await run(await smallJob({ ...asked, folder }));
  expect(sealedFile(folder, 'result')['notConformantBecause']).toEqual(
    expect.arrayContaining([
      'topology parameters beyond the grid (--space wide)',
      'pinned parameters beyond the grid (--parameter): temperature',
    ]),
  );
  const tried = readdirSync(join(folder, 'candidates')).map((name) => {
    const text = readFileSync(join(folder, 'candidates', name), 'utf8');
    return (JSON.parse(text) as { candidate: Candidate }).candidate;
  });
  for (const { parameters } of tried) expect(parameters).toMatchObject({ temperature: 0.7 });
  const names = tried.flatMap(({ parameters }) => Object.keys(parameters));
  expect(names.some((name) => /^(?:role|edge)\./.test(name))).toBe(true);
  const shown = tried.filter(({ parameters }) => Number(parameters['demonstrations'] ?? 0) > 0);
  for (const { demonstrations } of shown) expect(demonstrations).not.toEqual({});
  const { graph, candidate } = sealedFile(folder, 'frozen') as unknown as {
    readonly graph: TeamGraph;
    readonly candidate: Candidate;
  };
  const absent = Object.values(candidate.parameters).filter((value) => value === 'absent');
  expect(graph.agents).toHaveLength(Number(candidate.parameters['teamSize']) - absent.length);
  const again = join(temporaryFolder(), 'killed');
  killed(folder, again, randomStream('killed', 'wide'));
  await run(await smallJob({ ...asked, folder: again }));
  expect(sealedFiles(again)).toEqual(sealedFiles(folder));
});
