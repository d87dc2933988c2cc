/** Can a model file be asked for the vectors of tokens, and how? */
import { readFile } from 'node:fs/promises';
import { PrerequisiteError } from '../../../core/errors.ts';
import { sha256 } from '../../../core/json.ts';
import { type GraphBorder, GraphFormatError, type GraphValue, readGraphBorder } from './graph.ts';

export interface ModelShape {
  /** In the model's order. */
  readonly inputs: readonly string[];
  /** The output with one vector per token. */
  readonly output: string;
  readonly dimension: number;
}

/** What stays of a model file when its bytes are let go. */
export interface ModelFile {
  readonly path: string;
  /** SHA-256 of the bytes. */
  readonly hash: string;
  readonly shape: ModelShape;
}

const FLOAT32 = 1;
const INT64 = 7;
const REQUIRED_INPUTS = ['input_ids', 'attention_mask'];
const KNOWN_INPUTS = [...REQUIRED_INPUTS, 'token_type_ids'];

/** What exporters call the output; a model with a single fitting output may call it anything. */
const OUTPUT_NAMES = ['last_hidden_state', 'token_embeddings'];

/** @throws PrerequisiteError when the file is no model, or a model of something else. */
export async function readModelFile(path: string): Promise<ModelFile> {
  const bytes = await readFile(path);
  return { path, hash: sha256(bytes), shape: modelShape(bytes, path) };
}

function modelShape(bytes: Uint8Array, path: string): ModelShape {
  const { inputs, outputs } = readBorder(bytes, path);
  const names = inputs.map(({ name }) => name);
  const fits =
    REQUIRED_INPUTS.every((name) => names.includes(name)) &&
    inputs.every(({ name, elementType }) => KNOWN_INPUTS.includes(name) && elementType === INT64);
  if (!fits) {
    throw unfit(path, `takes ${listed(inputs)}, not ${REQUIRED_INPUTS.join(' and ')} (int64)`);
  }
  const vectors = outputs.filter(isTokenVectors);
  const output =
    vectors.find(({ name }) => OUTPUT_NAMES.includes(name)) ??
    (vectors.length === 1 ? vectors[0] : undefined);
  const dimension = output?.shape[2] ?? null;
  if (output === undefined || dimension === null) {
    throw unfit(path, `gives ${listed(outputs)}, and not one vector per token`);
  }
  return { inputs: names, output: output.name, dimension };
}

/** Texts × tokens × numbers. */
function isTokenVectors({ elementType, shape }: GraphValue): boolean {
  return elementType === FLOAT32 && shape.length === 3 && shape[2] !== null;
}

function readBorder(bytes: Uint8Array, path: string): GraphBorder {
  try {
    return readGraphBorder(bytes);
  } catch (error) {
    if (!(error instanceof GraphFormatError)) throw error;
    throw new PrerequisiteError(`${path} ${error.message}`, {
      cause: error,
      hints: ['download the model again'],
    });
  }
}

function listed(values: readonly GraphValue[]): string {
  const names = values.map(({ name, elementType }) =>
    elementType === FLOAT32 || elementType === INT64 ? name : `${name} (type ${elementType})`,
  );
  return names.length === 0 ? 'nothing' : names.join(', ');
}

function unfit(path: string, what: string): PrerequisiteError {
  return new PrerequisiteError(`${path} is no sentence embedding model: it ${what}`, {
    hints: [
      'export the encoder alone, for example with `optimum-cli export onnx --task feature-extraction`',
    ],
  });
}
