import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exitCodeOf } from '../../src/cli/exit-code.ts';
import { InfrastructureError, PrerequisiteError } from '../../src/core/errors.ts';
import type { JsonObject } from '../../src/core/json.ts';
import {
  type Brain,
  emptyBody,
  garbageBody,
  type LoopbackCall,
  type LoopbackFault,
  status,
} from '../../src/mock-server/brain.ts';
import {
  recordedReplies,
  records,
  sealedFile,
  sealedFiles,
  searchCharges,
  temporaryFolder,
} from '../support/job/job-files.ts';
import { bodies, portOf, simServer } from '../support/job/loopback-job.ts';
import { runHere } from '../support/job/run-here.ts';
import { simBrain } from '../support/job/sim-brain.ts';
import { type TinyTask, tinyDataset } from '../support/job/tiny-dataset.ts';

/** A minute of waiting passes in a fifth of a second. */
const clockSpeed = 300;
const seed = 2;

const FAULTS: readonly LoopbackFault[] = [
  status(429, { headers: { 'retry-after-ms': '700' } }),
  status(500),
  status(503),
  { fault: 'cut' },
  { fault: 'cut', early: true },
  emptyBody,
  garbageBody,
];

/** A call in three fails once to three times before it is answered; which, and how, its body says. */
function flaky(brain: Brain): Brain {
  return (call) => {
    const draw = Number.parseInt(call.bodyHash.slice(0, 8), 16);
    const failures = draw % 3 === 0 ? 1 + (draw % 4) : 0;
    const fault = FAULTS[(draw + call.repeat) % FAULTS.length];
    return call.repeat < failures && fault !== undefined ? fault : brain(call);
  };
}

function isAbout(call: LoopbackCall, task: TinyTask): boolean {
  return call.messages.some(({ content }) => content.includes(task.text));
}

/** The server cannot digest some tasks, whoever asks. */
function choking(brain: Brain, poison: readonly TinyTask[], hasTrouble = () => true): Brain {
  return (call) =>
    hasTrouble() && poison.some((task) => isAbout(call, task)) ? status(500) : brain(call);
}

interface Undisturbed {
  readonly files: { readonly [name: string]: string };
  readonly calls: number;
  readonly bodies: ReadonlySet<string>;
}

const done = new Map<number, Undisturbed>();

/** What a job comes to on a server without a fault; run once per declared rate. */
async function undisturbed(infrastructureRate = 0.02): Promise<Undisturbed> {
  const known = done.get(infrastructureRate);
  if (known !== undefined) return known;
  const folder = temporaryFolder();
  const server = await simServer();
  await runHere({ folder, seed, infrastructureRate, endpoint: server.openAiUrl });
  const whole = {
    files: sealedFiles(folder),
    calls: server.counters().calls,
    bodies: new Set(bodies(server)),
  };
  done.set(infrastructureRate, whole);
  return whole;
}

function parsed(text: string | undefined): JsonObject {
  return JSON.parse(text ?? '') as JsonObject;
}

const tasks = tinyDataset().tasks;
const heldOut = tasks.find(({ id }) => id === 'harbour-03') as TinyTask;
const alsoHeldOut = tasks.find(({ id }) => id === 'garden-01') as TinyTask;

describe('a flaky server', () => {
  it('changes no byte of a result, whatever way its answers fail', async () => {
    const whole = await undisturbed();
    const server = await simServer({ brain: flaky(simBrain()) });
    const folder = temporaryFolder();
    await runHere({ folder, seed, endpoint: server.openAiUrl, clockSpeed });
    expect(sealedFiles(folder)).toEqual(whole.files);
    expect(server.counters().calls).toBeGreaterThan(1.3 * whole.calls);
    expect(new Set(bodies(server))).toEqual(whole.bodies);
  });
});

