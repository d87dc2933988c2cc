/** Do machines that die, sleep and lose the queue do every job of a sweep once, with the bytes of one process? */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { randomStream } from '../../src/core/random.ts';
import { readAttempts } from '../../src/sweep/state/sweep-folder.ts';
import { binaryPath, cleanEnvironment, copiedInstallation } from '../support/cli.ts';
import { type CutProxy, cutProxy } from '../support/cut-proxy.ts';
import { sealedFiles } from '../support/job/job-files.ts';
import { pause, type RunningProcess, spawnNode, waitUntil } from '../support/job/spawn-job.ts';
import { describeWithRedis, emptyDatabase, testRedis } from '../support/redis.ts';

/** `PROTOCOL_TEST_SWEEP_SEEDS=100` makes it 200 jobs. */
const SEEDS = Number(process.env['PROTOCOL_TEST_SWEEP_SEEDS'] ?? 6);
const WORKERS = 4;
const KILLS = SEEDS / 2;
const LEASE = ['--lease', '2s'];
const LEASE_MS = 2_000;

const study = (seeds: number): string => `
name: tiny
matrix:
  methods: [random, tavo]
  datasets: [apibank-synth]
  topologies: [single]
  models: [sim]
  seeds: [${Array.from({ length: seeds }, (_, seed) => seed).join(', ')}]
settings: { budget: 24, datasetSize: 60 }
`;

