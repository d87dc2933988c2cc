import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { randomStream } from '../../src/core/random.ts';
import { type Loopback, startLoopback } from '../../src/mock-server/server.ts';
import {
  recordedReplies,
  sealedFile,
  sealedFiles,
  searchCharges,
  temporaryFolder,
} from '../support/job/job-files.ts';
import { runHere } from '../support/job/run-here.ts';
import { simBrain } from '../support/job/sim-brain.ts';
import { jobProcesses, pause, waitUntil } from '../support/job/spawn-job.ts';
import { TINY_MODEL, type TinyJobRequest } from '../support/job/tiny-job.ts';

const spawnJob = jobProcesses();
const KILLS = 25;
const CONCURRENCY = 8;

async function server(latencyMs: number): Promise<Loopback> {
  const started = await startLoopback({ brain: simBrain(), models: [TINY_MODEL], latencyMs });
  onTestFinished(() => started.close());
  return started;
}

interface Death {
  /** Bodies whose replies were on disk when the process died. */
  readonly recorded: ReadonlySet<string>;
  /** Calls that the server had received by then. */
  readonly received: number;
}

/**
 * Starts the job and kills it some milliseconds after the server has seen so many different calls in all. Null when it
 * ended before.
 */
async function killedRun(
  request: TinyJobRequest,
  loopback: Loopback,
  instant: { readonly calls: number; readonly moment: number },
): Promise<Death | null> {
  const child = spawnJob(request);
  await waitUntil(child, () => differentCalls(loopback) >= instant.calls);
  await pause(instant.moment);
  child.kill('SIGKILL');
  const { signal, code, error } = await child.ended;
  if (signal === null) {
    expect({ code, error }).toEqual({ code: 0, error: '' });
    return null;
  }
  // What the dead process had sent may still be on its way to the server.
  await pause(20);
  return { recorded: new Set(recordedReplies(request.folder)), received: loopback.calls.length };
}

function differentCalls(loopback: Loopback): number {
  return Object.keys(loopback.counters().byBody).length;
}

describe('a job killed with SIGKILL', () => {
  it(`ends with the same bytes after ${KILLS} kills, charges nothing twice and repeats no answered call`, async () => {
    const common = { seed: 2, concurrency: CONCURRENCY };
    const undisturbed = await server(0);
    const whole = temporaryFolder();
    await runHere({ ...common, endpoint: undisturbed.openAiUrl, folder: whole });

    const loopback = await server(4);
    const folder = temporaryFolder();
    const job = { ...common, endpoint: loopback.openAiUrl, folder };
    const random = randomStream('kill instants');
    const lastInstant = differentCalls(undisturbed) - 2 * CONCURRENCY;
    const instants = Array.from({ length: KILLS }, () => ({
      calls: random.integer(lastInstant),
      moment: random.integer(15),
    })).sort((left, right) => left.calls - right.calls);
    const deaths: Death[] = [];
    for (const instant of instants) {
      const death = await killedRun(job, loopback, instant);
      if (death !== null) deaths.push(death);
    }
    expect(deaths).toHaveLength(KILLS);
    const last = await spawnJob(job).ended;
    expect({ code: last.code, error: last.error }).toEqual({ code: 0, error: '' });

    expect(sealedFiles(folder)).toEqual(sealedFiles(whole));
    const charges = searchCharges(folder);
    expect(new Set(charges.keys).size).toBe(charges.keys.length);
    expect(charges.booked).toBe(charges.keys.length);
    const { charged } = sealedFile(folder, 'optimization')['budget'] as { charged: number };
    expect(charged).toBe(charges.booked);

    for (const { recorded, received } of deaths) {
      const later = loopback.calls.slice(received);
      expect(later.filter((call) => recorded.has(call.bodyHash))).toEqual([]);
    }
    const replies = recordedReplies(folder);
    expect(new Set(replies).size).toBe(replies.length);
    const sent = loopback.calls.map((call) => call.bodyHash);
    expect(new Set(sent)).toEqual(new Set(replies));
    expect(new Set(sent)).toEqual(new Set(undisturbed.calls.map((call) => call.bodyHash)));
    // Each death costs at most the calls that were on their way.
    expect(sent.length - replies.length).toBeLessThanOrEqual(KILLS * CONCURRENCY);
  }, 180_000);

  it('goes on from every file that marks a step of its life', async () => {
    const marks = [
      'lock.json',
      'job.json',
      'journal.ndjson',
      'candidates',
      'optimization.json',
      'selection.json',
      'frozen.json',
      'test.json',
    ];
    const whole = temporaryFolder();
    await runHere({ folder: whole, method: 'random', budget: 12 });
    const folder = join(temporaryFolder(), 'job');
    for (const mark of marks) {
      const child = spawnJob({ folder, method: 'random', budget: 12 });
      await waitUntil(child, () => existsSync(join(folder, mark)));
      child.kill('SIGKILL');
      const { code, error } = await child.ended;
      expect([null, 0], error).toContain(code);
    }
    await runHere({ folder, method: 'random', budget: 12 });
    expect(sealedFiles(folder)).toEqual(sealedFiles(whole));
    expect(readFileSync(join(folder, 'job.json'))).toEqual(readFileSync(join(whole, 'job.json')));
  });
});
