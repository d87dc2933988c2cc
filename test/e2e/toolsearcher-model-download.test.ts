import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DataCard, DataProgress } from '../../src/core/dataset.ts';
import { sha256 } from '../../src/core/json.ts';
import type { RemoteFile } from '../../src/datasets/apibank/data/download.ts';
import {
  downloadToolsearcherModel,
  modelFiles,
  TOOLSEARCHER_MODEL,
  toolsearcherModelFolder,
} from '../../src/datasets/apibank/data/toolsearcher-model.ts';
import { embedderChoice } from '../../src/models/embedders/choice.ts';
import { openEmbedder } from '../../src/models/embedders/open-embedder.ts';
import { tinyModel, tinyTokenizer } from '../support/embedding/tiny-model.ts';

const bodies: { readonly [path: string]: Uint8Array } = {
  'onnx/model.onnx': tinyModel(),
  'tokenizer.json': Buffer.from(tinyTokenizer()),
};

let root = '';
let base = '';
let requests: string[] = [];
let answers: Map<string, (response: ServerResponse) => void>;
let close: () => Promise<void>;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'model-download-'));
  requests = [];
  answers = new Map();
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/^.*\/resolve\/[0-9a-f]{40}\//u, '');
    requests.push(path);
    const answer = answers.get(path);
    if (answer === undefined) response.end(bodies[path]);
    else answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
});

afterEach(async () => {
  await close();
  rmSync(root, { recursive: true });
});

const environment = (): { readonly [name: string]: string } => ({
  EMBEDDING_MODELS_ROOT: join(root, 'models'),
  HF_ENDPOINT: `${base}/`,
});

/** The pinned addresses with the hashes of what the server here has. */
function files(): RemoteFile[] {
  return modelFiles(environment()).map((file) => ({
    ...file,
    sha256: sha256(bodies[file.path] ?? ''),
  }));
}

function download({
  signal = new AbortController().signal,
  onProgress = () => undefined,
}: {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: DataProgress) => void;
} = {}): Promise<DataCard> {
  return downloadToolsearcherModel(
    {
      benchmarksRoot: join(root, 'benchmarks'),
      environment: environment(),
      options: {},
      embedder: null,
      signal,
      onProgress,
    },
    files(),
    { fetch: globalThis.fetch, retryDelayMs: 1 },
  );
}

const folder = (): string => join(root, 'models', TOOLSEARCHER_MODEL);

describe('the model of the benchmark', () => {
  it('comes whole, is told by its hashes, and can be asked for by its name', async () => {
    const progress: DataProgress[] = [];
    const card = await download({ onProgress: (one) => progress.push(one) });
    expect(progress.map(({ done, total }) => [done, total])).toEqual([
      [1, 2],
      [2, 2],
    ]);
    expect(card).toMatchObject({
      licence: 'Apache-2.0',
      hashes: { 'tokenizer.json': sha256(tinyTokenizer()) },
    });
    const embedder = await openEmbedder(
      {
        environment: { ...environment(), APIBANK_TOOLSEARCHER_MODEL: TOOLSEARCHER_MODEL },
        workingDirectory: root,
        benchmarksRoot: join(root, 'benchmarks'),
      },
      new AbortController().signal,
    );
    expect(embedder?.id.slice(0, 21)).toBe(`onnx:${sha256(tinyModel()).slice(0, 16)}`);
    expect(readdirSync(join(root, 'models', 'sentence-transformers'))).toEqual([
      'paraphrase-MiniLM-L3-v2',
    ]);
  });

  it('is not fetched again when it is there', async () => {
    await download();
    requests = [];
    await download();
    expect(requests).toEqual([]);
  });

  it('is not there at all when a file has other bytes, and what is right is kept for the next try', async () => {
    // The wrong bytes come when the tokenizer is there.
    let tell = (): void => undefined;
    const tokenizerIsThere = new Promise<void>((resolve) => {
      tell = resolve;
    });
    answers.set('onnx/model.onnx', (response) => {
      void tokenizerIsThere.then(() => response.end('an error page'));
    });
    await expect(download({ onProgress: () => tell() })).rejects.toMatchObject({
      code: 'prerequisite',
      message: expect.stringMatching(
        /onnx\/model\.onnx is not the expected file: SHA-256 [0-9a-f]{64} instead of/u,
      ) as string,
      hints: expect.arrayContaining([
        expect.stringContaining('HF_ENDPOINT'),
        expect.stringContaining('APIBANK_TOOLSEARCHER_MODEL'),
      ]) as string[],
    });
    expect(existsSync(folder())).toBe(false);
    answers.clear();
    requests = [];
    await download();
    expect(requests).toEqual(['onnx/model.onnx']);
    expect(readFileSync(join(folder(), 'onnx', 'model.onnx'))).toEqual(Buffer.from(tinyModel()));
  });

  it('is not there at all when it is stopped in the middle', async () => {
    const controller = new AbortController();
    answers.set('onnx/model.onnx', (response) => {
      response.write('half', () => controller.abort(new Error('the user said stop')));
    });
    await expect(download({ signal: controller.signal })).rejects.toThrow('the user said stop');
    expect(existsSync(folder())).toBe(false);
  });

  it('leaves a folder of the user alone', async () => {
    mkdirSync(folder(), { recursive: true });
    writeFileSync(join(folder(), 'model.onnx'), 'mine');
    await expect(download()).rejects.toMatchObject({
      code: 'store',
      message: `${folder()} holds other files than the published model; it is left as it is`,
    });
    expect(readdirSync(folder())).toEqual(['model.onnx']);
    expect(requests).toEqual([]);
  });

  it('names the variable that changes its place when the disk refuses', async () => {
    mkdirSync(join(root, 'models'));
    writeFileSync(join(root, 'models', 'sentence-transformers'), 'a file in the way');
    await expect(download()).rejects.toMatchObject({
      hints: [expect.stringContaining('EMBEDDING_MODELS_ROOT')],
    });
  });
});

describe('its table of sources', () => {
  it('is pinned, and put where its name is looked up', () => {
    const pinned = modelFiles({});
    expect(pinned.map(({ path }) => path)).toEqual(['onnx/model.onnx', 'tokenizer.json']);
    for (const file of pinned) {
      expect(file.sha256).toMatch(/^[0-9a-f]{64}$/u);
      expect(file.url).toMatch(
        /^https:\/\/huggingface\.co\/sentence-transformers\/paraphrase-MiniLM-L3-v2\/resolve\/[0-9a-f]{40}\//u,
      );
    }
    for (const own of [{}, { EMBEDDING_MODELS_ROOT: '/big/disk' }]) {
      const place = { environment: own, benchmarksRoot: '/tool/benchmarks' };
      const choice = embedderChoice({
        ...place,
        environment: { ...own, APIBANK_TOOLSEARCHER_MODEL: TOOLSEARCHER_MODEL },
        workingDirectory: '/home',
      });
      expect(choice).toMatchObject({
        folders: [`/home/${TOOLSEARCHER_MODEL}`, toolsearcherModelFolder(place)],
      });
    }
  });
});
