/** What does someone read who runs, watches, repeats and gathers a study? */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommandContext } from '../../../src/cli/command.ts';
import { commands } from '../../../src/cli/commands.ts';
import { exitCodeOf } from '../../../src/cli/exit-code.ts';
import { parseCommandLine } from '../../../src/cli/parse-command-line.ts';
import { processIdentity } from '../../../src/cli/process-identity.ts';
import { ProtocolError } from '../../../src/core/errors.ts';
import { repositoryRoot } from '../../support/shared.ts';

const folder = mkdtempSync(join(tmpdir(), 'sweep-cli-'));
const packageRoot = join(folder, 'installed');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const STUDY = `
matrix:
  methods: [identity, random]
  datasets: [apibank-synth]
  topologies: [single]
  models: [sim]
  seeds: [0, 1]
settings: { budget: 12, datasetSize: 60 }
`;

beforeAll(() => {
  cpSync(join(repositoryRoot, 'configs'), join(packageRoot, 'configs'), { recursive: true });
  const file = join(packageRoot, 'configs', 'protocol.yaml');
  const small = readFileSync(file, 'utf8')
    .replace('train: 150', 'train: 12')
    .replace('validation: 50', 'validation: 8');
  writeFileSync(file, small);
  writeFileSync(join(folder, 'study.yaml'), STUDY);
});

interface Told {
  readonly exitCode: number;
  readonly out: string;
  readonly error: string;
}

async function protocol(line: string, stop = new AbortController().signal): Promise<Told> {
  let out = '';
  let error = '';
  const context: CommandContext = {
    writeOut: (text) => {
      out += text;
    },
    writeError: (text) => {
      error += text;
    },
    terminal: { interactive: false, colour: false, columns: 80 },
    environment: {},
    workingDirectory: folder,
    packageRoot,
    process: processIdentity(),
    stop,
    abort: new AbortController().signal,
    now: Date.now,
    invocation: 'protocol',
    commandLine: `protocol ${line}`,
  };
  try {
    const asked = parseCommandLine(line.split(' '), commands, '0');
    if (asked.kind === 'text') throw new Error('a command was meant');
    return { exitCode: await asked.start(context), out, error };
  } catch (problem) {
    if (!(problem instanceof ProtocolError)) throw problem;
    const text = [problem.message, ...problem.hints].join('\n');
    return { exitCode: exitCodeOf(problem), out, error: `${error}${text}` };
  }
}

const linesOf = (text: string): { [name: string]: unknown }[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { [name: string]: unknown });

describe('a study', () => {
  test('is shown, refused off the grid, run, and told as one JSON line per job', async () => {
    const plan = await protocol('sweep study.yaml --dry-run');
    expect(plan.exitCode).toBe(0);
    expect(plan.out).toContain('4 jobs, 4 to be run, 2 seed baselines shared');
    expect(plan.out).toContain(
      'identity/apibank-synth/single/sim/dataset-size-60.budget-12/0  missing',
    );

    expect(plan.out).toMatch(/together +low +likely +high\nmodel calls/);
    expect(plan.out).toContain('run it with: protocol sweep study.yaml\n');

    const run = await protocol('sweep study.yaml --jobs 1');
    expect(run.exitCode).toBe(0);
    expect(run.error).toContain('4 jobs: 0 done already, 4 to be run');
    const records = linesOf(run.out);
    expect(records.map(({ status, alreadyDone }) => [status, alreadyDone])).toEqual(
      Array(4).fill(['done', false]),
    );
    expect(records[0]).toMatchObject({
      schema: 'sweep-job-1',
      method: 'identity',
      seed: 0,
      simulated: true,
      deltaPoints: 0,
      folder: 'runs/identity/apibank-synth/single/sim/dataset-size-60.budget-12/0',
    });

    const again = await protocol('sweep study.yaml');
    expect([again.exitCode, again.error]).toEqual([0, '4 jobs: 4 done already, 0 to be run\n']);
    expect(linesOf(again.out).map(({ alreadyDone }) => alreadyDone)).toEqual(Array(4).fill(true));
  });

  test('tells how far it is, also for scripts', async () => {
    const { out, exitCode } = await protocol('sweep status study.yaml');
    expect([exitCode, out.split('\n')[0]]).toEqual([0, 'study  4 done  of 4']);
    const [status] = linesOf((await protocol('sweep status study.yaml --json')).out);
    expect(status).toMatchObject({
      schema: 'sweep-status-1',
      runner: null,
      counts: { done: 4, failed: 0 },
      remainingMs: 0,
    });
    expect(status?.['jobs']).toHaveLength(4);
  });

  test('goes into one table', async () => {
    const { out, exitCode } = await protocol('aggregate runs --seeds 0,1');
    expect(exitCode).toBe(0);
    expect(out).toContain('SIMULATED MODEL');
    expect(out).toContain('identity · apibank-synth@0x60 single · sim');
    const [json] = linesOf((await protocol('aggregate runs --json')).out);
    const cells = json?.['cells'] as { incomplete: string[] }[];
    expect(cells.map(({ incomplete }) => incomplete)).toEqual(Array(2).fill(['seed 2 is missing']));
    const both = await protocol('aggregate runs --csv --latex');
    expect([both.exitCode, both.error]).toEqual([
      2,
      '--csv and --latex exclude each other: one table, one form',
    ]);
    expect((await protocol('aggregate installed')).exitCode).toBe(1);
  });

  test('retry has nothing to do for what is done, and wants to know which', async () => {
    expect(await protocol('sweep retry study.yaml --failed --quiet')).toMatchObject({
      exitCode: 0,
    });
    expect(await protocol('sweep retry study.yaml')).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining('which jobs? --failed, --stale or --cell JOB') as string,
    });
    expect(await protocol('sweep stop study.yaml')).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining('nobody runs the sweep study now') as string,
    });
  });
});

