import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AttemptRow, chargedTokens } from '../../src/core/attempt.ts';
import type { Usage } from '../../src/core/model.ts';
import { type Brain, status } from '../../src/mock-server/brain.ts';
import type { UsageSnapshot } from '../../src/models/middleware/meter.ts';
import { readLedger } from '../../src/store/ledger-file.ts';
import {
  recordedReplies,
  sealedFile,
  sealedFiles,
  temporaryFolder,
} from '../support/job/job-files.ts';
import { simServer } from '../support/job/loopback-job.ts';
import { runHere } from '../support/job/run-here.ts';
import { simBrain } from '../support/job/sim-brain.ts';
import { jobProcesses, pause, waitUntil } from '../support/job/spawn-job.ts';

const spawnJob = jobProcesses();

interface Sums {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

function sums(rows: readonly AttemptRow[]): Sums {
  const sum = (name: 'inputTokens' | 'outputTokens'): number =>
    rows.reduce((total, row) => total + (row[name] ?? 0), 0);
  return { inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens') };
}

/** Everything that the sealed files say was used. */
function jobUsage(folder: string): Sums {
  const { usage } = sealedFile(folder, 'optimization') as unknown as {
    readonly usage: { readonly [channel: string]: Usage };
  };
  const measured = (['selection', 'test'] as const).map(
    (name) => sealedFile(folder, name)['usage'] as unknown as Usage,
  );
  const all = [...Object.values(usage), ...measured];
  return {
    inputTokens: all.reduce((total, { inputTokens }) => total + inputTokens, 0),
    outputTokens: all.reduce((total, { outputTokens }) => total + outputTokens, 0),
  };
}

/** What was given out again instead of being asked for, as the session's telemetry says. */
function reused(folder: string): Sums {
  const telemetry = JSON.parse(readFileSync(join(folder, 'telemetry.json'), 'utf8')) as {
    readonly sessions: readonly { readonly models: { readonly usage: UsageSnapshot } }[];
  };
  const channels = telemetry.sessions.flatMap(({ models }) => Object.values(models.usage));
  return {
    inputTokens: channels.reduce((total, usage) => total + usage.reusedInputTokens, 0),
    outputTokens: channels.reduce((total, usage) => total + usage.reusedOutputTokens, 0),
  };
}

const answers: ReadonlySet<string> = new Set(['ok', 'truncated', 'refused', 'filtered']);

describe('the ledger', () => {
  it('has one row per request, and sums up to what the job and the server count', async () => {
    const brain = simBrain();
    const unwell: Brain = (call) => (call.index % 7 === 3 ? status(503) : brain(call));
    const server = await simServer({ brain: unwell });
    const folder = temporaryFolder();
    const job = { seed: 2, budget: 40, clockSpeed: 1000 };
    await runHere({ ...job, folder, endpoint: server.openAiUrl });
    const { rows, lost } = readLedger(folder);
    const counters = server.counters();
    expect(lost).toEqual([]);
    expect(rows).toHaveLength(counters.calls);
    expect(rows.map(({ number }) => number).sort((left, right) => left - right)).toEqual(
      rows.map((_, index) => index + 1),
    );
    const answered = rows.filter(({ outcome }) => answers.has(outcome));
    expect(answered).toHaveLength(counters.replies);
    expect(sums(answered)).toEqual({
      inputTokens: counters.inputTokens,
      outputTokens: counters.outputTokens,
    });
    const again = reused(folder);
    expect(again.inputTokens).toBeGreaterThan(0);
    expect({
      inputTokens: sums(rows).inputTokens + again.inputTokens,
      outputTokens: sums(rows).outputTokens + again.outputTokens,
    }).toEqual(jobUsage(folder));
    const refused = rows.filter(({ outcome }) => outcome === 'transient');
    expect(refused.length).toBe(rows.length - answered.length);
    expect(refused.every((row) => chargedTokens(row) === 0)).toBe(true);
    expect(rows.filter(({ attempt }) => attempt > 1).length).toBe(refused.length);
    const host = new URL(server.openAiUrl).host;
    expect(new Set(rows.map(({ endpoint }) => endpoint))).toEqual(new Set([host]));
    expect(new Set(rows.map(({ purpose }) => purpose))).toEqual(new Set(['task', 'reflection']));
    expect(
      rows.every(({ purpose, role }) => (purpose === 'task' ? role === 'peer' : role === null)),
    ).toBe(true);
  });

  it('of a job without a server sums up to what the job counts', async () => {
    const folder = temporaryFolder();
    await runHere({ folder, seed: 2, budget: 40 });
    const { rows } = readLedger(folder);
    expect(sums(rows)).toEqual(jobUsage(folder));
    expect(rows.every((row) => row.simulated === true && row.price === 0)).toBe(true);
  });

  it('of a killed job has the requests that were on their way', async () => {
    const server = await simServer({ latencyMs: 5 });
    const common = { seed: 2, budget: 40 };
    const job = { ...common, folder: temporaryFolder(), endpoint: server.openAiUrl };
    for (const calls of [40, 150]) {
      const child = spawnJob(job);
      await waitUntil(child, () => server.counters().calls >= calls);
      child.kill('SIGKILL');
      expect((await child.ended).signal).toBe('SIGKILL');
      await pause(20);
      const { rows, lost } = readLedger(job.folder);
      expect(rows.length + lost.length).toBeGreaterThanOrEqual(server.counters().calls);
      expect(lost.length).toBeGreaterThan(0);
      expect(lost.every(({ outcome }) => outcome === 'lost')).toBe(true);
      // What nobody saw the end of is charged as expected, never as nothing.
      expect(lost.every((row) => chargedTokens(row) > 0)).toBe(true);
    }
    await runHere(job);
    const { rows, lost } = readLedger(job.folder);
    expect(lost).toEqual([]);
    const answered = rows.filter(({ outcome }) => answers.has(outcome));
    // The moment between the row and its reply is the only one in which an answer can be lost.
    const kept = recordedReplies(job.folder).length;
    expect(answered.length - kept).toBeGreaterThanOrEqual(0);
    expect(answered.length - kept).toBeLessThanOrEqual(2 * 8);
    // At most what was about to leave when the process was killed did not arrive.
    expect(rows.length - server.counters().calls).toBeLessThanOrEqual(16);
    expect(rows.length).toBeGreaterThanOrEqual(server.counters().calls);
    const other = temporaryFolder();
    const calm = await simServer();
    await runHere({ ...job, folder: other, endpoint: calm.openAiUrl });
    expect(sealedFiles(job.folder)).toEqual(sealedFiles(other));
  });
});
