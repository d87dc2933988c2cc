/** What is the smallest model and tokenizer that a real runtime accepts? Written byte by byte, as onnx.proto says. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Token numbers are positions in this list. */
export const TINY_WORDS = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'set', 'alarm', 'rain', '##s', '7'];

export const TINY_DIMENSION = 4;

/** One row per word: the model looks a token's vector up and does nothing else. */
export const TINY_TABLE: readonly (readonly number[])[] = TINY_WORDS.map((_, word) =>
  Array.from({ length: TINY_DIMENSION }, (_unused, column) => ((word * 7 + column * 3) % 11) - 4.5),
);

const INT64 = 7;
const FLOAT32 = 1;

export interface TinyModelOptions {
  readonly inputs?: readonly { readonly name: string; readonly type?: number }[];
  readonly output?: string;
  /** Numbers of the last axis; null leaves it open. */
  readonly dimension?: number | null;
  readonly table?: readonly (readonly number[])[];
}

/** An ONNX model with one Gather: `input_ids` [1, n] → `last_hidden_state` [1, n, 4]. */
export function tinyModel(options: TinyModelOptions = {}): Uint8Array {
  const {
    inputs = [{ name: 'input_ids' }, { name: 'attention_mask' }],
    output = 'last_hidden_state',
    dimension = TINY_DIMENSION,
    table = TINY_TABLE,
  } = options;
  const node = message([1, 'table'], [1, 'input_ids'], [2, output], [4, 'Gather']);
  const numbers = new Uint8Array(Float32Array.from(table.flat()).buffer);
  const weights = message(
    [1, table.length],
    [1, TINY_DIMENSION],
    [2, FLOAT32],
    [8, 'table'],
    [9, numbers],
  );
  const graph = message(
    [1, node],
    [2, 'tiny'],
    [5, weights],
    ...inputs.map(({ name, type = INT64 }): Field => [11, tensor(name, type, [null, null])]),
    [12, tensor(output, FLOAT32, [null, null, dimension])],
  );
  return message([1, 8], [7, graph], [8, message([1, ''], [2, 17])]);
}

export function tinyTokenizer(maxTokens = 128): string {
  const special = (id: string): object => ({ SpecialToken: { id, type_id: 0 } });
  const token = (id: string): object => ({ id, ids: [TINY_WORDS.indexOf(id)], tokens: [id] });
  return JSON.stringify({
    version: '1.0',
    truncation: { max_length: maxTokens, strategy: 'LongestFirst', stride: 0 },
    padding: null,
    added_tokens: [],
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [special('[CLS]'), { Sequence: { id: 'A', type_id: 0 } }, special('[SEP]')],
      pair: [],
      special_tokens: { '[CLS]': token('[CLS]'), '[SEP]': token('[SEP]') },
    },
    decoder: null,
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(TINY_WORDS.map((word, index) => [word, index])),
    },
  });
}

/** A temporary folder with these files; without any, with the tiny model and its tokenizer. */
export function modelFolder(
  files: { readonly [path: string]: string | Uint8Array } = {
    'model.onnx': tinyModel(),
    'tokenizer.json': tinyTokenizer(),
  },
): string {
  const folder = mkdtempSync(join(tmpdir(), 'embedding-model-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

function tensor(name: string, type: number, shape: readonly (number | null)[]): Uint8Array {
  const sizes = shape.map(
    (size, axis): Field => [1, size === null ? message([2, `axis_${axis}`]) : message([1, size])],
  );
  return message([1, name], [2, message([1, message([1, type], [2, message(...sizes)])])]);
}

type Field = readonly [number: number, value: number | string | Uint8Array];

/** A protocol buffer message: numbers as varints, all else with its length. */
function message(...fields: readonly Field[]): Uint8Array {
  return Buffer.concat(
    fields.map(([number, value]) => {
      if (typeof value === 'number') return Buffer.from([...varint(number * 8), ...varint(value)]);
      const content = typeof value === 'string' ? Buffer.from(value) : value;
      return Buffer.concat([
        Buffer.from([...varint(number * 8 + 2), ...varint(content.length)]),
        content,
      ]);
    }),
  );
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value % 0x80) + 0x80, ...varint(Math.floor(value / 0x80))];
}
