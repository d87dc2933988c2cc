import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Embedder } from '../../../../src/core/model.ts';
import { openOnnxEmbedder } from '../../../../src/models/embedders/onnx/embedder.ts';
import { requireModelPackages } from '../../../../src/models/embedders/onnx/packages.ts';
import {
  modelFolder,
  TINY_DIMENSION,
  TINY_TABLE,
  TINY_WORDS,
  tinyModel,
  tinyTokenizer,
} from '../../../support/embedding/tiny-model.ts';

const { signal } = new AbortController();
const made: string[] = [];

function folderOf(files?: { readonly [path: string]: string | Uint8Array }): string {
  const folder = modelFolder(files);
  made.push(folder);
  return folder;
}

const open = (folder: string): Promise<Embedder> => openOnnxEmbedder(folder, [folder]);

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
});

/** Mean of the table's rows, with length 1: by hand. */
function expected(...words: readonly string[]): number[] {
  const rows = words.map((word) => TINY_TABLE[TINY_WORDS.indexOf(word)] ?? []);
  const means = Array.from({ length: TINY_DIMENSION }, (_, column) =>
    rows.reduce((sum, row) => sum + (row[column] ?? 0) / rows.length, 0),
  );
  const length = Math.hypot(...means);
  return means.map((value) => value / length);
}

async function embedOne(embedder: Embedder, text: string): Promise<number[]> {
  const [vector] = await embedder.embed([text], signal);
  return [...(vector ?? [])];
}

function expectClose(found: readonly number[], wanted: readonly number[]): void {
  expect(found).toHaveLength(wanted.length);
  for (const [index, value] of wanted.entries()) expect(found[index]).toBeCloseTo(value, 6);
}

describe('a model in a folder', () => {
  it('takes the mean over all tokens, special ones included, in lower case', async () => {
    const embedder = await open(folderOf());
    expect(embedder.dimension).toBe(TINY_DIMENSION);
    expectClose(
      await embedOne(embedder, 'Set ALARMS 7'),
      expected('[CLS]', 'set', 'alarm', '##s', '7', '[SEP]'),
    );
    expectClose(await embedOne(embedder, ''), expected('[CLS]', '[SEP]'));
    expectClose(await embedOne(embedder, 'thunder'), expected('[CLS]', '[UNK]', '[SEP]'));
  });

  it('is cut at the longest input, and keeps the special tokens around it', async () => {
    const embedder = await open(
      folderOf({ 'model.onnx': tinyModel(), 'tokenizer.json': tinyTokenizer(4) }),
    );
    expectClose(
      await embedOne(embedder, 'rain set alarm alarm'),
      expected('[CLS]', 'rain', 'set', '[SEP]'),
    );
  });

  it('has the longest input that sentence_bert_config.json names', async () => {
    const embedder = await open(
      folderOf({
        'model.onnx': tinyModel(),
        'tokenizer.json': tinyTokenizer(4),
        'sentence_bert_config.json': '{"max_seq_length": 3, "do_lower_case": false}',
      }),
    );
    expectClose(await embedOne(embedder, 'rain set'), expected('[CLS]', 'rain', '[SEP]'));
  });

  it('is found where exporters put it', async () => {
    const ids = new Set<string>();
    for (const path of [
      'model.onnx',
      'onnx/model.onnx',
      'model/model.onnx',
      'tiny-v2.onnx',
      'model/tiny-v2.onnx',
    ]) {
      const embedder = await open(
        folderOf({ [path]: tinyModel(), 'tokenizer.json': tinyTokenizer() }),
      );
      ids.add(embedder.id);
    }
    const beside = await open(
      folderOf({ 'onnx/model.onnx': tinyModel(), 'onnx/tokenizer.json': tinyTokenizer() }),
    );
    expect([...ids]).toEqual([beside.id]);
  });

  it('fills in token types where the model asks for them', async () => {
    const inputs = ['input_ids', 'token_type_ids', 'attention_mask'].map((name) => ({ name }));
    const embedder = await open(
      folderOf({ 'model.onnx': tinyModel({ inputs }), 'tokenizer.json': tinyTokenizer() }),
    );
    expectClose(await embedOne(embedder, 'rain'), expected('[CLS]', 'rain', '[SEP]'));
  });

  it('has an id of its bytes: another weight, tokenizer or longest input is another id', async () => {
    const files = { 'model.onnx': tinyModel(), 'tokenizer.json': tinyTokenizer() };
    const table = TINY_TABLE.map((row) => row.map((value) => value + 1));
    const variants = [
      files,
      { ...files, 'model.onnx': tinyModel({ table }) },
      { ...files, 'tokenizer.json': `${tinyTokenizer()}\n` },
      { ...files, 'sentence_bert_config.json': '{"max_seq_length": 64}' },
    ];
    const ids = await Promise.all(variants.map(async (each) => (await open(folderOf(each))).id));
    expect(new Set(ids).size).toBe(4);
    expect((await open(folderOf(files))).id).toBe(ids[0]);
    expect(ids[0]).toMatch(/^onnx:[0-9a-f]{16}\+[0-9a-f]{16}$/);
  });

  it('takes the first of several folders that is there', async () => {
    const folder = folderOf();
    const embedder = await openOnnxEmbedder('owner/name', [join(folder, 'not-here'), folder]);
    expect(embedder.dimension).toBe(TINY_DIMENSION);
  });

  it('is not the model any more when the file changes before the first text', async () => {
    const folder = folderOf();
    const embedder = await open(folder);
    appendFileSync(join(folder, 'model.onnx'), 'x');
    await expect(embedder.embed(['rain'], signal)).rejects.toMatchObject({
      code: 'prerequisite',
      message: expect.stringMatching(/model\.onnx has changed since it was opened/u) as string,
    });
  });
});

