/** Does a sweep run every job once, give each the bytes that it would have alone, and outlive those that fail? */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { processIdentity } from '../../../src/cli/process-identity.ts';
import { StoreConflictError } from '../../../src/core/errors.ts';
import { prepareJob } from '../../../src/protocol/preparation/prepare-job.ts';
import { runJob } from '../../../src/protocol/run-job.ts';
import { expandSweep } from '../../../src/sweep/expand/expand-sweep.ts';
import { inProcessQueue } from '../../../src/sweep/queue/in-process.ts';
import { missingJobs, moveAside, retriedJobs } from '../../../src/sweep/run/choose.ts';
import { runSweep, type SweepEvent, type SweepPorts } from '../../../src/sweep/run/run-sweep.ts';
import { folderOf, inspectJobs, type JobStatus } from '../../../src/sweep/state/inspect.ts';
import { prepareSweep } from '../../../src/sweep/state/prepare-sweep.ts';
import { sweepSummary } from '../../../src/sweep/state/summary.ts';
import { askToStop, readAttempts } from '../../../src/sweep/state/sweep-folder.ts';
import { repositoryRoot } from '../../support/shared.ts';

const folder = mkdtempSync(join(tmpdir(), 'sweep-run-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const process = processIdentity();
const never = new AbortController().signal;
const memory = new Map<string, Promise<unknown>>();

/** An installation with small splits: then a job takes milliseconds. */
const packageRoot = join(folder, 'installed');
cpSync(join(repositoryRoot, 'configs'), join(packageRoot, 'configs'), { recursive: true });
const protocolFile = join(packageRoot, 'configs', 'protocol.yaml');
writeFileSync(
  protocolFile,
  readFileSync(protocolFile, 'utf8')
    .replace('train: 150', 'train: 12')
    .replace('validation: 50', 'validation: 8'),
);

const study = (methods: string, seeds = '[0]'): string => `
name: tiny
matrix:
  methods: ${methods}
  datasets: [apibank-synth]
  topologies: [single]
  models: [sim]
  seeds: ${seeds}
settings: { budget: 24, datasetSize: 60 }
`;

function installationIn(workingDirectory: string) {
  return { packageRoot, workingDirectory, environment: {}, memory };
}

async function look(text: string, workingDirectory: string) {
  const installation = installationIn(workingDirectory);
  const sweep = await expandSweep(text, {
    file: 'tiny.yaml',
    installation,
    allowAnyCell: false,
    commandLine: () => 'again',
  });
  const prepared = await prepareSweep(sweep, installation);
  const attempts = readAttempts(sweep.root, sweep.name);
  const statuses = inspectJobs(prepared, sweep.jobs, { process, attempts });
  return { sweep, statuses, attempts, installation };
}

async function go(
  text: string,
  workingDirectory: string,
  how: Partial<SweepPorts> & { choose?: (statuses: readonly JobStatus[]) => JobStatus[] } = {},
) {
  const { sweep, statuses, installation } = await look(text, workingDirectory);
  const events: SweepEvent[] = [];
  const { choose = missingJobs, ...ports } = how;
  const outcome = await runSweep(sweep, choose(statuses), {
    installation,
    process,
    now: Date.now,
    queue: inProcessQueue({ now: Date.now }),
    concurrency: 2,
    listen: (event) => events.push(event),
    afterJob: async () => undefined,
    stop: never,
    abort: never,
    ...ports,
  });
  return { ...outcome, events, statuses };
}

const states = ({ statuses }: { readonly statuses: readonly JobStatus[] }): string[] =>
  statuses.map(({ job, state }) => `${job.cell.method} ${job.cell.seed} ${state}`);

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('it should be there');
  return value;
}

const SEALED = ['job', 'optimization', 'selection', 'frozen', 'test', 'result'];

function sealedBytes(path: string): string[] {
  return SEALED.map((name) => readFileSync(join(path, `${name}.json`), 'utf8'));
}

/** Of a pool of 60. */
const HELD_OUT = 13;

describe('a sweep of two methods', () => {
  const here = join(folder, 'two');
  let first: Awaited<ReturnType<typeof go>>;

  beforeAll(async () => {
    first = await go(study('[random, tavo]', '[0, 1]'), here);
  });

  test('runs each job once and measures the seed of a cell once', async () => {
    expect(first.records.map(({ status }) => status)).toEqual(Array(4).fill('done'));
    const baselines = first.events.filter(({ kind }) => kind === 'baseline-began');
    expect(baselines.map((event) => 'jobs' in event && event.jobs)).toEqual([2, 2]);
    expect(states(await look(study('[random, tavo]', '[0, 1]'), here))).toEqual([
      'random 0 done',
      'tavo 0 done',
      'random 1 done',
      'tavo 1 done',
    ]);
    for (const { folder: path } of first.records) {
      const journal = readFileSync(join(path, 'journal.ndjson'), 'utf8');
      const measured = journal.split('\n').filter((line) => line.includes('"kind":"evaluation"'));
      const seedTest = measured.filter((line) => line.includes('"split":"test"'));
      // Rows of the seed came from the shared folder; only a frozen configuration of its own is measured here.
      const selected = JSON.parse(readFileSync(join(path, 'selection.json'), 'utf8')) as {
        selected: string;
      };
      expect(seedTest.length).toBe(selected.selected === 'seed' ? 0 : HELD_OUT);
    }
  });

  test('gives each the bytes that it has when it is run alone, without anything shared', async () => {
    const { sweep } = await look(study('[random, tavo]', '[0, 1]'), here);
    const job = sweep.jobs.find(({ key }) => key.startsWith('tavo') && key.endsWith('/1'));
    const alone = join(folder, 'alone');
    const request = { ...present(job).request, out: alone, evaluationCache: null };
    const prepared = await prepareJob(request, installationIn(here));
    await runJob(prepared.job, {
      process,
      now: Date.now,
      listen: () => undefined,
      stop: never,
      abort: never,
    });
    expect(sealedBytes(alone)).toEqual(sealedBytes(folderOf(present(job))));
  });

  test('once more runs nothing; a grown grid runs what is new', async () => {
    expect((await go(study('[random, tavo]', '[0, 1]'), here)).records).toEqual([]);
    const grown = await go(study('[random, tavo, identity]', '[0, 1]'), here);
    expect(grown.records.map(({ job }) => job.cell.method)).toEqual(['identity', 'identity']);
    // Both seeds were measured before: their jobs find everything in the shared folder.
    for (const { folder: path } of grown.records) {
      expect(readFileSync(join(path, 'journal.ndjson'), 'utf8')).not.toContain('"evaluation"');
    }
  });
});

describe('what goes wrong', () => {
  test('a job that fails is told and kept, the others go on; again only when it is asked for', async () => {
    const here = join(folder, 'fails');
    const text = study('[random, tavo, identity]');
    const { sweep } = await look(text, here);
    const broken = folderOf(present(sweep.jobs[1]));
    mkdirSync(broken, { recursive: true });
    writeFileSync(join(broken, 'notes.txt'), 'not a job');
    const { records } = await go(text, here);
    expect(records.map(({ status, failure }) => failure?.class ?? status).sort()).toEqual([
      'done',
      'done',
      'store-conflict',
    ]);
    const after = await look(text, here);
    expect(states(after)).toEqual(['random 0 done', 'tavo 0 failed', 'identity 0 done']);
    expect(sweepSummary(after.statuses, after.attempts).counts).toMatchObject({
      done: 2,
      failed: 1,
    });
    // It would fail the same way: only retry runs it.
    expect((await go(text, here)).records).toEqual([]);
    rmSync(join(broken, 'notes.txt'));
    const retry = { failed: true, stale: false, cells: [] };
    const again = await go(text, here, { choose: (all) => retriedJobs(all, retry) });
    expect(again.records.map(({ job, status }) => [job.cell.method, status])).toEqual([
      ['tavo', 'done'],
    ]);
  });

  test('stopped in the middle of a job, it goes on to the same bytes', async () => {
    const [cut, whole] = [join(folder, 'cut'), join(folder, 'whole')];
    const text = study('[random]');
    const stop = new AbortController();
    const stopped = await go(text, cut, {
      stop: stop.signal,
      listen: (event) => {
        const isMidway =
          event.kind === 'job-told' &&
          event.event.kind === 'phase-progressed' &&
          event.event.progress.done > 8;
        if (isMidway) stop.abort();
      },
    });
    expect([stopped.stopped, stopped.records.map(({ status }) => status)]).toEqual([
      true,
      ['stopped'],
    ]);
    expect(states(await look(text, cut))).toEqual(['random 0 stopped']);
    expect((await go(text, cut)).records.map(({ status }) => status)).toEqual(['done']);
    const { folder: path } = present((await go(text, whole)).records[0]);
    const same = path.replace(whole, cut);
    expect(sealedBytes(same)).toEqual(sealedBytes(path));
  });

  test.each(['now', 'drain'] as const)(
    'asked from outside to stop (%s), it begins no further job',
    async (wish) => {
      const here = join(folder, `wish-${wish}`);
      const { sweep } = await look(study('[random, tavo]'), here);
      const { records, stopped } = await go(study('[random, tavo]'), here, {
        concurrency: 1,
        lookForStopMs: 1,
        afterJob: async () => {
          askToStop(sweep.root, sweep.name, wish);
          await new Promise((resolve) => setTimeout(resolve, 30));
        },
      });
      expect([stopped, records.length]).toEqual([true, 1]);
      // The wish is of that run only.
      expect((await go(study('[random, tavo]'), here)).records.length).toBe(1);
    },
  );

  test('a cap of all jobs together stops them, and without it they go on to the same bytes', async () => {
    const [capped, whole] = [join(folder, 'capped'), join(folder, 'uncapped')];
    const text = study('[random, tavo]');
    const caps = { usd: null, tokens: 30_000, milliseconds: null };
    const stopped = await go(text, capped, { caps, concurrency: 1 });
    expect(stopped.capReached).toContain('--max-tokens is reached');
    const { statuses, attempts } = await look(text, capped);
    expect(statuses.some(({ state }) => state === 'stopped')).toBe(true);
    const { spent } = sweepSummary(statuses, attempts);
    expect(spent.tokens).toBeGreaterThan(0);
    // The measurement that is shared counts too, and one job at a time stops before the cap.
    expect(spent.tokens).toBeLessThanOrEqual(30_000);
    const again = await go(text, capped, { caps });
    expect(again.capReached).toContain('--max-tokens is reached');
    expect(again.records.every(({ status }) => status === 'stopped')).toBe(true);
    expect((await go(text, capped)).capReached).toBe(null);
    await go(text, whole);
    for (const { job } of (await look(text, whole)).statuses) {
      const path = folderOf(job);
      expect(sealedBytes(path.replace(whole, capped))).toEqual(sealedBytes(path));
    }
  });

  test('one sweep has one runner', async () => {
    const here = join(folder, 'runner');
    const refused: unknown[] = [];
    await go(study('[random]'), here, {
      afterJob: async () => {
        refused.push(await go(study('[random]'), here).catch((error: unknown) => error));
      },
    });
    expect(refused).toEqual([expect.any(StoreConflictError)]);
  });
});

describe('what has changed since', () => {
  test('another prompt makes a finished job stale; retry moves it aside and runs it anew', async () => {
    const here = join(folder, 'stale');
    const text = study('[identity]');
    const [before] = (await go(text, here)).records;
    const prompt = join(packageRoot, 'configs/prompts/single/apibank/solver.md');
    const written = readFileSync(prompt, 'utf8');
    writeFileSync(prompt, `${written}\nBe brief.\n`);
    // As another command would: what this process has read already is what it goes by.
    memory.clear();
    try {
      const { sweep, statuses } = await look(text, here);
      expect(states({ statuses })).toEqual(['identity 0 stale']);
      expect((await go(text, here)).records).toEqual([]);
      const aside = moveAside(sweep, present(statuses[0]));
      expect(sealedBytes(aside)[5]).toContain(present(before).result?.['job'] as string);
      const retry = { failed: false, stale: false, cells: ['identity/*'] };
      const again = await go(text, here, { choose: (all) => retriedJobs(all, retry) });
      expect(again.records.map(({ status }) => status)).toEqual(['done']);
      expect(again.records[0]?.result?.['job']).not.toBe(present(before).result?.['job']);
    } finally {
      writeFileSync(prompt, written);
      memory.clear();
    }
    expect(readdirSync(join(here, 'runs')).sort()).toEqual([
      '.shared',
      '.stale',
      '.sweeps',
      'identity',
    ]);
  });

  test('a cell that the sweep does not have is named', async () => {
    const { statuses } = await look(study('[identity]'), join(folder, 'names'));
    const retry = {
      failed: false,
      stale: false,
      cells: ['identiy/apibank-synth/single/sim/0', 'tavo/*'],
    };
    expect(() => retriedJobs(statuses, retry)).toThrow('no job of the sweep is called "tavo/*"');
  });
});