describe('a task that the server cannot digest', () => {
  it('is missing in both arms of the test and is no wrong answer', async () => {
    const server = await simServer({ brain: choking(simBrain(), [heldOut]) });
    const folder = temporaryFolder();
    const infrastructureRate = 0.06;
    await runHere({ folder, seed, endpoint: server.openAiUrl, infrastructureRate, clockSpeed });
    const test = sealedFile(folder, 'test');
    expect(test).toMatchObject({
      comparison: { planned: 18, scored: 17 },
      accuracy: { seed: { planned: 18, scored: 17 }, frozen: { planned: 18, scored: 17 } },
      strata: { harbour: { planned: 6, scored: 5 } },
    });
    const rows = test['rows'] as readonly JsonObject[];
    const missing = { outcome: 'infrastructure_failure', score: null, answer: '' };
    expect(rows.find((row) => row['id'] === heldOut.id)).toMatchObject({
      seed: missing,
      frozen: missing,
    });

    const whole = parsed((await undisturbed(infrastructureRate)).files['test']);
    const others = (file: JsonObject): unknown =>
      (file['rows'] as readonly JsonObject[]).filter((row) => row['id'] !== heldOut.id);
    expect(others(test)).toEqual(others(whole));
  });

  it('stops the job above the declared rate; mended, it ends as if nothing had been', async () => {
    let hasTrouble = true;
    const brain = choking(simBrain(), [heldOut, alsoHeldOut], () => hasTrouble);
    const server = await simServer({ brain });
    const job = { folder: temporaryFolder(), seed, endpoint: server.openAiUrl, clockSpeed };
    const stopped: unknown = await runHere(job).catch((error: unknown) => error);
    expect(stopped).toBeInstanceOf(InfrastructureError);
    expect(exitCodeOf(stopped)).toBe(3);
    expect(String(stopped)).toMatch(/of (18|36) planned rollouts could not be observed/);
    expect(existsSync(join(job.folder, 'frozen.json'))).toBe(true);
    expect(existsSync(join(job.folder, 'test.json'))).toBe(false);

    hasTrouble = false;
    const answered = new Set(recordedReplies(job.folder));
    const before = server.calls.length;
    await runHere(job);
    const resumed = bodies(server).slice(before);
    expect(resumed.filter((body) => answered.has(body))).toEqual([]);
    const whole = await undisturbed();
    expect(sealedFiles(job.folder)).toEqual(whole.files);
  });

  it('is not charged in the search, and is never shown as a failed case', async () => {
    const infrastructureRate = 0.9;
    const whole = await undisturbed(infrastructureRate);
    const { train } = parsed(whole.files['optimization']) as { train: readonly string[] };
    const poisoned = tasks.find(({ id }) => id === train[0]) as TinyTask;
    const server = await simServer({ brain: choking(simBrain(), [poisoned]) });
    const folder = temporaryFolder();
    await runHere({ folder, seed, endpoint: server.openAiUrl, infrastructureRate, clockSpeed });
    const charges = searchCharges(folder);
    const missing = records(folder).filter(
      ({ kind, rollout }) =>
        kind === 'rollout' && (rollout as JsonObject)['outcome'] === 'infrastructure_failure',
    );
    expect(missing.length).toBeGreaterThan(0);
    expect(charges.booked).toBe(charges.keys.length);
    expect(charges.booked).toBeLessThanOrEqual(60);
    const reflections = server.calls.filter((call) =>
      call.messages.some(({ content }) => content.includes('<case>')),
    );
    expect(reflections.length).toBeGreaterThan(0);
    expect(reflections.filter((call) => isAbout(call, poisoned))).toEqual([]);
  });
});

describe('a server that is gone', () => {
  it('before the job starts is a prerequisite, and leaves nothing behind', async () => {
    const folder = join(temporaryFolder(), 'job');
    const job = runHere({ folder, endpoint: 'http://127.0.0.1:9/v1', clockSpeed });
    const error: unknown = await job.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PrerequisiteError);
    expect(exitCodeOf(error)).toBe(3);
    expect((error as PrerequisiteError).hints.join('\n')).toContain('--model sim');
    expect(String(error)).toContain('127.0.0.1:9');
    // Another try with another setting must not meet a folder that this one left behind.
    expect(existsSync(folder)).toBe(false);
  });

  it.each([
    ['early in the search', 0.1],
    ['in the middle of the search', 0.35],
    ['late in the search', 0.6],
    ['at the test', 0.85],
    ['at the last call', 1],
  ])('%s stops the job; started again, it ends with the same bytes', async (_when, share) => {
    const whole = await undisturbed();
    const brain = simBrain();
    const lastCall = Math.floor(share * whole.calls) - 1;
    const deaths: Promise<void>[] = [];
    const first = await simServer({
      brain: (call) => {
        if (call.index === lastCall) deaths.push(first.close());
        return brain(call);
      },
    });
    const port = portOf(first);
    const job = { folder: temporaryFolder(), seed, endpoint: first.openAiUrl, clockSpeed };
    const error: unknown = await runHere(job).catch((reason: unknown) => reason);
    await Promise.all(deaths);
    expect(error).toBeInstanceOf(InfrastructureError);
    expect(exitCodeOf(error)).toBe(3);

    const answered = new Set(recordedReplies(job.folder));
    const second = await simServer({ port });
    await runHere(job);
    expect(bodies(second).filter((body) => answered.has(body))).toEqual([]);
    expect(sealedFiles(job.folder)).toEqual(whole.files);
  });
});