describe('what goes wrong', () => {
  test('a file with problems starts nothing: exit 2, each with its place', async () => {
    writeFileSync(
      join(folder, 'wrong.yaml'),
      'matrix:\n  methods: [identiy]\n  topologies: [single]\nsetings: {}\n',
    );
    const { exitCode, out, error } = await protocol('sweep wrong.yaml');
    expect([exitCode, out]).toEqual([2, '']);
    expect(error).toContain('wrong.yaml:2:13 matrix.methods[0] must be one of');
    expect(error).toContain('wrong.yaml:4:1 unknown key "setings". Did you mean "settings"?');
  });

  test('cells off the grid and options that do not exist are told once, with how many jobs have them', async () => {
    writeFileSync(
      join(folder, 'off.yaml'),
      `${STUDY}overrides:\n  - when: { method: random }\n    set: { options: { nosuch: 1 } }\n  - when: { method: identity }\n    set: { framework: crewai }\n`,
    );
    const { exitCode, error } = await protocol('sweep off.yaml');
    expect(exitCode).toBe(2);
    expect(error).toMatch(
      /unknown --option "nosuch" of method random.* \(2 of 4 jobs, first random/,
    );
    expect(error).toMatch(
      /not a cell of the experiment grid: framework crewai.*\(2 of 4 jobs, first identity/,
    );
    expect(error).toContain('--allow-any-cell runs it all the same');
  });

  test('a file that is not there: exit 3', async () => {
    expect(await protocol('sweep nowhere.yaml')).toMatchObject({
      exitCode: 3,
      error: expect.stringContaining('nowhere.yaml cannot be read') as string,
    });
  });

  test('a job that fails: the others are run, exit 3, and status says why', async () => {
    const text = STUDY.replace('seeds: [0, 1]', 'seeds: [2]').replace(
      'matrix',
      'name: fails\nmatrix',
    );
    writeFileSync(join(folder, 'fails.yaml'), text);
    const job = 'runs/random/apibank-synth/single/sim/dataset-size-60.budget-12/2';
    cpSync(join(packageRoot, 'configs', 'schemas'), join(folder, job), { recursive: true });
    const { exitCode, out, error } = await protocol('sweep fails.yaml --quiet');
    expect(exitCode).toBe(3);
    expect(
      linesOf(out)
        .map(({ status }) => status)
        .sort(),
    ).toEqual(['done', 'failed']);
    expect(error).toContain('1 job is not done:');
    const status = await protocol('sweep status fails.yaml');
    expect(status.out).toContain('1 done · 1 failed  of 2');
    expect(status.out).toContain('store-conflict: ');
  });

  test('stopped before it began: exit 130, with the command that goes on', async () => {
    writeFileSync(join(folder, 'later.yaml'), STUDY.replace('seeds: [0, 1]', 'seeds: [3]'));
    const stop = new AbortController();
    stop.abort();
    const { exitCode, error } = await protocol('sweep later.yaml --allow-any-cell', stop.signal);
    expect(exitCode).toBe(130);
    expect(error).toContain('Continue with:\nprotocol sweep later.yaml --allow-any-cell');
  });
});
