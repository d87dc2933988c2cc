/** How does the embedding model that the benchmark's searches were made with get here? */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { DataCard, DataCommandOptions } from '../../../core/dataset.ts';
import { StoreError } from '../../../core/errors.ts';
import { type DownloadOptions, downloadFiles, isPresent, type RemoteFile } from './download.ts';
import { storing } from './files.ts';

export const TOOLSEARCHER_MODEL = 'sentence-transformers/paraphrase-MiniLM-L3-v2';

/** Revision on Hugging Face. */
const REVISION = '4ca70771034acceecb2e72475f72050fcdde4ddc';

/** SHA-256 of the files at that revision; model.onnx is stored there under its own hash. */
const FILES = [
  {
    path: 'onnx/model.onnx',
    sha256: '84007b609c7a626b0adf825b1e36b839e705cd5995b4865b6e6696541d0a6350',
  },
  {
    path: 'tokenizer.json',
    sha256: 'a9576e4dadfe7f78f071a1c00ba6902cc83ec6ed7e9b590ee974950bd4d54393',
  },
];

/** The weights are 69 MB: half an hour at 40 kB a second. */
const FILE_TIMEOUT_MS = 1_800_000;

const HINTS = [
  'run `protocol data download toolsearcher-model` again: finished files are kept',
  'choose a mirror of Hugging Face with HF_ENDPOINT',
  'or put onnx/model.onnx and tokenizer.json into a folder by other means, and name it in APIBANK_TOOLSEARCHER_MODEL',
];

type Place = Pick<DataCommandOptions, 'environment' | 'benchmarksRoot'>;

/** `$EMBEDDING_MODELS_ROOT`, or models/data/ beside the benchmarks; below it the model's own name. */
export function toolsearcherModelFolder({ environment, benchmarksRoot }: Place): string {
  const chosen = environment['EMBEDDING_MODELS_ROOT'];
  const root =
    chosen === undefined || chosen === ''
      ? join(benchmarksRoot, 'models', 'data')
      : resolve(chosen);
  return join(root, TOOLSEARCHER_MODEL);
}

export function modelFiles(environment: Place['environment']): RemoteFile[] {
  const chosen = environment['HF_ENDPOINT'];
  const base = chosen === undefined || chosen === '' ? 'https://huggingface.co' : chosen;
  const folder = `${base.replace(/\/+$/u, '')}/${TOOLSEARCHER_MODEL}/resolve/${REVISION}`;
  return FILES.map(({ path, sha256 }) => ({ url: `${folder}/${path}`, path, sha256 }));
}

/**
 * The model is put in place in one step, when every file is there with its hash. One that is there already stays.
 *
 * @throws PrerequisiteError naming the address that failed; StoreError when the folder holds something else, or the disk
 * refuses
 */
export async function downloadToolsearcherModel(
  options: DataCommandOptions,
  files: readonly RemoteFile[] = modelFiles(options.environment),
  network: Pick<DownloadOptions, 'fetch' | 'retryDelayMs'> = {
    fetch: globalThis.fetch,
    retryDelayMs: 500,
  },
): Promise<DataCard> {
  const folder = toolsearcherModelFolder(options);
  const { signal, onProgress } = options;
  const install = async (): Promise<void> => {
    if (await isComplete(folder, files)) return;
    await refuseOtherFiles(folder);
    const staging = `${folder}.download`;
    await downloadFiles(staging, files, {
      signal,
      onProgress,
      fileTimeoutMs: FILE_TIMEOUT_MS,
      hints: HINTS,
      ...network,
    });
    await rm(folder, { recursive: true, force: true });
    await mkdir(dirname(folder), { recursive: true });
    await rename(staging, folder);
  };
  await storing(folder, install, 'EMBEDDING_MODELS_ROOT');
  return modelCard(files);
}

async function isComplete(folder: string, files: readonly RemoteFile[]): Promise<boolean> {
  for (const file of files) if (!(await isPresent(folder, file))) return false;
  return true;
}

async function refuseOtherFiles(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  if (names.length === 0) return;
  throw new StoreError(
    `${folder} holds other files than the published model; it is left as it is`,
    { hints: ['move it away, or set EMBEDDING_MODELS_ROOT to another folder'] },
  );
}

function modelCard(files: readonly RemoteFile[]): DataCard {
  return {
    title: 'paraphrase-MiniLM-L3-v2, the embedding model that ToolSearcher compares texts with',
    version: REVISION,
    licence: 'Apache-2.0',
    provenance: [`https://huggingface.co/${TOOLSEARCHER_MODEL} at ${REVISION}`],
    counts: { files: files.length },
    hashes: Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256])),
  };
}
