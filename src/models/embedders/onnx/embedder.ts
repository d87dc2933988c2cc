/** How does a model in a folder turn texts into vectors, on this machine? */
import { readFile } from 'node:fs/promises';
import { PrerequisiteError } from '../../../core/errors.ts';
import { sha256 } from '../../../core/json.ts';
import type { Embedder } from '../../../core/model.ts';
import { throwIfAborted } from '../../transport/deadline.ts';
import { type ModelFile, readModelFile } from './model-file.ts';
import { findModelFolder } from './model-folder.ts';
import { requireModelPackages } from './packages.ts';
import { meanDirection } from './pooling.ts';
import { openSession, type RunModel } from './session.ts';
import {
  createTokenize,
  readTokenizerFile,
  type Tokenize,
  type TokenizerFile,
} from './tokenizer.ts';

interface Opened {
  readonly tokenize: Tokenize;
  readonly run: RunModel;
}

/**
 * Reads and hashes the files; the model itself is loaded when the first text comes. The id names the bytes of model and
 * tokenizer, not where they lie.
 *
 * One text is one run, so a vector never depends on what else was asked for, and nothing is padded. One thread: sums
 * come out in the same order every time.
 *
 * @throws PrerequisiteError when the folder, its content or a package is not what it must be.
 */
export async function openOnnxEmbedder(
  name: string,
  folders: readonly string[],
): Promise<Embedder> {
  requireModelPackages();
  const folder = await findModelFolder(name, folders);
  const tokenizerFile = await readTokenizerFile(folder);
  const model = await readModelFile(folder.modelFile);
  let opening: Promise<Opened> | null = null;
  const open = async (): Promise<Opened> => {
    opening ??= openModel(model, tokenizerFile);
    return await opening;
  };
  return {
    id: `onnx:${model.hash.slice(0, 16)}+${tokenizerFile.hash.slice(0, 16)}`,
    dimension: model.shape.dimension,
    embed: async (texts, signal) => {
      throwIfAborted(signal);
      if (texts.length === 0) return [];
      const { tokenize, run } = await open();
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        throwIfAborted(signal);
        vectors.push(await embedOne(tokenize(text), run, model));
      }
      return vectors;
    },
  };
}

async function openModel(model: ModelFile, tokenizerFile: TokenizerFile): Promise<Opened> {
  const bytes = await readFile(model.path);
  if (sha256(bytes) !== model.hash) {
    throw new PrerequisiteError(`${model.path} has changed since it was opened`, {
      hints: ['start again; leave model files alone while something runs'],
    });
  }
  return { tokenize: await createTokenize(tokenizerFile), run: await openSession(model, bytes) };
}

async function embedOne(
  tokens: readonly number[],
  run: RunModel,
  model: ModelFile,
): Promise<Float32Array> {
  const { dimension } = model.shape;
  const vector = meanDirection(await run(tokens), { count: tokens.length, dimension });
  if (vector !== null) return vector;
  throw new PrerequisiteError(`the model ${model.path} gives vectors that are no numbers`, {
    hints: ['the file is damaged, or no embedding model: download it again'],
  });
}
