/** Does a job that is handed back go on elsewhere at its last step, and is a late worker's word refused? */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { processIdentity } from '../../../src/cli/process-identity.ts';
import { PrerequisiteError } from '../../../src/core/errors.ts';
import type { QueuedJob } from '../../../src/core/queue.ts';
import { prepareJob } from '../../../src/protocol/preparation/prepare-job.ts';
import { runJob } from '../../../src/protocol/run-job.ts';
import { parcelReader, unpackParcel } from '../../../src/store/parcel.ts';
import { expandSweep, type SweepJob } from '../../../src/sweep/expand/expand-sweep.ts';
import { inProcessQueue } from '../../../src/sweep/queue/in-process.ts';
import { redisAddress } from '../../../src/sweep/queue/redis/address.ts';
import { openRedis } from '../../../src/sweep/queue/redis/connection.ts';
import { type Parcels, redisParcels } from '../../../src/sweep/queue/redis/parcels.ts';
import { jobOrder } from '../../../src/sweep/remote/order.ts';
import { runWorker, type WorkerEvent, type WorkerPorts } from '../../../src/sweep/remote/worker.ts';
import { identityOf } from '../../../src/sweep/state/prepare-sweep.ts';
import { cutProxy } from '../../support/cut-proxy.ts';
import { sealedFiles } from '../../support/job/job-files.ts';
import { describeWithRedis, emptyDatabase, testRedis } from '../../support/redis.ts';
import { repositoryRoot } from '../../support/shared.ts';

const never = new AbortController().signal;

