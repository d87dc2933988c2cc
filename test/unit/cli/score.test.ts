/** Which answers does `score --official` count, and what does it write? */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CommandContext } from '../../../src/cli/command.ts';
import { score } from '../../../src/cli/commands/score.ts';
import { apibank } from '../../../src/datasets/apibank/index.ts';
import {
  corpusPath,
  describeWithCorpus,
  readJsonLines,
  repositoryRoot,
} from '../../support/shared.ts';

interface OracleRow {
  readonly level: string;
  readonly file: string;
  readonly sample_id: number;
  readonly kind: string;
  readonly text: string;
  readonly category: string;
  readonly correct: boolean | null;
}

describeWithCorpus('score --official', 'apibank/official_l12.jsonl.gz', (oracle) => {
  const folder = mkdtempSync(join(tmpdir(), 'score-'));
  const environment = { APIBANK_ROOT: join(folder, 'data') };
  const { signal } = new AbortController();

  beforeAll(async () => {
    await apibank.data.import(corpusPath('apibank/data') as string, {
      benchmarksRoot: join(repositoryRoot, 'benchmarks'),
      environment,
      options: {},
      embedder: null,
      signal,
      onProgress: () => undefined,
    });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const run = async (
    predictions: readonly { readonly task_id: string; readonly text: string }[],
    ...flags: string[]
  ): Promise<unknown> => {
    writeFileSync(
      join(folder, 'answers.jsonl'),
      predictions.map((row) => `${JSON.stringify(row)}\n`).join(''),
    );
    let out = '';
    const context: CommandContext = {
      writeOut: (text) => {
        out += text;
      },
      writeError: () => undefined,
      terminal: { interactive: false, colour: false, columns: 80 },
      environment,
      workingDirectory: folder,
      packageRoot: repositoryRoot,
      process: { pid: 1, host: 'here', runtime: 'node', startedAt: 0, isAlive: () => true },
      stop: signal,
      abort: signal,
      now: () => 0,
      invocation: 'protocol',
      commandLine: 'protocol score',
    };
    const files = ['--predictions', 'answers.jsonl', '--out', 'scored.jsonl'];
    expect(await score.prepare([...files, ...flags])(context)).toBe(0);
    return JSON.parse(out);
  };

  it('gives accuracy and categories per level, and one row per answer in order', async () => {
    const golds = readJsonLines<OracleRow>(oracle).filter((row) => row.kind === 'gold');
    const predictions = golds.map((row) => ({
      task_id: `level-${row.level}::${row.file}::${row.sample_id}`,
      text: row.text,
    }));
    // Figures of the upstream run on its own reference calls.
    expect(await run(predictions, '--official')).toMatchObject({
      dataset: 'apibank',
      out: 'scored.jsonl',
      scorer: { id: 'upstream', version: 1 },
      denominator: 'calls',
      summary: {
        'level-1': {
          calls: 389,
          correct: 328,
          accuracy: 328 / 389,
          categories: expect.objectContaining({ CORRECT: 328, HAS_EXCEPTION: 27 }) as unknown,
        },
        'level-2': {
          calls: 119,
          correct: 64,
          accuracy: 64 / 119,
          categories: expect.objectContaining({ CORRECT: 64, EXTERNAL: 45 }) as unknown,
        },
      },
    });
    const rows = readJsonLines<{ readonly [name: string]: unknown }>(join(folder, 'scored.jsonl'));
    expect(Object.keys(rows[0] ?? {})).toEqual([
      'task_id',
      'correct',
      'category',
      'error',
      'parsed',
      'result',
      'column',
      'scored_by',
    ]);
    expect(rows.map(({ task_id, correct, category }) => ({ task_id, correct, category }))).toEqual(
      golds.map(({ correct, category }, index) => ({
        task_id: predictions[index]?.task_id,
        correct,
        category,
      })),
    );
  });

  it('names every answer to a task of level 3, and writes nothing', async () => {
    rmSync(join(folder, 'scored.jsonl'), { force: true });
    const text = '[ToolSearcher(keywords="weather")]';
    const third = ['level-3::level-3.json::0::0', 'level-3::level-3.json::7::2'];
    const predictions = third.map((task_id) => ({ task_id, text }));
    await expect(run(predictions, '--official')).rejects.toMatchObject({
      code: 'usage',
      problems: third.map(
        (id, index) =>
          `answers.jsonl:${index + 1}: ${id} is of level 3, which this evaluation does not cover`,
      ),
      hints: [expect.stringContaining('levels 1 and 2') as unknown],
    });
    expect(() => readFileSync(join(folder, 'scored.jsonl'))).toThrow('ENOENT');
    expect(await run(predictions)).toMatchObject({ summary: { all: { tasks: 2 } } });
  });

  it('refuses options that this evaluation does not read', async () => {
    const flags = ['--official', '--parser-policy', 'strict', '--toolsearcher-scorer', 'keyword'];
    await expect(run([], ...flags)).rejects.toMatchObject({
      code: 'usage',
      problems: [
        '--official has rules of its own: leave out --parser-policy',
        '--official has rules of its own: leave out --toolsearcher-scorer',
      ],
    });
  });
});
