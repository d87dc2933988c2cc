/** What does a whole job look like from the shell? */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../../src/core/json.ts';
import { readSealed, writeSealed } from '../../src/store/files.ts';
import { binaryPath, cleanEnvironment, protocol, type Spawned } from '../support/cli.ts';
import { describeWithCorpus } from '../support/shared.ts';

interface ResultLine {
  readonly status: string;
  readonly job: string;
  readonly seed: number;
  readonly budget: number;
  readonly folder: string;
  readonly simulated: boolean;
}

describeWithCorpus('jobs from the shell', 'apibank/data', (pack) => {
  const cwd = mkdtempSync(join(tmpdir(), 'jobs-'));
  const env = { APIBANK_ROOT: join(cwd, 'data') };
  const spawned = async (words: readonly string[]): Promise<Spawned> =>
    await protocol(words, { cwd, env });
  const lineOf = ({ stdout }: Spawned): ResultLine => {
    expect(stdout.split('\n')).toHaveLength(1);
    return JSON.parse(stdout) as ResultLine;
  };
  const single = ['--topology', 'single', '--model', 'sim'];

  beforeAll(async () => {
    const imported = await spawned(['data', 'import', 'apibank', '--from', pack]);
    expect([imported.exitCode, imported.stdout]).toEqual([0, expect.stringContaining('API-Bank')]);
  });

  afterAll(() => {
    rmSync(cwd, { recursive: true, force: true });
  });

  test('one JSON line on stdout, progress on stderr without colour; again it is read, not run', async () => {
    const words = ['run', '--method', 'identity', ...single];
    const first = await spawned(words);
    expect(first.exitCode).toBe(0);
    expect(lineOf(first)).toMatchObject({
      status: 'completed',
      simulated: true,
      folder: 'runs/identity/apibank/single/sim/0',
    });
    expect(first.stderr).toContain('SIMULATED MODEL');
    expect(first.stderr).toMatch(/^test {7}100\/100 /m);
    expect(first.stderr).not.toContain('\u001b');
    const again = await spawned(words);
    expect(again.stdout).toBe(first.stdout);
    expect(again.stderr).toContain('this job is done');
    expect(again.stderr).not.toContain('100/100');
    const shown = await spawned(['show', lineOf(first).folder, '--json']);
    const saved = JSON.parse(
      readFileSync(join(cwd, lineOf(first).folder, 'result.json'), 'utf8'),
    ) as object;
    const { report, ...result } = JSON.parse(shown.stdout) as { readonly report: object };
    expect(saved).toMatchObject(result);
    expect(report).toMatchObject({ schema: 'report-1', simulated: true });
  });

  test('--data imports what is not here yet, once', async () => {
    const fresh = { APIBANK_ROOT: join(cwd, 'elsewhere') };
    const words = ['run', '--method', 'identity', ...single, '--data', pack, '--out', 'd'];
    const first = await protocol(words, { cwd, env: fresh });
    expect(first.exitCode).toBe(0);
    expect(first.stderr).toContain('importing apibank from');
    const missing = [...words.slice(0, -4), '--data', join(cwd, 'nowhere'), '--out', 'd2'];
    const second = await protocol(missing, { cwd, env: fresh });
    expect([second.exitCode, second.stderr]).toEqual([0, expect.not.stringContaining('importing')]);
    const neither = await protocol(missing, { cwd, env: { APIBANK_ROOT: join(cwd, 'third') } });
    expect(neither.exitCode).toBe(3);
    expect(neither.stderr).toContain('nowhere');
  });

  test('seed 0 is a seed, and a budget of 0 is a budget', async () => {
    const words = ['run', '--method', 'random', ...single, '--budget', '0', '--quiet'];
    const none = lineOf(await spawned([...words, '--out', 'a']));
    const zero = lineOf(await spawned([...words, '--out', 'b', '--seed', '0']));
    const nine = lineOf(await spawned([...words, '--out', 'c', '--seed', '9']));
    expect([none.budget, none.seed, zero.seed, nine.seed]).toEqual([0, 0, 0, 9]);
    expect(zero.job).toBe(none.job);
    expect(nine.job).not.toBe(zero.job);
  });

  test('--quiet says nothing, --json says events', async () => {
    const words = ['run', '--method', 'identity', ...single, '--seed', '1'];
    const events = await spawned([...words, '--json', '--out', 'e']);
    const kinds = events.stderr
      .split('\n')
      .map((line) => (JSON.parse(line) as { kind: string }).kind);
    expect(kinds[0]).toBe('job-started');
    expect(kinds).toContain('phase-progressed');
    expect((await spawned([...words, '--quiet', '--out', 'f'])).stderr).toBe('');
  });

  test('the folder of another job is not touched', async () => {
    const words = ['run', '--method', 'identity', ...single, '--quiet', '--out', 'owned'];
    expect((await spawned(words)).exitCode).toBe(0);
    const other = await spawned([...words, '--seed', '5']);
    expect([other.exitCode, other.stdout]).toEqual([2, '']);
    expect(other.stderr).toContain('owned holds another job');
    expect(other.stderr).toContain('seed 0 (you asked for 5)');
  });

  test('Ctrl-C: exit 130, and the command that it names goes on to the same result', async () => {
    const words = [
      'run',
      '--method',
      'random',
      '--topology',
      'sequential',
      '--model',
      'sim',
      '--budget',
      '300',
    ];
    const whole = lineOf(await spawned([...words, '--quiet', '--out', 'whole']));
    const run = execa(process.execPath, [binaryPath(), ...words, '--out', 'stopped'], {
      cwd,
      env: cleanEnvironment(env),
      extendEnv: false,
      reject: false,
    });
    run.stderr.on('data', (chunk: Buffer) => {
      if (/^optimize {3}/m.test(chunk.toString())) run.kill('SIGINT');
    });
    const stopped = await run;
    expect([stopped.exitCode, stopped.stdout]).toEqual([130, '']);
    const command = `protocol ${words.join(' ')} --out stopped`;
    expect(stopped.stderr).toContain(`Nothing is lost. Continue with:\n  ${command}`);
    const resumed = await spawned([...command.split(' ').slice(1)]);
    expect(resumed.exitCode).toBe(0);
    expect({ ...lineOf(resumed), folder: '' }).toEqual({ ...whole, folder: '' });
  });

  test('eval: two tasks unless more are asked for, one JSON line, files in the folder', async () => {
    const two = await spawned(['eval', ...single]);
    expect([two.exitCode, JSON.parse(two.stdout)]).toEqual([
      0,
      expect.objectContaining({
        all: expect.objectContaining({ planned: 2, scored: 2 }) as object,
      }),
    ]);
    const level = await spawned([
      'eval',
      ...single,
      '--level',
      'l3',
      '--limit',
      '5',
      '--batch',
      '8',
      '--out-dir',
      'ev',
    ]);
    expect(JSON.parse(level.stdout)).toMatchObject({ strata: { 'level-3': { planned: 5 } } });
    expect(
      readFileSync(join(cwd, 'ev', 'results.jsonl'), 'utf8')
        .trim()
        .split('\n'),
    ).toHaveLength(5);
  });

  test('eval leaves the folder of a job alone', async () => {
    const job = ['run', '--method', 'identity', ...single, '--quiet', '--out', 'kept'];
    expect((await spawned(job)).exitCode).toBe(0);
    const transcripts = readdirSync(join(cwd, 'kept', 'traces'));
    const refused = await spawned(['eval', ...single, '--out-dir', 'kept']);
    expect([refused.exitCode, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain('kept is the folder of a job');
    expect(readdirSync(join(cwd, 'kept', 'traces'))).toEqual(transcripts);
  });

  test('eval --config runs a frozen configuration, and names every reason why it cannot', async () => {
    const job = ['run', '--method', 'identity', ...single, '--quiet', '--out', 'found'];
    expect((await spawned(job)).exitCode).toBe(0);
    const evaluated = async (name: string, ...flags: string[]) =>
      await spawned(['eval', ...single, '--config', name, '--out-dir', 'ev2', ...flags]);
    expect((await evaluated('found/frozen.json')).exitCode).toBe(0);
    const frozen = readSealed(join(cwd, 'found', 'frozen.json')) as Readonly<Record<string, Json>>;
    writeSealed(join(cwd, 'other.json'), {
      ...frozen,
      topology: 'centralized',
      dataset: { id: 'hotpotqa' },
    });
    const other = await evaluated('other.json');
    expect([other.exitCode, other.stderr]).toEqual([
      2,
      'error: other.json is for dataset "hotpotqa", not apibank\nerror: other.json is for topology "centralized", not single',
    ]);
    writeSealed(join(cwd, 'roles.json'), { ...frozen, graph: { agents: [] } });
    expect((await evaluated('roles.json')).stderr).toContain(
      'roles.json was found with other roles than configs/prompts/single/apibank has now',
    );
    expect((await evaluated('found')).stderr).toContain('it is a folder');
  });

  test('eval --summary asks no model: every reference answer scores', async () => {
    const { exitCode, stdout, stderr } = await spawned([
      'eval',
      '--topology',
      'single',
      '--summary',
      '--limit',
      '100',
    ]);
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      0,
      { dataset: 'apibank', tasks: 100, correct: 100, wrong: [] },
    ]);
    expect(stderr).toContain('API-Bank');
  });

  test('score: what eval predicted scores as eval scored it', async () => {
    const ran = await spawned(['eval', ...single, '--limit', '20', '--out-dir', 'scoring']);
    const { all } = JSON.parse(ran.stdout) as { all: { correct: number } };
    const predictions = 'scoring/predictions.jsonl';
    const scored = await spawned(['score', '--predictions', predictions, '--out', 'scored.jsonl']);
    expect(JSON.parse(scored.stdout)).toMatchObject({
      summary: { all: { tasks: 20, correct: all.correct } },
    });
    expect(readFileSync(join(cwd, 'scored.jsonl'), 'utf8').trim().split('\n')).toHaveLength(20);
    const onto = await spawned(['score', '--predictions', predictions, '--out', predictions]);
    expect([onto.exitCode, onto.stderr]).toEqual([
      2,
      `error: --out ${predictions} is the file of answers itself; name another file`,
    ]);
    expect(readFileSync(join(cwd, predictions), 'utf8')).toContain('"text"');
    const deep = await spawned(['score', '--predictions', predictions, '--out', 'new/deep.jsonl']);
    expect(deep.exitCode).toBe(0);
    writeFileSync(join(cwd, 'broken.jsonl'), '{"task_id": 3}\nnot json\n');
    const broken = await spawned(['score', '--predictions', 'broken.jsonl', '--out', 'x.jsonl']);
    expect(broken.exitCode).toBe(2);
    expect(broken.stderr).toContain('broken.jsonl:1');
    expect(broken.stderr).toContain('broken.jsonl:2');
  });
});
