/** What does someone read who typed something wrong? */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, describe, expect, test } from 'vitest';
import { binaryPath, cleanEnvironment, copiedInstallation, protocol } from '../support/cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'bad-input-'));
const job = ['run', '--method', 'identity', '--topology', 'single', '--model', 'sim'];

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('usage: exit 2, nothing on stdout, no stack, every problem at once', () => {
  test.each([
    [
      ['run', '--method', 'mapso', '--topology', 'decentralised'],
      [
        'error: unknown method "mapso". Did you mean "maspo"?',
        'error: unknown topology "decentralised". Did you mean "decentralized"?',
        'see: protocol list methods · protocol list topologies · protocol run --help',
      ],
    ],
    [
      [...job, '--sed', '0', '--budget', 'NaN', '--rounds', '1.5', '--out='],
      [
        'error: unknown flag "--sed". Did you mean "--seed"?',
        'error: --rounds must be an integer, got "1.5"',
        'error: --budget must be an integer, got "NaN"',
        'error: --out needs a value: DIR',
        'see: protocol list methods · protocol list topologies · protocol run --help',
      ],
    ],
    [
      [...job, '--seed', '0', '--seed', '1', '--team-size', '0x10', '--max-call-ratio', '-1'],
      [
        'error: --team-size must be an integer, got "0x10"',
        'error: --seed is given 2 times (0, 1); give it once',
        'error: --max-call-ratio must be at least 0.01, got "-1"',
        'see: protocol list methods · protocol list topologies · protocol run --help',
      ],
    ],
    [
      [...job, '--task-endpoints', 'localhost:8000,ftp://x,nowhere,http://a:8000/v1?api_key=sk-1'],
      [
        'error: --task-endpoints: "localhost:8000" must start with http:// or https://',
        'error: --task-endpoints: "ftp://x" must start with http:// or https://',
        'error: --task-endpoints: "nowhere" is not a URL such as http://localhost:8000/v1',
        'error: --task-endpoints: the URL of a:8000 must end with its path, without ? or #; give secrets as an API key instead',
      ],
    ],
    [
      ['plan'],
      [
        'error: --method is missing, or a FILE with many jobs',
        'error: --topology is missing, or a FILE with many jobs',
        'see: protocol list methods · protocol list topologies · protocol plan --help',
      ],
    ],
    [
      ['plan', 'study.yaml', '--method', 'maspo', '--reply-tokens', '50', '--seed', '1'],
      [
        'error: --method means nothing beside study.yaml: the file says it',
        'error: --seed means nothing beside study.yaml: the file says it',
        '  plan one job with flags alone, or change the file',
      ],
    ],
    [
      ['doctor', '--base-url', 'localhost:8000,nowhere'],
      [
        'error: --base-url: "localhost:8000" must start with http:// or https://',
        'error: --base-url: "nowhere" is not a URL such as http://localhost:8000/v1',
      ],
    ],
    [
      ['doctor', '--model', 'sim', '--base-url', 'http://localhost:8000/v1'],
      [
        'error: model sim has no server that --base-url could name',
        '  leave --base-url out, or name a model with a server: protocol list models',
      ],
    ],
    [['rnu'], ['error: unknown command "rnu". Did you mean "run"?', 'see: protocol --help']],
    [['data'], ['error: "data" needs one of: import, download, check', 'see: protocol --help']],
    [['data', 'check', 'apibnk'], ['error: unknown dataset "apibnk". Did you mean "apibank"?']],
    [
      ['data', 'import', 'apibank'],
      [
        'error: --from is missing: DIR',
        'see: protocol list datasets · protocol data import --help',
      ],
    ],
    [
      ['show', 'no/such/folder'],
      [
        'error: no/such/folder is no job folder: it has no job.json',
        'error: no/such/folder is no folder of an evaluation: it has no report.json',
        '  a job folder is made by: protocol run --method … --topology …',
        '  the folder of an evaluation by: protocol eval --topology …',
      ],
    ],
    [
      ['compare', 'a'],
      ['error: B is missing: the same; the change is B minus A', 'see: protocol compare --help'],
    ],
    [
      ['compare', 'a', 'b'],
      [
        'error: a: there is no such file or folder',
        'error: b: there is no such file or folder',
        '  give a job folder, the folder of an evaluation, or a file that protocol score wrote',
      ],
    ],
    [
      [],
      [
        'error: a command is missing: demo, run, plan, eval, score, show, compare, report, reproduce, aggregate, export, sweep, worker, doctor, mock-server, cache, data, list, explain, config, completion',
        'see: protocol --help',
      ],
    ],
  ])('%j', async (words, lines) => {
    const { exitCode, stdout, stderr } = await protocol(words, { cwd: folder });
    expect({ exitCode, stdout, lines: stderr.split('\n') }).toEqual({
      exitCode: 2,
      stdout: '',
      lines,
    });
  });

  test('a model that nobody knows', async () => {
    const words = ['run', '--method', 'identity', '--topology', 'single', '--model', 'qwne'];
    const { exitCode, stderr } = await protocol(words, {
      cwd: folder,
      env: { APIBANK_ROOT: join(folder, 'none') },
    });
    expect([exitCode, stderr]).not.toEqual([0, '']);
    expect(stderr).not.toMatch(/\n {4}at /);
  });
});

