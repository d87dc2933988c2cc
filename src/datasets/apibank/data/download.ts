/** How does the data come from its public sources, verified, resumable, a few files at a time? */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import PQueue from 'p-queue';
import pRetry, { AbortError } from 'p-retry';
import type { DataProgress } from '../../../core/dataset.ts';
import { PrerequisiteError } from '../../../core/errors.ts';
import { sha256 } from '../../../core/json.ts';
import { LAYOUT } from './content.ts';
import { readOptional } from './files.ts';
import { readSource, type SourceContent } from './source.ts';
import { LEVEL_3_SHA256, UPSTREAM_FILES } from './upstream-files.ts';

/** Last commit of AlibabaResearch/DAMO-ConvAI that changed `api-bank/` (17 November 2023). */
export const UPSTREAM_COMMIT = 'f30ccf22b4e2617fab32958d4c03f5c1f2e7dfcf';
/** Revision of the data set liminghao1630/API-Bank (17 November 2023). */
export const HUGGING_FACE_REVISION = '12e8158b7628c168f07e8f31fbbe3445e99f44cf';

const UPSTREAM_BASE = `https://raw.githubusercontent.com/AlibabaResearch/DAMO-ConvAI/${UPSTREAM_COMMIT}/api-bank`;
const HUGGING_FACE_BASE = `https://huggingface.co/datasets/liminghao1630/API-Bank/resolve/${HUGGING_FACE_REVISION}`;

const CONCURRENCY = 8;
const RETRIES = 3;
const FILE_TIMEOUT_MS = 60_000;

export interface RemoteFile {
  readonly url: string;
  /** Place inside the download folder. */
  readonly path: string;
  readonly sha256: string;
}

export interface DownloadOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: DataProgress) => void;
  readonly fetch: typeof globalThis.fetch;
  /** Wait before the first repetition in milliseconds; doubled each time. */
  readonly retryDelayMs: number;
  /** For one file; default 60 s. */
  readonly fileTimeoutMs?: number;
  /** What the user can do about a failure; default: what helps with the benchmark's data. */
  readonly hints?: readonly string[];
}

/** The files at their pinned revisions; mirrors are chosen with APIBANK_DOWNLOAD_BASE and APIBANK_DOWNLOAD_BASE_HF. */
export function remoteFiles(environment: {
  readonly [name: string]: string | undefined;
}): RemoteFile[] {
  const base = withoutSlash(environment['APIBANK_DOWNLOAD_BASE'] ?? UPSTREAM_BASE);
  const huggingFace = withoutSlash(environment['APIBANK_DOWNLOAD_BASE_HF'] ?? HUGGING_FACE_BASE);
  const upstream = UPSTREAM_FILES.trim()
    .split('\n')
    .map((line) => {
      const [hash = '', path = ''] = line.split('  ');
      return { url: `${base}/${encodeURI(path)}`, path, sha256: hash };
    });
  return [
    ...upstream,
    { url: `${huggingFace}/test-data/level-3.json`, path: LAYOUT.level3, sha256: LEVEL_3_SHA256 },
  ];
}

/**
 * Downloads into `folder` and reads the result. Verified files stay there when anything fails, so a repetition goes
 * on where this one stopped.
 *
 * @throws PrerequisiteError naming the address that failed and what to do.
 */
export async function downloadSource(
  folder: string,
  files: readonly RemoteFile[],
  options: DownloadOptions,
): Promise<SourceContent> {
  await downloadFiles(folder, files, options);
  return await readSource(folder, options.signal);
}

/** As `downloadSource`, for files of any kind. */
export async function downloadFiles(
  folder: string,
  files: readonly RemoteFile[],
  options: DownloadOptions,
): Promise<void> {
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  const queue = new PQueue({ concurrency: CONCURRENCY });
  let done = 0;
  const one = async (file: RemoteFile): Promise<void> => {
    signal.throwIfAborted();
    await ensureFile(folder, file, { ...options, signal });
    done += 1;
    options.onProgress({ step: 'download', done, total: files.length });
  };
  await mkdir(folder, { recursive: true });
  // The folder lies beside the data inside the repository, but is no part of it.
  await writeFile(join(folder, '.gitignore'), '*\n');
  try {
    await Promise.all(files.map((file) => queue.add(() => one(file))));
  } catch (error) {
    failed.abort();
    await queue.onIdle();
    options.signal.throwIfAborted();
    throw error;
  }
}

export async function removeDownload(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** Is the file there, with the bytes that it must have? */
export async function isPresent(folder: string, file: RemoteFile): Promise<boolean> {
  const bytes = await readOptional(join(folder, file.path));
  return bytes !== null && sha256(bytes) === file.sha256;
}

async function ensureFile(
  folder: string,
  file: RemoteFile,
  options: DownloadOptions,
): Promise<void> {
  if (await isPresent(folder, file)) return;
  const target = join(folder, file.path);
  const bytes = await pRetry(() => fetchVerified(file, options), {
    retries: RETRIES,
    minTimeout: options.retryDelayMs,
    signal: options.signal,
  });
  await mkdir(dirname(target), { recursive: true });
  await writeFile(`${target}.part`, bytes);
  await rename(`${target}.part`, target);
}

async function fetchVerified(file: RemoteFile, options: DownloadOptions): Promise<Uint8Array> {
  const { hints = DATA_HINTS } = options;
  const signal = AbortSignal.any([
    options.signal,
    AbortSignal.timeout(options.fileTimeoutMs ?? FILE_TIMEOUT_MS),
  ]);
  let response: Response;
  let bytes: Uint8Array;
  try {
    response = await options.fetch(file.url, { signal });
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    options.signal.throwIfAborted();
    throw failure(`${file.url} could not be read: ${describeCause(cause)}`, hints, cause);
  }
  if (response.ok) {
    const found = sha256(bytes);
    if (found === file.sha256) return bytes;
    const problem = `${file.url} is not the expected file: SHA-256 ${found} instead of ${file.sha256}`;
    throw new AbortError(failure(problem, hints));
  }
  const answer = `${file.url} answered ${response.status} ${response.statusText}`.trim();
  const error = failure(answer, hints);
  const passing = response.status === 429 || response.status >= 500;
  throw passing ? error : new AbortError(error);
}

const DATA_HINTS = [
  'run `protocol data download apibank` again: finished files are kept',
  'choose a mirror with APIBANK_DOWNLOAD_BASE (GitHub) or APIBANK_DOWNLOAD_BASE_HF (Hugging Face)',
  'or check out upstream by other means and run `protocol data import apibank --from DIR`',
];

function failure(message: string, hints: readonly string[], cause?: unknown): PrerequisiteError {
  return new PrerequisiteError(message, { hints, ...(cause === undefined ? {} : { cause }) });
}

function describeCause(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? cause.cause.message : cause.message;
}

function withoutSlash(base: string): string {
  return base.replace(/\/+$/u, '');
}