describe('a folder that is no model', () => {
  const tokenizer = { 'tokenizer.json': tinyTokenizer() };
  const model = { 'model.onnx': tinyModel() };
  const cases: readonly (readonly [string, { [path: string]: string | Uint8Array }, RegExp])[] = [
    ['without a model', tokenizer, /has no \.onnx file/u],
    [
      'with several models',
      { ...tokenizer, 'a.onnx': 'a', 'b.onnx': 'b' },
      /holds 2 models: a\.onnx, b\.onnx/u,
    ],
    ['without a tokenizer', model, /has no tokenizer\.json/u],
    ['with words only', { ...model, 'vocab.txt': '[PAD]\n' }, /has no tokenizer\.json/u],
    [
      'with a tokenizer that is no JSON',
      { ...model, 'tokenizer.json': '{"model":' },
      /tokenizer\.json is not a JSON object/u,
    ],
    [
      'with a tokenizer that is something else',
      { ...model, 'tokenizer.json': '{"vocab": []}' },
      /tokenizer\.json is not a tokenizer/u,
    ],
    ['with an empty model', { ...tokenizer, 'model.onnx': '' }, /holds no ONNX graph/u],
    [
      'with a page of text as a model',
      { ...tokenizer, 'model.onnx': '<!doctype html><p>not found' },
      /model\.onnx is not an ONNX model/u,
    ],
    [
      'with a model that is cut off',
      { ...tokenizer, 'model.onnx': tinyModel().subarray(0, 300) },
      /model\.onnx is not an ONNX model, or is cut off/u,
    ],
    [
      'with a model of something else',
      { ...tokenizer, 'model.onnx': tinyModel({ inputs: [{ name: 'pixel_values', type: 1 }] }) },
      /takes pixel_values, not input_ids and attention_mask/u,
    ],
    [
      'with a model that takes floating-point tokens',
      {
        ...tokenizer,
        'model.onnx': tinyModel({
          inputs: [{ name: 'input_ids', type: 1 }, { name: 'attention_mask' }],
        }),
      },
      /is no sentence embedding model: it takes input_ids/u,
    ],
    [
      'with a model whose vectors have no length',
      { ...tokenizer, 'model.onnx': tinyModel({ dimension: null }) },
      /gives last_hidden_state, and not one vector per token/u,
    ],
    [
      'with a model that takes the first token',
      { ...tokenizer, ...model, '1_Pooling/config.json': '{"pooling_mode_cls_token": true}' },
      /does not take the mean of its token vectors/u,
    ],
  ];
  it.each(cases)('%s says so before anything runs', async (_name, files, message) => {
    const folder = folderOf(files);
    await expect(open(folder)).rejects.toMatchObject({
      code: 'prerequisite',
      message: expect.stringMatching(message) as string,
      hints: expect.arrayContaining([expect.any(String)]) as string[],
    });
    await expect(open(folder)).rejects.toThrow(folder);
  });

  it('that is not there, or is a file, is named with the command that gets the model', async () => {
    const folder = folderOf();
    await expect(
      openOnnxEmbedder('some/model', [join(folder, 'x'), join(folder, 'y')]),
    ).rejects.toMatchObject({
      message: `the embedding model "some/model" is not here: there is no folder ${join(folder, 'x')} and no ${join(folder, 'y')}`,
      hints: expect.arrayContaining([
        expect.stringContaining('protocol data download toolsearcher-model'),
      ]) as string[],
    });
    const file = join(folder, 'model.onnx');
    await expect(open(file)).rejects.toThrow(`${file} is a file; name the folder that it is in`);
  });

  it('whose graph the runtime refuses says so at the first text', async () => {
    const folder = folderOf({
      ...tokenizer,
      'model.onnx': tinyModel({ inputs: [{ name: 'input_ids' }, { name: 'attention_mask' }] }),
    });
    mkdirSync(join(folder, 'onnx'));
    // A sound border around a node that does not exist.
    const broken = Buffer.from(tinyModel()).toString('latin1').replace('Gather', 'Gathxr');
    writeFileSync(join(folder, 'onnx', 'model.onnx'), Buffer.from(broken, 'latin1'));
    const embedder = await open(folder);
    await expect(embedder.embed(['rain'], signal)).rejects.toMatchObject({
      code: 'prerequisite',
      message: expect.stringMatching(/onnx\/model\.onnx cannot be loaded: /u) as string,
    });
  });

  it('whose tokenizer belongs to another model says so, and so do vectors that are no numbers', async () => {
    const short = await open(
      folderOf({ ...tokenizer, 'model.onnx': tinyModel({ table: TINY_TABLE.slice(0, 5) }) }),
    );
    await expect(short.embed(['rain'], signal)).rejects.toMatchObject({
      code: 'prerequisite',
      message: expect.stringMatching(/model\.onnx refuses a text: /u) as string,
    });
    const table = TINY_TABLE.map((row, word) => (word === 6 ? row.map(() => Number.NaN) : row));
    const hollow = await open(folderOf({ ...tokenizer, 'model.onnx': tinyModel({ table }) }));
    await expect(hollow.embed(['rain'], signal)).rejects.toThrow(
      'gives vectors that are no numbers',
    );
  });
});

describe('the packages that run a model', () => {
  it('are named with the install command when they are missing', () => {
    const resolve = (name: string): string => {
      if (name === 'onnxruntime-node') throw new Error('not found');
      return name;
    };
    expect(() => requireModelPackages(resolve)).toThrow(
      expect.objectContaining({
        code: 'prerequisite',
        message: 'running an embedding model needs onnxruntime-node, which is not installed',
        hints: expect.arrayContaining([
          'ONNXRUNTIME_NODE_INSTALL=skip npm install onnxruntime-node',
        ]) as string[],
      }),
    );
    expect(() => requireModelPackages()).not.toThrow();
  });
});
