import { rmSync } from 'node:fs';
import { startLoopback } from '../../src/mock-server/server.ts';
import { openApiEmbedder } from '../../src/models/embedders/api/embedder.ts';
import { hashedEmbedder } from '../../src/models/embedders/hashed.ts';
import { openOnnxEmbedder } from '../../src/models/embedders/onnx/embedder.ts';
import { describeWithModel } from '../support/embedding/model-fixture.ts';
import { modelFolder } from '../support/embedding/tiny-model.ts';
import { describeEmbedder } from './embedder-spec.ts';

const nothing = async (): Promise<void> => undefined;

describeEmbedder({
  title: 'hashed',
  open: async () => ({ embedder: hashedEmbedder(128), close: nothing }),
});

describeEmbedder({
  title: 'onnx, a tiny model',
  open: async () => {
    const folder = modelFolder();
    return {
      embedder: await openOnnxEmbedder(folder, [folder]),
      close: async () => rmSync(folder, { recursive: true }),
    };
  },
});

describeEmbedder({
  title: 'api',
  open: async () => {
    const server = await startLoopback({
      brain: () => '',
      embeddings: (texts) =>
        texts.map((text) =>
          Array.from({ length: 5 }, (_, place) => 1 + (text.charCodeAt(place) || 0)),
        ),
    });
    const settings = {
      model: 'spec/model',
      endpoint: server.openAiUrl,
      apiKey: null,
      keyVariable: 'OPENAI_API_KEY',
      timeoutMs: 5_000,
    };
    const embedder = await openApiEmbedder(settings, new AbortController().signal);
    return { embedder, close: () => server.close() };
  },
});

describeWithModel('paraphrase-MiniLM-L3-v2', (folder) => {
  describeEmbedder({
    title: 'onnx, the real model',
    open: async () => ({ embedder: await openOnnxEmbedder(folder, [folder]), close: nothing }),
  });
});
