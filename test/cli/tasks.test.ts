/** What is asked of a benchmark: calls, replies or whole samples? Generated tasks, so no data is needed. */
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { protocol, type Spawned } from '../support/cli.ts';

const TEAM = ['--dataset', 'apibank-synth', '--topology', 'single', '--model', 'sim'];

describe('--task', () => {
  let cwd: string;
  beforeAll(() => {
    cwd = mkdtempSync(join(tmpdir(), 'protocol-tasks-'));
  });
  const evaluate = async (...words: string[]): Promise<Spawned> =>
    await protocol(['eval', ...TEAM, ...words], { cwd });
  const lines = (path: string): Record<string, unknown>[] =>
    readFileSync(join(cwd, path), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  test('calls is what is asked without it', async () => {
    const plain = await evaluate('--limit', '4');
    const named = await evaluate('--limit', '4', '--task', 'calls');
    expect([plain.exitCode, named.exitCode]).toEqual([0, 0]);
    expect(named.stdout).toBe(plain.stdout);
    expect(existsSync(join(cwd, 'runs/eval/apibank-synth/single/sim/results.jsonl'))).toBe(true);
  });

  test('replies: mean ROUGE-L with its interval, in a folder of its own', async () => {
    const { exitCode, stdout, stderr } = await evaluate('--task', 'replies', '--limit', '12');
    expect(exitCode).toBe(0);
    expect(stderr).toContain('mean ROUGE-L');
    const folder = 'runs/eval/apibank-synth-replies/single/sim';
    const line = JSON.parse(stdout) as {
      readonly all: { readonly mean: number; readonly interval: { low: number; high: number } };
    };
    expect(line).toMatchObject({
      task: 'replies',
      measure: 'ROUGE-L',
      folder,
      all: { planned: 12, scored: 12 },
    });
    const rows = lines(`${folder}/results.jsonl`);
    const scores = rows.map((row) => Number(row['score']));
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    expect(line.all.mean).toBeCloseTo(mean, 9);
    expect(line.all.interval.low).toBeLessThanOrEqual(mean);
    expect(line.all.interval.high).toBeGreaterThanOrEqual(mean);
    expect(scores.some((score) => score > 0 && score < 1)).toBe(true);
    expect(lines(`${folder}/predictions.jsonl`).map((row) => row['task_id'])).toEqual(
      rows.map((row) => row['task_id']),
    );
    const references = await evaluate('--task', 'replies', '--limit', '12', '--summary');
    expect(JSON.parse(references.stdout)).toMatchObject({ tasks: 12, correct: 12, wrong: [] });
  });

  test('samples: how many are solved and in how many turns, the same each time', async () => {
    const words = ['--task', 'samples', '--level', '3', '--limit', '5'];
    const { exitCode, stdout, stderr } = await evaluate(...words);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/samples solved {3}\d of 5: sample accuracy/u);
    expect(stderr).toContain('turns at most twice the calls and two more');
    const folder = 'runs/eval/apibank-synth-samples/single/sim';
    const rows = lines(`${folder}/results.jsonl`);
    const solved = rows.filter((row) => row['solved'] === true);
    expect(JSON.parse(stdout)).toMatchObject({
      task: 'samples',
      planned: 5,
      scored: 5,
      solved: solved.length,
      turnsToFinish: { n: solved.length },
      folder,
    });
    for (const row of rows) {
      const [turns, cap, steps] = ['turns', 'cap', 'steps'].map((name) => Number(row[name]));
      expect(cap).toBe(2 * Number(steps) + 2);
      expect(row['solved'] === true ? Number(turns) <= Number(cap) : turns === cap).toBe(true);
      expect(row['solved']).toBe(row['made'] === steps);
    }
    const turns = lines(`${folder}/predictions.jsonl`);
    expect(turns.length).toBe(rows.reduce((sum, row) => sum + Number(row['turns']), 0));
    expect(turns.filter((turn) => turn['correct'] === true).length).toBe(
      rows.reduce((sum, row) => sum + Number(row['made']), 0),
    );
    expect((await evaluate(...words, '--concurrency', '1')).stdout).toBe(stdout);
  });

  test('samples: --max-turns ends them earlier', async () => {
    const words = ['--task', 'samples', '--limit', '3', '--max-turns', '2', '--out-dir', 'short'];
    const { stderr } = await evaluate(...words);
    expect(stderr).toContain('samples solved   0 of 3');
    expect(stderr).toContain('turns at most 2');
    expect(lines('short/results.jsonl').map((row) => row['turns'])).toEqual([2, 2, 2]);
  });

  test.each([
    [['--task', 'foo'], '--task must be one of calls, replies, samples, got "foo"'],
    [['--task', 'samples', '--level', '1'], 'the pool of apibank-synth has no task of level 1'],
    [
      ['--task', 'samples', '--only', 'level-3::nowhere::0'],
      'apibank-synth has no sample "level-3::nowhere::0"',
    ],
    [['--task', 'samples', '--summary'], '--summary scores single reference answers'],
    [['--task', 'samples', '--answer-mode', 'tools'], '--answer-mode tools answers single calls'],
    [['--max-turns', '3'], '--max-turns is for whole samples'],
    [['--task', 'samples', '--max-turns', '0'], '--max-turns'],
    [
      ['--task', 'replies', '--parser-policy', 'strict'],
      'parserPolicy means nothing to task replies',
    ],
    [['--task', 'replies', '--only', 'nothing'], 'apibank-synth has no reply "nothing"'],
  ])('eval %j is refused', async (words, message) => {
    const { exitCode, stderr, stdout } = await evaluate(...words);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  test('run: replies stand beside the grid under a name of their own, samples are refused', async () => {
    const job = ['run', '--method', 'identity', ...TEAM];
    const samples = await protocol([...job, '--task', 'samples'], { cwd });
    expect(samples.exitCode).toBe(2);
    expect(samples.stderr).toContain('a job scores single answers, not whole samples');
    const replies = await protocol([...job, '--task', 'replies'], { cwd });
    expect(replies.exitCode).toBe(2);
    expect(replies.stderr).toContain('dataset apibank-synth-replies (the grid has');
    const words = [
      '--task',
      'replies',
      '--dataset-size',
      '900',
      '--allow-any-cell',
      '--out',
      'job',
    ];
    const found = await protocol([...job, ...words], { cwd });
    expect(found.exitCode).toBe(0);
    expect(found.stderr).toContain('mean ROUGE-L');
    const result = JSON.parse(readFileSync(join(cwd, 'job', 'result.json'), 'utf8')) as object;
    expect(result).toMatchObject({
      dataset: 'apibank-synth-replies@0x900',
      conformant: false,
      test: { accuracy: { seed: { measure: 'ROUGE-L' } } },
    });
    const calls = await evaluate('--config', join('job', 'frozen.json'));
    expect(calls.exitCode).toBe(2);
    expect(calls.stderr).toContain('is for dataset "apibank-synth-replies", not apibank-synth');
  });
});
