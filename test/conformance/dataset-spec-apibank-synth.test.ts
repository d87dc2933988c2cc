import { expect, it } from 'vitest';
import type { DatasetPlugin, DatasetSettings } from '../../src/core/dataset.ts';
import { openApiBankSynth } from '../../src/datasets/apibank-synth/dataset.ts';
import { apibankSynth } from '../../src/datasets/apibank-synth/index.ts';
import { hashedEmbedder } from '../../src/models/embedders/hashed.ts';
import { type DatasetFixture, describeDataset } from './dataset-spec.ts';

const { signal } = new AbortController();
const plugin: DatasetPlugin = apibankSynth;

function fixtureWith(options: DatasetSettings['options']): DatasetFixture {
  const settings: DatasetSettings = {
    benchmarksRoot: '/nowhere',
    environment: {},
    options,
    embedder: hashedEmbedder(256),
  };
  const dataset = openApiBankSynth(settings);
  const goldAnswer = async (id: string): Promise<string> => {
    const [task] = await dataset.load([id], signal);
    return task === undefined ? '' : dataset.referenceAnswer(task);
  };
  return {
    plugin,
    settings,
    settingsWithoutData: null,
    goldAnswer,
    referenceTexts: async (id) => [await goldAnswer(id)],
    dispose: () => Promise.resolve(),
  };
}

describeDataset('apibank-synth', () => Promise.resolve(fixtureWith({})));

describeDataset('apibank-synth with another seed and size', () =>
  Promise.resolve(fixtureWith({ datasetSeed: 7, datasetSize: 120 })),
);

it('says that there is nothing to import or to download', async () => {
  const options = { ...fixtureWith({}).settings, signal, onProgress: (): undefined => undefined };
  await expect(plugin.data.import('/somewhere', options)).rejects.toThrow('nothing to import');
  await expect(plugin.data.download(options)).rejects.toThrow('nothing to download');
});
