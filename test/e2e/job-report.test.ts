/** Is a job's report the same bytes however the job came to its end, and whenever it is made? */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jobReport } from '../../src/cli/reports/job-report.ts';
import { PrerequisiteError, StoreError } from '../../src/core/errors.ts';
import type { JsonObject } from '../../src/core/json.ts';
import type { CostRecord } from '../../src/evaluation/team-cost.ts';
import { sealedFile, temporaryFolder } from '../support/job/job-files.ts';
import { simServer } from '../support/job/loopback-job.ts';
import { runHere } from '../support/job/run-here.ts';
import { jobProcesses, waitUntil } from '../support/job/spawn-job.ts';
import { tinyDataset } from '../support/job/tiny-dataset.ts';

const spawnJob = jobProcesses();
const { signal } = new AbortController();
const seed = 2;

async function reported(folder: string): Promise<{ readonly [file: string]: string }> {
  await jobReport(folder, tinyDataset, signal);
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  return { json: read('report.json'), markdown: read('report.md') };
}

/** Model calls by the sealed cost; where both configurations are the seed, it was measured once. */
function callsOf(folder: string, name: 'selection' | 'test'): number {
  const sealed = sealedFile(folder, name);
  const other = sealed[name === 'test' ? 'frozenDigest' : 'incumbentDigest'];
  const { perTask } = sealed['cost'] as unknown as CostRecord;
  const arms = Object.values(perTask).slice(0, other === sealed['seedDigest'] ? 1 : 2);
  return Math.round(arms.reduce((sum, arm) => sum + arm.tasks * (arm.modelCalls ?? 0), 0));
}

describe('the report of a job', () => {
  it('is the same after concurrency 1 and 64, and after kills and resumes', async () => {
    const straight = await simServer();
    const one = temporaryFolder();
    await runHere({ folder: one, seed, concurrency: 1, endpoint: straight.openAiUrl });
    const expected = await reported(one);
    expect(expected['markdown']).toContain('(simulated)');

    const many = temporaryFolder();
    await runHere({ folder: many, seed, concurrency: 64, endpoint: straight.openAiUrl });
    expect(await reported(many)).toEqual(expected);

    const server = await simServer({ latencyMs: 2 });
    const killed = { folder: temporaryFolder(), seed, endpoint: server.openAiUrl };
    const total = straight.counters().calls / 2;
    for (const share of [0.4, 0.75, 0.95]) {
      const child = spawnJob(killed);
      await waitUntil(child, () => Object.keys(server.counters().byBody).length >= share * total);
      child.kill('SIGKILL');
      await child.ended;
    }
    await runHere(killed);
    expect(await reported(killed.folder)).toEqual(expected);
  });

  it('says what the sealed test says', async () => {
    const folder = temporaryFolder();
    await runHere({ folder, seed });
    const report = await jobReport(folder, tinyDataset, signal);
    const test = sealedFile(folder, 'test');
    expect(report.change?.overall).toEqual(test['comparison']);
    expect(report.change?.verdict).toBe(test['verdict']);
    const strata = test['strata'] as JsonObject;
    for (const { column, pHolm: _pHolm, ...comparison } of report.change?.columns ?? []) {
      expect(_pHolm).not.toBeNull();
      expect(comparison).toEqual(strata[column]);
    }
    expect(
      report.arms.map(({ name, micro: { correct, scored, planned, rate, low, high } }) => [
        name,
        { correct, scored, planned, rate, low, high },
      ]),
    ).toEqual(Object.entries(test['accuracy'] as JsonObject));
  });

  it('says what both teams cost per task, which adds up to what the server was asked', async () => {
    const server = await simServer();
    const folder = temporaryFolder();
    const asked = { folder, seed: 0, endpoint: server.openAiUrl };
    await runHere({ ...asked, phase: 'optimize' });
    const searched = server.counters().calls;
    await runHere({ ...asked, phase: 'validate' });
    const validated = server.counters().calls;
    await runHere(asked);
    expect(callsOf(folder, 'selection')).toBe(validated - searched);
    expect(callsOf(folder, 'test')).toBe(server.counters().calls - validated);
    const test = sealedFile(folder, 'test');
    expect(test['frozenDigest']).not.toBe(test['seedDigest']);
    const { perTask } = test['cost'] as unknown as CostRecord;
    expect((await reported(folder))['markdown']).toContain(`seed: ${perTask['seed']?.modelCalls}`);
    expect((sealedFile(folder, 'result')['test'] as JsonObject)['cost']).toEqual(test['cost']);
  });

  it('is made again when it is gone, and left alone when it is there', async () => {
    const folder = temporaryFolder();
    await runHere({ folder, method: 'identity' });
    const first = await reported(folder);
    const untouched = await jobReport(
      folder,
      () => {
        throw new Error('nothing has to be opened');
      },
      signal,
    );
    expect(JSON.parse(first['json'] ?? '')).toEqual(untouched);
    for (const name of ['report.json', 'report.md']) rmSync(join(folder, name));
    expect(await reported(folder)).toEqual(first);
  });

  it('is not made on other data, nor before the test', async () => {
    const folder = temporaryFolder();
    await runHere({ folder, method: 'identity', phase: 'validate' });
    await expect(jobReport(folder, tinyDataset, signal)).rejects.toThrow(StoreError);
    await runHere({ folder, method: 'identity' });
    const other = { ...tinyDataset(), identity: { tasks: 71 } };
    const made = jobReport(folder, () => other, signal);
    await expect(made).rejects.toThrow(PrerequisiteError);
    await expect(made).rejects.toThrow('identity.tasks 72 (here it is 71)');
  });
});
