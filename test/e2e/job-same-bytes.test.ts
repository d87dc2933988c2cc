import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ContractError, StoreConflictError } from '../../src/core/errors.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { randomStream } from '../../src/core/random.ts';
import { askingOptimizer } from '../support/job/asking-optimizer.ts';
import { records, sealedFile, sealedFiles, temporaryFolder } from '../support/job/job-files.ts';
import { bodies, simServer } from '../support/job/loopback-job.ts';
import { runHere } from '../support/job/run-here.ts';
import { jobProcesses, waitUntil } from '../support/job/spawn-job.ts';
import { tinyDataset } from '../support/job/tiny-dataset.ts';

const spawnJob = jobProcesses();

const seed = 2;

function rows(folder: string): unknown {
  return [sealedFile(folder, 'selection')['rows'], sealedFile(folder, 'test')['rows']];
}

describe('concurrency', () => {
  it('of 1 and of 64 gives the same bytes', async () => {
    const selected: unknown[] = [];
    for (const seed of [0, 1, 2, 3]) {
      const [one, many] = [temporaryFolder(), temporaryFolder()];
      await runHere({ folder: one, seed, concurrency: 1 });
      await runHere({ folder: many, seed, concurrency: 64 });
      expect(sealedFiles(many)).toEqual(sealedFiles(one));
      selected.push(sealedFile(one, 'selection')['selected']);
    }
    expect(new Set(selected)).toEqual(new Set(['seed', 'incumbent']));
  });

  it('gives the same bytes in whatever order a server answers', async () => {
    const straight = await simServer();
    const one = temporaryFolder();
    await runHere({ folder: one, seed, concurrency: 1, endpoint: straight.openAiUrl });
    const random = randomStream('latencies');
    const shuffled = await simServer({ latencyMs: () => random.integer(15) });
    const many = temporaryFolder();
    await runHere({ folder: many, seed, concurrency: 64, endpoint: shuffled.openAiUrl });
    expect(shuffled.counters().highestInFlight).toBeGreaterThan(8);
    expect(sealedFiles(many)).toEqual(sealedFiles(one));

    const inside = temporaryFolder();
    await runHere({ folder: inside, seed });
    expect(rows(inside)).toEqual(rows(one));
  });
});

describe('a folder', () => {
  it('with a finished job is read, without any request', async () => {
    const server = await simServer();
    const job = { folder: temporaryFolder(), seed, endpoint: server.openAiUrl };
    const first = await runHere(job);
    await server.close();
    const before = readFileSync(join(job.folder, 'journal.ndjson'));
    const again = await runHere(job);
    expect(again.alreadyDone).toBe(true);
    expect(again.result).toEqual(first.result);
    expect(readFileSync(join(job.folder, 'journal.ndjson'))).toEqual(before);
  });

  it('refuses another job and says what differs', async () => {
    const folder = temporaryFolder();
    await runHere({ folder, method: 'identity', seed: 1 });
    const other = runHere({ folder, method: 'random', seed: 2, budget: 10 });
    await expect(other).rejects.toThrow(StoreConflictError);
    await expect(other).rejects.toThrow(
      /budget 60 \(you asked for 10\)\n {2}method\.id identity \(you asked for random\)[\s\S]*seed 1 \(you asked for 2\)/,
    );
  });

  it('refuses a second process and names the first', async () => {
    const server = await simServer({ latencyMs: 40 });
    const job = { folder: temporaryFolder(), seed, endpoint: server.openAiUrl };
    const first = spawnJob(job);
    await waitUntil(first, () => server.counters().calls > 0);
    const second = runHere(job);
    await expect(second).rejects.toThrow(StoreConflictError);
    await expect(second).rejects.toThrow(`in use by process ${first.pid} on `);
    first.kill('SIGKILL');
    await first.ended;
  });
});