describeWithRedis('workers of a sweep', () => {
  let root = '';
  let url = '';
  let proxy: CutProxy;
  const started: RunningProcess[] = [];
  const at = (name: string): string => join(root, 'hosts', name);

  function protocol(host: string, ...words: string[]): RunningProcess {
    mkdirSync(at(host), { recursive: true });
    const child = spawnNode([binaryPath(root), ...words], at(host), cleanEnvironment());
    started.push(child);
    return child;
  }
  const worker = (host: string, where = url, ...more: string[]): RunningProcess =>
    protocol(host, 'worker', '--queue', where, '--json', ...LEASE, ...more);

  beforeAll(async () => {
    root = copiedInstallation();
    const file = join(root, 'configs', 'protocol.yaml');
    const small = readFileSync(file, 'utf8')
      .replace('train: 150', 'train: 12')
      .replace('validation: 50', 'validation: 8');
    writeFileSync(file, small);
    writeFileSync(join(root, 'all.yaml'), study(SEEDS));
    writeFileSync(join(root, 'few.yaml'), study(1));
    const alone = await protocol('alone', 'sweep', '../../all.yaml', '--quiet').ended;
    expect({ code: alone.code, error: alone.error }).toEqual({ code: 0, error: '' });
    proxy = await cutProxy('127.0.0.1', Number(new URL(testRedis ?? '').port));
  });
  beforeEach(async () => {
    const database = await emptyDatabase(2);
    database.redis.disconnect();
    url = database.url;
  });
  afterAll(async () => {
    for (const child of started) if (child.isRunning()) child.kill('SIGKILL');
    await proxy.close();
    rmSync(root, { recursive: true, force: true });
  });

  const rows = (out: string): JsonObject[] =>
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as JsonObject);

  function expectAsAlone(host: string, out: string, count: number): void {
    const jobs = rows(out);
    expect(jobs.map(({ status }) => status)).toEqual(Array(count).fill('done'));
    const keys = jobs.map(({ job }) => job as string);
    expect(new Set(keys).size).toBe(count);
    for (const key of keys) {
      expect(sealedFiles(join(at(host), 'runs', key))).toEqual(
        sealedFiles(join(at('alone'), 'runs', key)),
      );
    }
    const attempts = readAttempts(join(at(host), 'runs'), 'tiny');
    expect(
      attempts
        .filter(({ outcome }) => outcome === 'done')
        .map(({ job }) => job)
        .sort(),
    ).toEqual(keys.sort());
  }

  test(
    `${2 * SEEDS} jobs, ${WORKERS} workers without a shared disk, ${KILLS} kills, one asleep, one cut off: every result once, same bytes`,
    async () => {
      const random = randomStream('worker deaths');
      const sweep = protocol(
        'head',
        'sweep',
        '../../all.yaml',
        '--queue',
        url,
        '--packed',
        '--quiet',
      );
      const cutUrl = url.replace(/:\d+\//, `:${proxy.port}/`);
      const where = (number: number): string => (number === 0 ? cutUrl : url);
      const workers = Array.from({ length: WORKERS }, (_, number) =>
        worker(`worker-${number}`, where(number)),
      );
      const began = (child: RunningProcess): number =>
        child.errorSoFar().split('"job-began"').length - 1;
      const busy = async (child: RunningProcess): Promise<void> => {
        const before = began(child);
        await waitUntil(child, () => began(child) > before || !sweep.isRunning());
      };

      // One host sleeps through its lease, and one loses the queue for longer than that.
      const [cutOff, sleeper] = workers as [RunningProcess, RunningProcess];
      const asleep = busy(sleeper).then(async () => {
        sleeper.kill('SIGSTOP');
        await pause(2 * LEASE_MS);
        sleeper.kill('SIGCONT');
      });
      const away = busy(cutOff).then(async () => {
        proxy.cut();
        await pause(2 * LEASE_MS);
        proxy.mend();
      });
      for (let kill = 0; kill < KILLS; kill += 1) {
        const number = 2 + random.integer(WORKERS - 2);
        const victim = workers[number];
        if (victim === undefined) continue;
        await busy(victim);
        await pause(random.integer(60));
        victim.kill('SIGKILL');
        await victim.ended;
        workers[number] = worker(`worker-${number}`);
      }
      const { code, out, error } = await sweep.ended;
      expect({ code, error }).toEqual({ code: 0, error: '' });
      await Promise.all([asleep, away]);
      expect(cutOff.errorSoFar()).toContain('is back');
      expectAsAlone('head', out, 2 * SEEDS);

      // Ctrl-C ends each at once; one that was only just started may not listen yet.
      const listening = workers.filter((child) => began(child) > 0);
      for (const child of listening) child.kill('SIGINT');
      for (const child of listening) expect((await child.ended).code).toBe(130);
    },
    60_000 + SEEDS * 20_000,
  );

  test('on a shared disk, a worker that wakes up after its lease finds its folder taken over', async () => {
    const sweep = protocol('disk', 'sweep', '../../few.yaml', '--queue', url, '--quiet');
    const sleeper = worker('disk');
    await waitUntil(sleeper, () => sleeper.errorSoFar().includes('"job-began"'));
    sleeper.kill('SIGSTOP');
    const other = worker('disk', url, '--until-empty');
    const { code, out, error } = await sweep.ended;
    expect({ code, error }).toEqual({ code: 0, error: '' });
    cpSync(join(at('disk'), 'runs'), join(at('copy'), 'runs'), { recursive: true });
    sleeper.kill('SIGCONT');
    await waitUntil(sleeper, () => sleeper.errorSoFar().includes('"lost"'));
    sleeper.kill('SIGINT');
    expect((await sleeper.ended).code).toBe(130);
    expect((await other.ended).code).toBe(0);
    expectAsAlone('disk', out, 2);
    for (const { job } of rows(out)) {
      for (const name of ['journal.ndjson', 'replies.ndjson', 'ledger.jsonl']) {
        const path = join('runs', job as string, name);
        expect(readFileSync(join(at('disk'), path))).toEqual(readFileSync(join(at('copy'), path)));
      }
    }
  });

  test('a worker refuses what it would do otherwise, says what, and hands it back', async () => {
    const enqueued = await protocol('head-2', 'sweep', '../../few.yaml', '--queue', url, '--detach')
      .ended;
    expect(enqueued.code).toBe(0);
    const elsewhere = await worker('elsewhere').ended;
    expect(elsewhere.code).toBe(3);
    expect(elsewhere.error).toContain('is not the folder that the sweep keeps its jobs in');
    const manifest = join(root, 'package.json');
    const original = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, original.replace(/"version": "[^"]+"/, '"version": "99.0.0"'));
    const newer = await worker('head-2').ended;
    writeFileSync(manifest, original);
    expect(newer.code).toBe(3);
    expect(newer.error).toMatch(
      /made by mas-protocol 0\.\d+\.\d+, and this worker is mas-protocol 99\.0\.0/,
    );
    const last = await worker('head-2', url, '--until-empty').ended;
    expect(last.code).toBe(0);
    expect(last.error.match(/"status":"done"/g)).toHaveLength(2);
  });
});
