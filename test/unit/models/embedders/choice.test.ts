import { describe, expect, it } from 'vitest';
import { downloadedModelsRoot, embedderChoice } from '../../../../src/models/embedders/choice.ts';

const base = { workingDirectory: '/home/user', benchmarksRoot: '/tool/benchmarks' };

const choose = (text: string | undefined, more: { [name: string]: string } = {}) =>
  embedderChoice({ ...base, environment: { APIBANK_TOOLSEARCHER_MODEL: text, ...more } });

describe('the embedding model that the environment names', () => {
  it('is none without a name', () => {
    expect([choose(undefined), choose(''), choose('  ')]).toEqual([null, null, null]);
  });

  it('is hashed letters, with a dimension', () => {
    expect(choose('hashed')).toEqual({ kind: 'hashed', dimension: 256 });
    expect(choose('hashed:64')).toEqual({ kind: 'hashed', dimension: 64 });
    for (const bad of [
      'hashed:',
      'hashed:0',
      'hashed:1',
      'hashed:1e3',
      'hashed:4097',
      'hashed:x',
    ]) {
      expect(() => choose(bad)).toThrow(/must be an integer from 2 to 4096/u);
    }
  });

  it('is a folder, from where the user stands', () => {
    expect(choose('/models/minilm')).toEqual({
      kind: 'onnx',
      name: '/models/minilm',
      folders: ['/models/minilm'],
    });
    expect(choose('../minilm')).toMatchObject({ folders: ['/home/minilm'] });
  });

  it('is a folder or a downloaded model when it could be a Hugging Face id', () => {
    const id = 'sentence-transformers/paraphrase-MiniLM-L3-v2';
    expect(choose(id)).toMatchObject({
      folders: [`/home/user/${id}`, `/tool/benchmarks/models/data/${id}`],
    });
    expect(choose(id, { EMBEDDING_MODELS_ROOT: '/big/disk' })).toMatchObject({
      folders: [`/home/user/${id}`, `/big/disk/${id}`],
    });
    expect(downloadedModelsRoot({ ...base, environment: { EMBEDDING_MODELS_ROOT: '' } })).toBe(
      '/tool/benchmarks/models/data',
    );
  });

  it('is a server, with its own address and key or those of OpenAI', () => {
    expect(choose('api:text-embedding-3-small')).toEqual({
      kind: 'api',
      model: 'text-embedding-3-small',
      endpoint: 'https://api.openai.com/v1',
      apiKey: null,
      keyVariable: 'OPENAI_API_KEY',
    });
    const openAi = { OPENAI_BASE_URL: 'http://a/v1', OPENAI_API_KEY: 'one' };
    expect(choose('api:nomic-embed-text:latest', openAi)).toMatchObject({
      model: 'nomic-embed-text:latest',
      endpoint: 'http://a/v1',
      apiKey: 'one',
      keyVariable: 'OPENAI_API_KEY',
    });
    const own = { ...openAi, EMBEDDINGS_BASE_URL: 'http://b/v1', EMBEDDINGS_API_KEY: 'two' };
    expect(choose('api:m', own)).toMatchObject({
      endpoint: 'http://b/v1',
      apiKey: 'two',
      keyVariable: 'EMBEDDINGS_API_KEY',
    });
    expect(() => choose('api:')).toThrow(/needs the server's model id/u);
  });
});
