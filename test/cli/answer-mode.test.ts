/** What is said to someone who asks for function calls, rightly or wrongly? */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { protocol } from '../support/cli.ts';
import { describeWithCorpus } from '../support/shared.ts';

const folder = mkdtempSync(join(tmpdir(), 'answer-mode-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const evaluation = ['eval', '--model', 'sim', '--topology'];

describe('usage: exit 2, nothing on stdout, and no data is needed to be told so', () => {
  test.each([
    [
      [...evaluation, 'single', '--tools', 'execute', '--tool-turns', '2'],
      ['error: --tools execute needs --answer-mode tools'],
    ],
    [
      [...evaluation, 'single', '--answer-mode', 'tools', '--tool-turns', '2'],
      ['error: --tool-turns needs --tools execute'],
    ],
    [
      [...evaluation, 'decentralized', '--tool-turns', '2'],
      ['error: --tool-turns needs --tools execute'],
    ],
    [
      [...evaluation, 'single', '--answer-mode', 'tool', '--tool-turns', '0'],
      [
        'error: --answer-mode must be one of text, tools, got "tool". Did you mean "tools"?',
        'error: --tool-turns must be at least 1, got "0"',
      ],
    ],
    ...['single', 'independent', 'centralized', 'sequential'].map((topology) => [
      [...evaluation, topology, '--answer-mode', 'tools', '--tools', 'execute'],
      [
        `error: --tools execute: in topology ${topology} no peer reads what another has tried`,
        '  debates can have it: --topology decentralized',
        '  or leave --tools out',
      ],
    ]),
  ])('%j', async (words, lines) => {
    const { exitCode, stdout, stderr } = await protocol(words, {
      cwd: folder,
      env: { APIBANK_ROOT: join(folder, 'none') },
    });
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr.split('\n').slice(0, lines.length)).toEqual(lines);
    expect(stderr).not.toMatch(/\n {4}at /);
  });
});

describeWithCorpus('answers by function call', 'apibank/data', (pack) => {
  const env = { APIBANK_ROOT: join(folder, 'data') };
  const run = (...words: readonly string[]) => protocol(words, { cwd: folder, env });
  beforeAll(async () => {
    const imported = await run('data', 'import', 'apibank', '--from', pack);
    expect(imported.exitCode).toBe(0);
  });

  test('have a folder, a title and rows of their own, and say how they came about', async () => {
    const words = [...evaluation, 'decentralized', '--limit', '6', '--answer-mode', 'tools'];
    const proposed = await run(...words);
    expect(proposed.exitCode).toBe(0);
    expect(proposed.stderr).toContain('apibank × decentralized × sim · tools\n');
    expect(proposed.stderr).toMatch(/\d+ calls proposed in 48 turns/);
    const line = JSON.parse(proposed.stdout) as {
      readonly answerMode: string;
      readonly folder: string;
      readonly tools: { readonly turns: number; readonly executed: number };
    };
    expect(line).toMatchObject({
      answerMode: 'tools',
      folder: 'runs/eval/apibank/decentralized/sim/tools',
      tools: { turns: 48, executed: 0 },
    });
    const rows = readFileSync(join(folder, line.folder, 'results.jsonl'), 'utf8')
      .trim()
      .split('\n');
    expect(rows).toHaveLength(6);
    for (const row of rows) expect(JSON.parse(row)).toMatchObject({ answer_mode: 'tools' });

    const tried = await run(...words, '--tools', 'execute', '--tool-turns', '2', '--quiet');
    expect(tried.exitCode).toBe(0);
    expect(JSON.parse(tried.stdout)).toMatchObject({
      folder: 'runs/eval/apibank/decentralized/sim/tools-execute',
    });
    const text = await run(...evaluation, 'decentralized', '--limit', '6', '--quiet');
    const written = JSON.parse(text.stdout) as object;
    expect(written).toMatchObject({
      answerMode: 'text',
      folder: 'runs/eval/apibank/decentralized/sim',
    });
    expect(written).not.toHaveProperty('tools');
    // An evaluation empties its own folder, and those of other modes lie below it.
    expect(readFileSync(join(folder, line.folder, 'results.jsonl'), 'utf8')).toContain('tools');
  });

  test('are refused for tasks whose answers are no calls', async () => {
    const words = ['--task', 'replies', '--answer-mode', 'tools'];
    const { exitCode, stdout, stderr } = await run(...evaluation, 'single', ...words);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain('offers no functions');
  });

  test('of a job are part of its folder, title and result, and are not conformant', async () => {
    const { exitCode, stdout, stderr } = await run(
      ...['run', '--method', 'identity', '--topology', 'single', '--model', 'sim'],
      ...['--answer-mode', 'tools', '--budget', '0'],
    );
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('× sim · tools · seed 0')]);
    expect(stderr).toContain('not conformant: answer mode tools, not text');
    const line = JSON.parse(stdout) as { readonly folder: string };
    expect(line).toMatchObject({
      answerMode: 'tools',
      conformant: false,
      folder: 'runs/identity/apibank/single/sim/tools/0',
    });
    const job = readFileSync(join(folder, line.folder, 'job.json'), 'utf8');
    expect(JSON.parse(job)).toMatchObject({ answerMode: 'tools' });
  });
});
