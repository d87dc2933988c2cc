import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiBankDataset, openApiBank } from '../../../../../src/datasets/apibank/dataset.ts';
import { apibank } from '../../../../../src/datasets/apibank/index.ts';
import { describeWithCorpus, repositoryRoot } from '../../../../support/shared.ts';

const options = { file: 'p.jsonl', signal: new AbortController().signal };

describeWithCorpus('a file of answers', 'apibank/data', (pack) => {
  let folder = '';
  let dataset: ApiBankDataset;
  /** The reference answers of the tasks, one line each. */
  const golds = async (ids: readonly string[]): Promise<string> => {
    const tasks = await dataset.load(ids, options.signal);
    return tasks
      .map((task) => JSON.stringify({ task_id: task.id, text: dataset.referenceAnswer(task) }))
      .join('\n');
  };
  const evaluation = (): string[] => dataset.evaluation.map((task) => task.id);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'apibank-file-'));
    const settings = {
      benchmarksRoot: join(repositoryRoot, 'benchmarks'),
      environment: { APIBANK_ROOT: join(folder, 'data') },
      options: { parserPolicy: 'strict' },
      embedder: null,
    };
    const { signal } = options;
    await apibank.data.import(pack, { ...settings, signal, onProgress: () => undefined });
    dataset = await openApiBank(settings);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is scored with the label that its figures must be read with', async () => {
    const source = await golds(evaluation());
    const { rows, summary, label } = await dataset.scorePredictions(source, {
      ...options,
      expect: 'evaluation',
    });
    expect(summary['all']).toMatchObject({ answers: 100, correct: 100 });
    expect(label).toEqual({
      scorer: { id: 'execution-strict', version: 1 },
      denominator: 'answers',
      identity: dataset.identity,
      pool: { scored: 100, tasks: 445 },
    });
    expect(label.identity['dataHash']).toMatch(/^[0-9a-f]{64}$/u);
    for (const row of rows)
      expect(row.scores).toMatchObject({ execution: true, 'slots-strict': true });
  });

  it('is refused as a whole when a task is missing, unknown, or answered twice', async () => {
    const source = await golds(evaluation().slice(0, 3));
    const [line = ''] = source.split('\n');
    const scored = dataset.scorePredictions(`${source}\n${line}\n{"task_id":"level-1::no"}`, {
      ...options,
      expect: 'pool',
    });
    await expect(scored).rejects.toMatchObject({
      code: 'usage',
      problems: [
        expect.stringMatching(
          /^p\.jsonl:4: a second answer to level-1::.*, the first is on line 1$/u,
        ),
        'p.jsonl:5: unknown task "level-1::no"',
        expect.stringMatching(
          /^p\.jsonl: 442 of the 445 pool tasks have no answer: level-1::\S+, level-1::\S+, level-1::\S+ and 439 more$/u,
        ),
      ],
    });
  });

  it('goes through the official evaluation with what that reads, on the levels that it knows', async () => {
    const ids = evaluation().filter((id) => !id.startsWith('level-3'));
    const expecting = { ...options, expect: 'evaluation' } as const;
    const { label, summary } = await dataset.scoreOfficial(await golds(ids), expecting);
    expect(label).toEqual({
      scorer: { id: 'upstream', version: 1 },
      denominator: 'calls',
      identity: { dataHash: dataset.identity['dataHash'] },
      pool: { scored: 66, tasks: 445 },
    });
    expect(summary['level-1']?.calls).toBe(389);
    await expect(dataset.scoreOfficial(await golds(ids.slice(1)), expecting)).rejects.toThrow(
      `p.jsonl: 1 of the 66 evaluation (levels 1, 2) tasks have no answer: ${ids[0] ?? ''}`,
    );
  });
});
