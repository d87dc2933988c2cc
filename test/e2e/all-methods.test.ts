/** Does every method end sealed on every topology, and the same after it was killed? On the simulated model and generated tasks. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Candidate } from '../../src/core/candidate.ts';
import { type RandomStream, randomStream } from '../../src/core/random.ts';
import type { TeamGraph } from '../../src/core/topology.ts';
import { optimizers, topologies } from '../../src/registry.ts';
import { sealedFile, sealedFiles, temporaryFolder } from '../support/job/job-files.ts';
import { runSmallJob, smallJob } from '../support/job/small-job.ts';

/** Twice the train tasks is the most that a method needs for one step of this small job. */
const BUDGET = 40;

const methods = Object.keys(optimizers);

interface Asked {
  readonly method: string;
  readonly topology: string;
  readonly folder: string;
  readonly staged?: boolean;
  /** Over the wider space, at a fixed temperature. */
  readonly wide?: boolean;
}

async function run({ method, topology, folder, staged, wide }: Asked): Promise<void> {
  const job = await smallJob({
    ...{ method, topology, out: folder, budget: BUDGET, optimize: ['prompts', 'topology'] },
    ...(staged === true ? { schedule: { id: 'staged', options: {} } } : {}),
    ...(wide === true ? { space: 'wide', pinned: { temperature: '0.7' } } : {}),
  });
  await runSmallJob(job);
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
    await run({ method, topology, folder });
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
    await run({ ...asked, folder });
    const again = join(temporaryFolder(), 'killed');
    killed(folder, again, randomStream('killed', method));
    await run({ ...asked, folder: again });
    expect(sealedFiles(again)).toEqual(sealedFiles(folder));
  });
});

test('a staged job says so in its result, and ends with the same bytes after it was killed', async () => {
  const folder = join(temporaryFolder(), 'whole');
  const asked = { method: 'random', topology: 'decentralized', staged: true };
  await run({ ...asked, folder });
  expect(sealedFile(folder, 'result')).toMatchObject({ method: 'random', schedule: 'staged' });
  expect(sealedFile(folder, 'result')['notConformantBecause']).toContain(
    'schedule staged, not plain',
  );
  const again = join(temporaryFolder(), 'killed');
  killed(folder, again, randomStream('killed', 'staged'));
  await run({ ...asked, folder: again });
  expect(sealedFiles(again)).toEqual(sealedFiles(folder));
});

test('a wide job tries other roles, edges and examples, and ends with the same bytes after it was killed', async () => {
  const folder = join(temporaryFolder(), 'whole');
  const asked = { method: 'random', topology: 'sequential', wide: true };
  await run({ ...asked, folder });
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
  await run({ ...asked, folder: again });
  expect(sealedFiles(again)).toEqual(sealedFiles(folder));
});
