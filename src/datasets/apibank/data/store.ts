/** Where is the imported data, is it whole, and how is it replaced in one step? */
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { DatasetSettings } from '../../../core/dataset.ts';
import { PrerequisiteError, StoreError } from '../../../core/errors.ts';
import { type Json, sha256 } from '../../../core/json.ts';
import {
  type ApiBankData,
  type ContentCounts,
  type ContentFiles,
  contentHash,
  contentProblems,
  countContent,
  decodeUtf8,
  parseContent,
} from './content.ts';
import { asObject } from './dialogues.ts';
import { readOptional } from './files.ts';
import { releaseProblems } from './released.ts';

const FORMAT_VERSION = 1;
const MANIFEST = 'manifest.json';

/** Written last: its presence means that the folder is complete. */
export interface DataManifest {
  readonly formatVersion: number;
  /** `upstream`, `data-pack` or `download`. */
  readonly source: string;
  /** Digest of the normalised content: equal for every kind of source. */
  readonly dataHash: string;
  readonly counts: ContentCounts;
  /** Path to SHA-256 of the bytes. */
  readonly files: { readonly [path: string]: string };
}

/** `$APIBANK_ROOT`, or `data/` beside the manifests of task ids. */
export function dataRoot({ environment, benchmarksRoot }: DatasetSettings): string {
  const chosen = environment['APIBANK_ROOT'];
  return chosen === undefined || chosen === ''
    ? join(benchmarksRoot, 'apibank', 'data')
    : resolve(chosen);
}

/** @throws PrerequisiteError naming the import and download commands. */
export async function readManifest(root: string): Promise<DataManifest> {
  const path = join(root, MANIFEST);
  const bytes = await readOptional(path);
  if (bytes === null) throw missingData(root);
  return parseManifest(decodeUtf8(bytes, path), path);
}

/**
 * Reads and checks every installed file against the manifest.
 *
 * @throws PrerequisiteError naming the first file that is missing or differs.
 */
export async function readInstalled(
  root: string,
  manifest: DataManifest,
  signal: AbortSignal,
): Promise<{ data: ApiBankData; files: ContentFiles }> {
  const files = new Map<string, Uint8Array>();
  for (const [path, expected] of Object.entries(manifest.files)) {
    signal.throwIfAborted();
    const bytes = await readFile(join(root, path)).catch((cause: unknown) => {
      throw damaged(root, path, 'cannot be read', cause);
    });
    if (sha256(bytes) !== expected) throw damaged(root, path, 'differs from what was imported');
    files.set(path, bytes);
  }
  return { data: parseContent(files), files };
}

/**
 * Checks the content and puts it at `root` in one rename; an older import is replaced, any other folder is left alone.
 *
 * @throws PrerequisiteError listing every problem of the content; StoreError when `root` holds something else.
 */
export async function installData(
  root: string,
  files: ContentFiles,
  { source, signal }: { source: string; signal: AbortSignal },
): Promise<DataManifest> {
  const data = parseContent(files);
  const dataHash = contentHash(files);
  const problems = [...contentProblems(data), ...releaseProblems(files, dataHash)];
  if (problems.length > 0) {
    throw new PrerequisiteError(`the data is not the released API-Bank:\n${problems.join('\n')}`, {
      hints: ['get the whole of it with `protocol data download apibank`'],
    });
  }
  const manifest: DataManifest = {
    formatVersion: FORMAT_VERSION,
    source,
    dataHash,
    counts: countContent(data),
    files: Object.fromEntries([...files].map(([path, bytes]) => [path, sha256(bytes)])),
  };
  await assertReplaceable(root);
  await mkdir(dirname(root), { recursive: true });
  const staging = await mkdtemp(`${root}.staging-`);
  try {
    await writeAll(staging, files, signal);
    await writeFile(join(staging, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    await swap(staging, root);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return manifest;
}

async function writeAll(folder: string, files: ContentFiles, signal: AbortSignal): Promise<void> {
  for (const [path, bytes] of files) {
    signal.throwIfAborted();
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
}

/** The old folder is moved aside first, because a rename does not replace a folder that is not empty. */
async function swap(staging: string, root: string): Promise<void> {
  const old = `${staging}.old`;
  const replaces = await exists(root);
  if (replaces) await rename(root, old);
  try {
    await rename(staging, root);
  } catch (error) {
    if (replaces) await rename(old, root);
    throw error;
  }
  await rm(old, { recursive: true, force: true });
}

async function assertReplaceable(root: string): Promise<void> {
  if (!(await exists(root))) return;
  const names = await readdir(root).catch((cause: unknown) => {
    throw new StoreError(`${root} is not a folder`, {
      hints: ['move it away, or set APIBANK_ROOT to another folder'],
      cause,
    });
  });
  if (names.length === 0 || names.includes(MANIFEST)) return;
  throw new StoreError(
    `${root} holds files that were not imported by protocol; it is left as it is`,
    {
      hints: [
        'set APIBANK_ROOT to a folder of its own, or unset it to use benchmarks/apibank/data',
      ],
    },
  );
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}

function parseManifest(text: string, path: string): DataManifest {
  let value: Json = null;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    // Falls through to the one message for every kind of broken manifest.
  }
  const { formatVersion, source, dataHash, counts, files } = asObject(value) ?? {};
  const fileHashes = asObject(files);
  const countTable = asObject(counts);
  if (
    formatVersion !== FORMAT_VERSION ||
    typeof source !== 'string' ||
    typeof dataHash !== 'string' ||
    countTable === null ||
    fileHashes === null
  ) {
    throw new PrerequisiteError(`${path} is not a manifest of format ${FORMAT_VERSION}`, {
      hints: importHints(),
    });
  }
  return {
    formatVersion,
    source,
    dataHash,
    counts: countTable as ContentCounts,
    files: fileHashes as DataManifest['files'],
  };
}

function missingData(root: string): PrerequisiteError {
  return new PrerequisiteError(`the data of API-Bank is not at ${root}`, {
    hints: [...importHints(), 'or use the built-in tasks: --dataset apibank-synth'],
  });
}

function damaged(root: string, path: string, problem: string, cause?: unknown): PrerequisiteError {
  return new PrerequisiteError(`${join(root, path)} ${problem}`, {
    hints: importHints(),
    ...(cause === undefined ? {} : { cause }),
  });
}

function importHints(): string[] {
  return ['protocol data download apibank', 'protocol data import apibank --from DIR'];
}
