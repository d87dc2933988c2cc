/** Where in a folder are the model, its tokenizer and what they need to be known? */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PrerequisiteError } from '../../../core/errors.ts';

export interface ModelFolder {
  /** The one of the offered folders that is there. */
  readonly folder: string;
  readonly modelFile: string;
  readonly tokenizerFile: string;
  /** Longest input in tokens, special ones included; null when the folder does not say. */
  readonly maxTokens: number | null;
}

/** Places of model files: sentence-transformers exports to onnx/, Python packages often have model/. */
const MODEL_PLACES = ['onnx', '.', 'model'];

const NEEDED = 'a model folder holds model.onnx (or onnx/model.onnx) and tokenizer.json';
const DOWNLOAD = 'get the one of the benchmark with `protocol data download toolsearcher-model`';

/**
 * @param name the folder in the user's words
 * @throws PrerequisiteError naming the folder and what it lacks.
 */
export async function findModelFolder(
  name: string,
  folders: readonly string[],
): Promise<ModelFolder> {
  const folder = await firstFolder(name, folders);
  const modelFile = await findModelFile(folder);
  const tokenizerFile = await firstFile([
    join(folder, 'tokenizer.json'),
    join(dirname(modelFile), 'tokenizer.json'),
  ]);
  if (tokenizerFile === null) {
    throw new PrerequisiteError(`the model folder ${folder} has no tokenizer.json`, {
      hints: [`${NEEDED}; vocab.txt alone is not read`, DOWNLOAD],
    });
  }
  await refuseOtherPooling(folder);
  return { folder, modelFile, tokenizerFile, maxTokens: await statedMaxTokens(folder) };
}

async function firstFolder(name: string, folders: readonly string[]): Promise<string> {
  for (const folder of folders) {
    const found = await stat(folder).catch(() => null);
    if (found?.isDirectory() === true) return folder;
    if (found !== null) {
      throw new PrerequisiteError(`${folder} is a file; name the folder that it is in`, {
        hints: [NEEDED],
      });
    }
  }
  throw new PrerequisiteError(
    `the embedding model ${JSON.stringify(name)} is not here: there is no folder ${folders.join(' and no ')}`,
    { hints: [DOWNLOAD, `or name a folder: ${NEEDED}`] },
  );
}

async function findModelFile(folder: string): Promise<string> {
  const standard = await firstFile(MODEL_PLACES.map((place) => join(folder, place, 'model.onnx')));
  if (standard !== null) return standard;
  for (const place of MODEL_PLACES) {
    const names = await readdir(join(folder, place)).catch(() => []);
    const models = names.filter((name) => name.endsWith('.onnx')).sort();
    if (models.length > 1) {
      throw new PrerequisiteError(
        `the model folder ${folder} holds ${models.length} models: ${models.join(', ')}`,
        { hints: ['name the one to use model.onnx'] },
      );
    }
    const [only] = models;
    if (only !== undefined) return join(folder, place, only);
  }
  throw new PrerequisiteError(`the model folder ${folder} has no .onnx file`, {
    hints: [NEEDED, DOWNLOAD],
  });
}

async function firstFile(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    if (found?.isFile() === true) return path;
  }
  return null;
}

/** sentence-transformers say in 1_Pooling/config.json how token vectors become one; without it the mean is taken. */
async function refuseOtherPooling(folder: string): Promise<void> {
  const config = await readOptionalJson(join(folder, '1_Pooling', 'config.json'));
  if (config === null || config['pooling_mode_mean_tokens'] === true) return;
  throw new PrerequisiteError(
    `the model in ${folder} does not take the mean of its token vectors, and nothing else is supported`,
    { hints: ['1_Pooling/config.json must have "pooling_mode_mean_tokens": true'] },
  );
}

async function statedMaxTokens(folder: string): Promise<number | null> {
  const config = await readOptionalJson(join(folder, 'sentence_bert_config.json'));
  return positiveInteger(config?.['max_seq_length']);
}

export function positiveInteger(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
}

async function readOptionalJson(path: string): Promise<Record<string, unknown> | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  return text === null ? null : parseObject(text, path);
}

/** @throws PrerequisiteError naming the file when the text is not a JSON object. */
export function parseObject(text: string, path: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // Told like every other content that is no object.
  }
  throw new PrerequisiteError(`${path} is not a JSON object`, {
    hints: [`${basename(path)} must come with the model as it was published`],
  });
}