describeWithRedis('folders that travel through Redis', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sweep-remote-'));
  const packageRoot = join(folder, 'installed');
  const installation = {
    packageRoot,
    workingDirectory: folder,
    environment: {},
    memory: new Map(),
  };
  const process = processIdentity();
  let redis: Redis;
  let parcels: Parcels;
  let job: SweepJob;
  let queued: QueuedJob;

  beforeAll(async () => {
    ({ redis } = await emptyDatabase(3));
    parcels = redisParcels(redis);
    cpSync(join(repositoryRoot, 'configs'), join(packageRoot, 'configs'), { recursive: true });
    const file = join(packageRoot, 'configs', 'protocol.yaml');
    const text = readFileSync(file, 'utf8')
      .replace('train: 150', 'train: 12')
      .replace('validation: 50', 'validation: 8');
    writeFileSync(file, text);
    const sweep = await expandSweep(
      'matrix: { methods: [random], datasets: [apibank-synth], topologies: [single], models: [sim] }\nsettings: { budget: 48, datasetSize: 60 }\n',
      { file: 'one.yaml', installation, allowAnyCell: false, commandLine: () => 'again' },
    );
    const [first] = sweep.jobs;
    if (first === undefined) throw new Error('the sweep has no job');
    job = first;
    const prepared = await prepareJob(job.request, installation);
    const { identity } = identityOf(prepared.job, new Map());
    queued = jobOrder(job, identity, { version: '1.0.0', root: 'head', packed: true });
  });
  afterAll(() => {
    redis.disconnect();
    rmSync(folder, { recursive: true, force: true });
  });

  function ports(host: string, more: Partial<WorkerPorts>): WorkerPorts {
    return {
      ...{ installation, process, now: Date.now, parcels, version: '1.0.0' },
      queue: { ...inProcessQueue({ now: Date.now }), name: 'here' },
      root: join(folder, host),
      ...{ concurrency: 1, stays: false, listen: () => undefined },
      afterJob: async () => undefined,
      ...{ stop: never, abort: never },
      ...more,
    };
  }

  test('a job that is handed back goes on at another host from what was paid for, to the same bytes', async () => {
    const queue = { ...inProcessQueue({ now: Date.now }), name: 'here' };
    await queue.enqueue([queued]);
    const stop = new AbortController();
    const events: WorkerEvent[] = [];
    const told = (event: WorkerEvent): void => {
      events.push(event);
      const progress = event.kind === 'job-told' ? event.event : null;
      if (progress?.kind === 'phase-progressed' && progress.progress.done >= 20) stop.abort();
    };
    await runWorker(ports('one', { queue, listen: told, stop: stop.signal }));
    expect(events.at(-1)).toMatchObject({ kind: 'job-ended', outcome: { status: 'handed-back' } });
    events.length = 0;
    await runWorker(ports('other', { queue, listen: (event) => events.push(event) }));
    expect(events.at(-1)).toMatchObject({ kind: 'job-ended', outcome: { status: 'done' } });
    const resumed = events.flatMap((event) =>
      event.kind === 'job-told' && event.event.kind === 'job-resumed' ? [event.event.message] : [],
    );
    expect(Number(/(\d+) rollouts/.exec(resumed[0] ?? '')?.[1])).toBeGreaterThanOrEqual(12);
    expect(existsSync(join(folder, 'one', '.packed', `${queued.id}.1`))).toBe(false);

    const fetched = join(folder, 'fetched');
    unpackParcel((await parcels.read(queued.id)) ?? new Map(), fetched);
    const alone = join(folder, 'alone');
    const request = { ...job.request, out: alone, evaluationCache: null };
    const prepared = await prepareJob(request, installation);
    const listen = (): void => undefined;
    await runJob(prepared.job, { process, now: Date.now, listen, stop: never, abort: never });
    expect(sealedFiles(fetched)).toEqual(sealedFiles(alone));
  });

  test('what an earlier lease sends is not kept, and it is told so', async () => {
    const here = join(folder, 'parcel');
    mkdirSync(here);
    const changes = parcelReader(here);
    writeFileSync(join(here, 'journal.ndjson'), 'one');
    writeFileSync(join(here, 'lock.json'), 'of this process');
    expect(await parcels.claim('job', 1)).toEqual(new Map());
    expect(await parcels.keep('job', 1, changes())).toBe(true);
    const second = await parcels.claim('job', 2);
    expect([...(second ?? [])].map(([path]) => path)).toEqual(['journal.ndjson']);
    writeFileSync(join(here, 'journal.ndjson'), 'one, late');
    expect(await parcels.keep('job', 1, changes())).toBe(false);
    expect(await parcels.claim('job', 1)).toBe(null);
    expect(await parcels.read('job')).toEqual(second);
  });

  test('another version and another job under the same name are refused by name, and handed back', async () => {
    const refusal = async (order: QueuedJob, version: string): Promise<[string, number]> => {
      const queue = { ...inProcessQueue({ now: Date.now }), name: 'here' };
      await queue.enqueue([order]);
      const error: unknown = await runWorker(ports('third', { queue, version })).catch(
        (reason: unknown) => reason,
      );
      if (!(error instanceof PrerequisiteError)) throw error;
      return [error.message, (await queue.counts()).waiting];
    };
    const [newer, waiting] = await refusal(queued, '1.0.1');
    expect([newer, waiting]).toEqual([
      'the jobs of this queue were made by mas-protocol 1.0.0, and this worker is mas-protocol 1.0.1',
      1,
    ]);
    const request = { ...job.request, seed: 5 };
    const prepared = await prepareJob(request, installation);
    const { identity } = identityOf(prepared.job, new Map());
    const from = { version: '1.0.0', root: 'head', packed: true };
    const { payload } = jobOrder(job, identity, from);
    const [other, back] = await refusal({ id: 'other', payload }, '1.0.0');
    expect(other).toMatch(
      /is another job on this machine than where the sweep was made: .*\bseed\b.* differ/,
    );
    expect(back).toBe(1);
  });

  test('a connection that is cut comes back, says both, and loses no command', async () => {
    const proxy = await cutProxy('127.0.0.1', Number(new URL(testRedis ?? '').port));
    const said: string[] = [];
    const address = redisAddress(`redis://127.0.0.1:${proxy.port}/3`, null);
    const cut = await openRedis(address, { say: (text) => said.push(text), signal: never });
    try {
      proxy.cut();
      const written = cut.set('while away', 'kept');
      await new Promise((resolve) => {
        cut.once('reconnecting', resolve);
      });
      proxy.mend();
      await written;
      expect(await redis.get('while away')).toBe('kept');
      expect(said.map((text) => / is (away|back)/.exec(text)?.[1])).toEqual(['away', 'back']);
    } finally {
      cut.disconnect();
      await proxy.close();
    }
  });
});

test('the address of a queue never shows its password, and what is none is refused without repeating it', () => {
  const address = redisAddress('rediss://me:p%40ss@[::1]:7000/4', 'unused');
  expect(address).toEqual({
    host: '::1',
    port: 7000,
    database: 4,
    username: 'me',
    password: 'p@ss',
    encrypted: true,
    shown: 'rediss://[::1]:7000/4',
  });
  expect(redisAddress('redis://head', 'from outside').password).toBe('from outside');
  for (const wrong of [
    'secret',
    'http://:secret@head',
    'redis://:secret@head/one',
    'redis:///0?secret',
  ]) {
    const attempt = (): unknown => redisAddress(wrong, null);
    expect(attempt).toThrow(/^--queue /);
    expect(attempt).not.toThrow(/secret/);
  }
});
