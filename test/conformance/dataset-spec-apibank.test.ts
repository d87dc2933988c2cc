import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { DatasetSettings } from '../../src/core/dataset.ts';
import { installedSource, openApiBank } from '../../src/datasets/apibank/dataset.ts';
import { apibank } from '../../src/datasets/apibank/index.ts';
import { openReplies } from '../../src/datasets/apibank/replies/dataset.ts';
import { historyLine } from '../../src/datasets/apibank/tasks/brief.ts';
import { goldAnswer } from '../../src/datasets/apibank/tasks/task.ts';
import { describeWithCorpus, repositoryRoot } from '../support/shared.ts';
import { type DatasetFixture, describeDataset } from './dataset-spec.ts';

const { signal } = new AbortController();

async function importedInto(folder: string, pack: string): Promise<DatasetSettings> {
  const settings: DatasetSettings = {
    benchmarksRoot: join(repositoryRoot, 'benchmarks'),
    environment: { APIBANK_ROOT: join(folder, 'data') },
    options: {},
    embedder: null,
  };
  await apibank.data.import(pack, { ...settings, signal, onProgress: () => undefined });
  return settings;
}

describeWithCorpus('conformance', 'apibank/data', (pack) => {
  describeDataset('apibank', async (): Promise<DatasetFixture> => {
    const folder = await mkdtemp(join(tmpdir(), 'apibank-spec-'));
    const settings = await importedInto(folder, pack);
    const dataset = await openApiBank(settings);
    const answerOf = async (id: string): Promise<string> => {
      const [task] = await dataset.load([id], signal);
      return task === undefined ? '' : goldAnswer(task);
    };
    return {
      plugin: apibank,
      settings,
      settingsWithoutData: { ...settings, environment: { APIBANK_ROOT: join(folder, 'nothing') } },
      goldAnswer: answerOf,
      referenceTexts: async (id) => [await answerOf(id)],
      dispose: async () => {
        await rm(folder, { recursive: true });
      },
    };
  });

  describeDataset('apibank, replies', async (): Promise<DatasetFixture> => {
    const folder = await mkdtemp(join(tmpdir(), 'apibank-spec-'));
    const settings = { ...(await importedInto(folder, pack)), options: { task: 'replies' } };
    const dataset = await openReplies(await installedSource(settings), signal);
    const replyOf = async (id: string): Promise<string> =>
      (await dataset.load([id], signal))[0]?.reference ?? '';
    // Words that were said before, or that the last result spells out, stand in the brief by right.
    const isNew = async (id: string, text: string): Promise<boolean> => {
      const [task] = await dataset.load([id], signal);
      return !(task?.history ?? []).some((turn) => historyLine(turn).includes(text));
    };
    return {
      plugin: apibank,
      settings,
      settingsWithoutData: { ...settings, environment: { APIBANK_ROOT: join(folder, 'nothing') } },
      goldAnswer: replyOf,
      referenceTexts: async (id) => {
        const text = await replyOf(id);
        return (await isNew(id, text)) ? [text] : [];
      },
      dispose: async () => {
        await rm(folder, { recursive: true });
      },
    };
  });

  it('is described, scored and checked as the imported data says', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'apibank-spec-'));
    try {
      const settings = await importedInto(folder, pack);
      const options = { ...settings, signal, onProgress: (): undefined => undefined };
      const imported = await apibank.data.import(pack, options);
      const opened = await (await openApiBank(settings)).describe();
      expect(opened).toEqual(imported);
      expect(opened.counts).toMatchObject({
        'pool level-1': 100,
        'pool level-3': 245,
        'pool level-1 GetUserToken': 31,
        'pool level-2 ToolSearcher': 37,
        'pool level-3 ToolSearcher': 114,
      });
      const dataset = await openApiBank(settings);
      const [first] = dataset.pool;
      const [task] = await dataset.load([first?.id ?? ''], signal);
      const line = JSON.stringify({
        task_id: first?.id,
        text: task === undefined ? '' : goldAnswer(task),
      });
      const { rows } = await dataset.scorePredictions(line, { file: 'p.jsonl', signal });
      expect(rows).toMatchObject([{ task_id: first?.id, correct: true, stage: 'score' }]);
      const official = await dataset.scoreOfficial(line, { file: 'p.jsonl', signal });
      expect(official.rows).toMatchObject([{ task_id: first?.id, category: 'CORRECT' }]);
      const { checks } = await apibank.data.check(options);
      expect(checks.find((check) => check.name === 'reference calls score correct')?.detail).toBe(
        '445 of 445',
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
