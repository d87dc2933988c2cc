/** What do evaluations, files of answers and jobs say of themselves, and when may two of them be compared? */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERROR_CLASSES } from '../../src/core/error-class.ts';
import type { LevelReport } from '../../src/report/level-report.ts';
import { protocol, type Spawned } from '../support/cli.ts';
import { describeWithCorpus, readJsonLines } from '../support/shared.ts';

interface Row {
  readonly task_id: string;
  readonly correct: boolean | null;
  readonly error_class: string | null;
  readonly scores: { readonly [scorer: string]: boolean | null };
  readonly column?: string;
}

describeWithCorpus('reports from the shell', 'apibank/data', (pack) => {
  const cwd = mkdtempSync(join(tmpdir(), 'reports-'));
  const env = { APIBANK_ROOT: join(cwd, 'data') };
  const spawned = async (...words: string[]): Promise<Spawned> =>
    await protocol(words, { cwd, env });
  const text = (name: string): string => readFileSync(join(cwd, name), 'utf8');
  const single = ['--topology', 'single', '--model', 'sim'];
  const score = async (out: string, ...more: string[]): Promise<Spawned> =>
    await spawned('score', '--predictions', 'ev/predictions.jsonl', '--out', out, ...more);

  beforeAll(async () => {
    expect((await spawned('data', 'import', 'apibank', '--from', pack)).exitCode).toBe(0);
    const evaluated = await spawned('eval', ...single, '--limit', '60', '--out-dir', 'ev');
    expect(evaluated.exitCode).toBe(0);
    expect((await score('last.jsonl', '--report', 'last.json')).exitCode).toBe(0);
  });
  afterAll(() => rmSync(cwd, { recursive: true, force: true }));

  test('eval: the rows, the report, the summary on stdout and the table on stderr agree', async () => {
    const again = await spawned('eval', ...single, '--limit', '60', '--out-dir', 'again');
    const rows = readJsonLines<Row>(join(cwd, 'again', 'results.jsonl'));
    const right = rows.filter(({ correct }) => correct === true).length;
    const report = JSON.parse(text('again/report.json')) as LevelReport;
    expect(report.arms[0]?.micro).toMatchObject({ planned: 60, scored: 60, correct: right });
    expect(report.arms[0]?.rows).toHaveLength(60);
    const errors = Object.entries(report.arms[0]?.micro.errors ?? {});
    expect(errors.reduce((sum, [, count]) => sum + count, 0)).toBe(60 - right);
    for (const [name, count] of errors) {
      expect(ERROR_CLASSES).toContain(name);
      expect(rows.filter((row) => row.error_class === name)).toHaveLength(count);
    }
    const line = JSON.parse(again.stdout) as { readonly report: LevelReport };
    expect(line).toMatchObject({ all: { correct: right }, report: { schema: 'report-1' } });
    expect(line.report.arms[0]).not.toHaveProperty('rows');
    expect(again.stderr).toMatch(new RegExp(`^micro +\\S+ % .* ${right} +60/60$`, 'm'));
    expect(again.stderr).toContain('SIMULATED MODEL');
    expect(text('again/report.md')).toContain('(simulated)');
    for (const name of ['results.jsonl', 'report.json', 'report.md']) {
      expect(text(`again/${name}`)).toBe(text(`ev/${name}`));
    }
  });

  test('score: the same answers have the same figures; rows say by which scorer', () => {
    const [scored, evaluated] = ['last.json', 'ev/report.json'].map(
      (name) => JSON.parse(text(name)) as LevelReport,
    );
    expect(scored?.arms[0]?.micro).toEqual(evaluated?.arms[0]?.micro);
    expect(scored?.arms[0]?.scorers).toEqual(evaluated?.arms[0]?.scorers);
    const [row] = readJsonLines<Row>(join(cwd, 'last.jsonl'));
    expect(row).toMatchObject({
      column: 'L1 Call',
      scored_by: { scorer: { id: 'execution', version: 1 }, dataset: { id: 'apibank' } },
    });
  });

  test('score --report: Markdown for .md, and never onto the answers or the rows', async () => {
    expect((await score('b.jsonl', '--report', 'r/report.md')).exitCode).toBe(0);
    expect(text('r/report.md')).toMatch(/^# apibank · ev\/predictions\.jsonl\n/);
    const answers = text('ev/predictions.jsonl');
    const refused = await score('c.jsonl', '--report', 'ev/predictions.jsonl');
    expect([refused.exitCode, refused.stderr]).toEqual([
      2,
      'error: --report ev/predictions.jsonl is the file of answers itself; name another file',
    ]);
    expect((await score('c.jsonl', '--report', 'c.jsonl')).exitCode).toBe(2);
    expect(text('ev/predictions.jsonl')).toBe(answers);
  });

  test('show: an evaluation with the figures of others apart', async () => {
    const shown = await spawned('show', 'ev');
    expect(shown.exitCode).toBe(0);
    expect(shown.stdout).toContain('SIMULATED MODEL');
    expect(shown.stdout).toMatch(/^published: .* \(other scorer, not comparable\)$/m);
    expect(shown.stdout).not.toContain('\u001b');
    const json = JSON.parse((await spawned('show', 'ev', '--json')).stdout) as LevelReport;
    expect(json).toMatchObject({ schema: 'report-1', scorer: { id: 'execution', version: 1 } });
  });

  test('a job: report beside the result, made again by show, the same bytes', async () => {
    const job = ['run', '--method', 'identity', ...single, '--out', 'job'];
    const ran = await spawned(...job);
    expect(ran.stderr).toContain('job/report.md');
    const before = text('job/report.json');
    const names = ['report.json', 'report.md'].map((name) => join(cwd, 'job', name));
    for (const name of names) rmSync(name);
    const shown = await spawned('show', 'job');
    expect([shown.exitCode, shown.stderr]).toEqual([0, '']);
    expect(shown.stdout).toMatch(/^L3 Call /m);
    expect(text('job/report.json')).toBe(before);
    for (const name of names) rmSync(name);
    const elsewhere = await protocol(['show', 'job'], { cwd, env: { APIBANK_ROOT: cwd } });
    expect([elsewhere.exitCode, elsewhere.stderr]).toEqual([
      0,
      expect.stringContaining('report.json is not there and cannot be made'),
    ]);
    expect(elsewhere.stdout).toContain('exact McNemar p');
    expect((await spawned(...job, '--quiet')).exitCode).toBe(0);
    expect(text('job/report.json')).toBe(before);
  });

  test('compare: a job, an evaluation and a scored file on the tasks they share', async () => {
    await spawned('run', '--method', 'identity', ...single, '--out', 'job', '--quiet');
    const seeds = await spawned('compare', 'job', 'ev', '--json');
    expect(JSON.parse(seeds.stdout)).toMatchObject({
      schema: 'comparison-1',
      from: { name: 'job', simulated: true },
      across: [],
      change: { onlyFrom: 40, onlyTo: 0, overall: { planned: 60, scored: 60 } },
    });
    const same = await spawned('compare', 'ev', 'last.jsonl');
    expect(same.stdout).toMatch(/^all +\+0\.0 +no flips +0 +0 +60\/60 +1\.00$/m);
    expect(same.stdout).toContain('not distinguishable from no change');
    const report = await spawned('compare', 'last.json', 'ev');
    expect(report.exitCode).toBe(0);
  });

  test('compare: weighs score against cost where both sides kept what they cost', async () => {
    await spawned('run', '--method', 'identity', ...single, '--out', 'job', '--quiet');
    const both = await spawned('compare', 'job', 'ev');
    expect(both.stdout).toMatch(/^A +1 +[\d,]+ +[\d,]+ +[\d,]+ +100$/m);
    expect(both.stdout).toMatch(/^B scores .* and costs .* \(tokens per task\)/m);
    const scored = await spawned('compare', 'ev', 'last.jsonl');
    expect(scored.stdout).not.toContain('cost per task');
  });

  test('report: one page of a finished job, and of nothing else', async () => {
    await spawned('run', '--method', 'identity', ...single, '--out', 'job', '--quiet');
    const made = await spawned('report', 'job', '--out', 'page.html');
    expect([made.exitCode, made.stdout]).toEqual([0, join(cwd, 'page.html')]);
    const page = text('page.html');
    expect(page.startsWith('<!doctype html>')).toBe(true);
    expect(page.match(/<tr data-kinds=/g)).toHaveLength(100);
    expect(page.length).toBeLessThan(2_000_000);
    const other = await spawned('report', 'ev');
    expect([other.exitCode, other.stdout]).toEqual([2, '']);
    expect(other.stderr).toContain('ev is no job folder: it has no job.json');
  });

  test('compare: scores of another scorer are refused, or labelled when asked for', async () => {
    expect((await score('strict.jsonl', '--parser-policy', 'strict')).exitCode).toBe(0);
    const refused = await spawned('compare', 'last.jsonl', 'strict.jsonl');
    expect([refused.exitCode, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr.split('\n')).toEqual([
      'error: not scored alike: scorer: execution 1 in last.jsonl, execution-strict 1 in strict.jsonl',
      'error: not scored alike: parserPolicy: last in last.jsonl, strict in strict.jsonl',
      '  score both alike, or compare them all the same with --across-scorers',
    ]);
    const asked = await spawned('compare', 'last.jsonl', 'strict.jsonl', '--across-scorers');
    expect([asked.exitCode, asked.stdout]).toEqual([
      0,
      expect.stringContaining('NOT SCORED ALIKE: scorer: execution 1 in last.jsonl'),
    ]);
  });
});
