import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordedReplies, sealedFiles, temporaryFolder } from '../support/job/job-files.ts';
import { bodies, simServer } from '../support/job/loopback-job.ts';
import { runHere } from '../support/job/run-here.ts';
import { simBrain } from '../support/job/sim-brain.ts';
import { jobProcesses, pause, waitUntil } from '../support/job/spawn-job.ts';

const spawnJob = jobProcesses();
const seed = 2;

async function wholeJob(endpoint: string): Promise<ReturnType<typeof sealedFiles>> {
  const folder = temporaryFolder();
  await runHere({ folder, seed, endpoint });
  return sealedFiles(folder);
}

describe('a job told to stop', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'by one %s ends with 130, loses no call, and goes on to the same bytes',
    async (signal) => {
      const server = await simServer({ latencyMs: 10 });
      const job = { folder: temporaryFolder(), seed, endpoint: server.openAiUrl };
      const child = spawnJob(job);
      await waitUntil(child, () => server.counters().calls > 150);
      child.kill(signal);
      const { code, error } = await child.ended;
      expect({ code, error }).toMatchObject({ code: 130 });
      expect(error).toContain('what is in flight is finished first');
      expect(error).toContain('Nothing is lost');
      expect(existsSync(join(job.folder, 'lock.json'))).toBe(false);
      expect(existsSync(join(job.folder, 'result.json'))).toBe(false);
      expect(server.counters().abandoned).toBe(0);
      expect(new Set(recordedReplies(job.folder))).toEqual(new Set(bodies(server)));

      await runHere(job);
      const sent = bodies(server);
      expect(new Set(sent).size).toBe(sent.length);
      const other = await simServer();
      expect(sealedFiles(job.folder)).toEqual(await wholeJob(other.openAiUrl));
    },
  );

  it('twice does not wait for a server that does not answer', async () => {
    const brain = simBrain();
    let hangs = true;
    const server = await simServer({
      brain: (call) => (hangs && call.index >= 100 ? { fault: 'hang' } : brain(call)),
    });
    const job = { folder: temporaryFolder(), seed, endpoint: server.openAiUrl };
    const child = spawnJob(job);
    await waitUntil(child, () => server.counters().calls >= 104);
    child.kill('SIGINT');
    await waitUntil(child, () => child.errorSoFar().includes('stopping'));
    await pause(200);
    expect(child.isRunning()).toBe(true);
    child.kill('SIGINT');
    const { code, error } = await child.ended;
    expect({ code, error }).toMatchObject({ code: 130 });
    expect(error).toContain('Nothing is lost');

    hangs = false;
    const answered = new Set(recordedReplies(job.folder));
    const before = server.calls.length;
    await runHere(job);
    const later = bodies(server).slice(before);
    expect(later.filter((body) => answered.has(body))).toEqual([]);
    const other = await simServer();
    expect(sealedFiles(job.folder)).toEqual(await wholeJob(other.openAiUrl));
  });
});