describe('missing data: exit 3, both ways to get it', () => {
  const env = { APIBANK_ROOT: join(folder, 'nothing here') };
  test.each([
    [job],
    [['data', 'check', 'apibank']],
    [['eval', '--topology', 'single', '--model', 'sim']],
  ])('%j', async (words) => {
    const { exitCode, stdout, stderr } = await protocol(words, { cwd: folder, env });
    expect([exitCode, stdout]).toEqual([3, '']);
    expect(stderr).toContain('  protocol data download apibank');
    expect(stderr).toContain('  protocol data import apibank --from DIR');
    expect(stderr).not.toMatch(/\n {4}at /);
  });

  test('a file of answers that is not there', async () => {
    const words = ['score', '--predictions', 'none.jsonl', '--out', 'scored.jsonl'];
    const { exitCode, stderr } = await protocol(words, { cwd: folder, env });
    expect(exitCode).toBe(3);
    expect(stderr).toContain('error: none.jsonl cannot be read: there is no such file or folder');
  });

  test('an import from where nothing is', async () => {
    const words = ['data', 'import', 'apibank', '--from', join(folder, 'nowhere')];
    const { exitCode, stdout, stderr } = await protocol(words, { cwd: folder, env });
    expect(stdout).toBe('');
    expect([2, 3]).toContain(exitCode);
    expect(stderr).toContain('nowhere');
    expect(stderr).not.toMatch(/\n {4}at /);
  });
});

test('a broken configuration: file:line:column with a caret, every problem, exit 2', async () => {
  const root = copiedInstallation();
  try {
    const path = join(root, 'configs', 'protocol.yaml');
    const text = readFileSync(path, 'utf8')
      .replace('budget: 600', 'bugdet: 600')
      .replace('concurrency: 8', 'concurrency: eight');
    writeFileSync(path, text);
    const lineOf = (start: string): number =>
      text.split('\n').findIndex((line) => line.startsWith(start)) + 1;
    const { exitCode, stdout, stderr } = await protocol(job, { cwd: folder, root });
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(
      `configs/protocol.yaml:${lineOf('bugdet')}:1 unknown key "bugdet". Did you mean "budget"?\n`,
    );
    expect(stderr).toContain(
      `configs/protocol.yaml:${lineOf('concurrency')}:14 concurrency must be an integer, got "eight"\n`,
    );
    expect(stderr).toMatch(/\n +\d+ \| concurrency: eight.*\n +\| {14}\^{5}\n/);
    expect(stderr).toContain('3 problems, nothing was started');
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test('a reader that closes the pipe early is no error', async () => {
  const { exitCode, stderr } = await execa(
    'bash',
    ['-o', 'pipefail', '-c', '"$0" "$1" run --help | true', process.execPath, binaryPath()],
    { env: cleanEnvironment(), extendEnv: false, reject: false },
  );
  expect([exitCode, stderr]).toEqual([0, '']);
});

describe.runIf(existsSync('/dev/full'))('a stdout that takes nothing', () => {
  test('is told on stderr, with exit 3 and no stack', async () => {
    const typed = [process.execPath, binaryPath(), 'list', 'methods'];
    const { exitCode, stderr } = await execa('/bin/sh', ['-c', '"$0" "$@" > /dev/full', ...typed], {
      env: cleanEnvironment(),
      extendEnv: false,
      reject: false,
    });
    expect(exitCode).toBe(3);
    expect(stderr).toContain('error: cannot write to stdout: the disk is full');
    expect(stderr).not.toContain('    at ');
  });
});