describe('phases', () => {
  it('run one by one end as all at once', async () => {
    const [whole, parts] = [temporaryFolder(), temporaryFolder()];
    await runHere({ folder: whole, seed });
    for (const phase of ['optimize', 'validate', 'test'] as const) {
      const next = { optimize: 'selection', validate: 'test', test: 'nothing' }[phase];
      const outcome = await runHere({ folder: parts, seed, phase });
      expect(outcome.result === null).toBe(phase !== 'test');
      expect(existsSync(join(parts, `${next}.json`))).toBe(false);
    }
    expect(sealedFiles(parts)).toEqual(sealedFiles(whole));
  });

  it('that are done are not done again, and need no server', async () => {
    const server = await simServer();
    const job = { folder: temporaryFolder(), seed, endpoint: server.openAiUrl };
    await runHere({ ...job, phase: 'validate' });
    await server.close();
    const before = readFileSync(join(job.folder, 'journal.ndjson'));
    for (const phase of ['optimize', 'validate'] as const) {
      const again = await runHere({ ...job, phase });
      expect(again).toEqual({ folder: job.folder, result: null, alreadyDone: true });
    }
    expect(readFileSync(join(job.folder, 'journal.ndjson'))).toEqual(before);
    await expect(runHere(job)).rejects.toThrow('does not answer');
  });

  it('load no test task before the configuration is frozen, and test tasks once', async () => {
    const folder = temporaryFolder();
    const dataset = tinyDataset();
    const held = new Set(dataset.evaluation.map(({ id }) => id));
    const seen: { readonly ids: readonly string[]; readonly frozen: boolean }[] = [];
    const spied = {
      ...dataset,
      load: (ids: readonly string[], signal: AbortSignal) => {
        seen.push({ ids, frozen: existsSync(join(folder, 'frozen.json')) });
        return dataset.load(ids, signal);
      },
    };
    await runHere({ folder, seed }, { dataset: spied });
    const exposing = seen.filter(({ ids }) => ids.some((id) => held.has(id)));
    expect(exposing).toEqual([{ ids: dataset.evaluation.map(({ id }) => id), frozen: true }]);
    expect(seen.length).toBeGreaterThan(2);
  });

  it('let a method name no test task', async () => {
    const id = tinyDataset().evaluation[0]?.id ?? '';
    const optimizer = askingOptimizer(async (context) => {
      const candidate = context.seedCandidate;
      await context.step([{ kind: 'rollouts', candidate, tasks: [{ id }], whenShort: 'trim' }]);
      return { incumbent: candidate, stop: 'peeked' };
    });
    const job = runHere({ folder: temporaryFolder() }, { optimizer });
    await expect(job).rejects.toThrow(ContractError);
    await expect(job).rejects.toThrow(id);
  });
});

describe('the evaluation cache', () => {
  it('saves a second job of a condition the seed baseline and changes no byte', async () => {
    const server = await simServer();
    const evaluationCache = temporaryFolder();
    const common = { seed, endpoint: server.openAiUrl };
    await runHere({ ...common, folder: temporaryFolder(), method: 'identity', evaluationCache });
    const baseline = new Set(bodies(server));

    const cached = temporaryFolder();
    await runHere({ ...common, folder: cached, evaluationCache });
    const asked = bodies(server).slice(baseline.size);
    expect(asked.filter((body) => baseline.has(body))).toEqual([]);

    const alone = temporaryFolder();
    await runHere({ ...common, folder: alone });
    expect(sealedFiles(cached)).toEqual(sealedFiles(alone));
    expect(records(cached).filter((record) => record['kind'] === 'evaluation').length).toBeLessThan(
      records(alone).filter((record) => record['kind'] === 'evaluation').length,
    );
    for (const row of sealedFile(cached, 'test')['rows'] as readonly JsonObject[]) {
      const { trace } = row['seed'] as { readonly trace: string };
      expect(existsSync(join(cached, 'traces', `${trace}.json.gz`))).toBe(true);
    }
  });
});
