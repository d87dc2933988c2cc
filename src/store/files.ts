/** How is a file written so that a crash leaves the old one or the new one, never half of one? */
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { StoreError } from '../core/errors.ts';
import { digest, type JsonObject } from '../core/json.ts';

/** Translates a file system error into one that says what to do. */
export function storeError(action: string, path: string, cause: unknown): StoreError {
  const code = errorCode(cause);
  const reasons: Readonly<Record<string, string>> = {
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    EROFS: 'the file system is read-only',
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    ENOTDIR: 'a part of the path is a file, not a folder',
    EEXIST: 'a file of this name is there',
    EISDIR: 'it is a folder',
    ENOENT: 'there is no such file or folder',
    ENAMETOOLONG: 'the path is too long',
  };
  const reason = reasons[code] ?? (cause instanceof Error ? cause.message : String(cause));
  return new StoreError(`cannot ${action} ${path}: ${reason}`, {
    cause,
    hints: [nextStep(code)],
  });
}

function nextStep(code: string): string {
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return 'free some space and run the same command again: it continues where it stopped';
  }
  return code === 'EISDIR'
    ? 'name a file in it'
    : 'choose another folder with --out, or make this one writable';
}

export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/** Makes the folder and those above it. @throws StoreError */
export function makeFolder(path: string): void {
  // Not by Node's own recursion: it never ends where the system says ENOENT below a folder that is there, as /proc does,
  // and says ENOENT itself where a disk is read-only.
  const missing: string[] = [];
  for (let folder = path; !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  try {
    for (const folder of missing) makeOne(folder);
    if (!statSync(path).isDirectory()) mkdirSync(path);
  } catch (error) {
    throw storeError('create the folder', path, error);
  }
}

/** Another process may have made it a moment ago. */
function makeOne(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

function isSpecial(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && !found.isFile() && !found.isDirectory();
}

/** Writes beside, syncs, renames; makes the folder. @throws StoreError */
export function writeFileSafely(path: string, data: string | Buffer): void {
  makeFolder(dirname(path));
  try {
    // A pipe or a device is written to; renaming would put a file in its place.
    if (isSpecial(path)) writeFileSync(path, data);
    else writeFileAtomic.sync(path, data);
  } catch (error) {
    throw storeError('write', path, error);
  }
}

/**
 * Writes beside and renames, without a sync: readers see the old file, the new one or none, and a write that was killed
 * has no name. For what can be made again; after a loss of power it may be gone.
 */
export function publish(path: string, action: string, write: (draft: string) => void): void {
  const draft = `${path}.${randomUUID()}.draft`;
  try {
    write(draft);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw storeError(action, path, error);
  }
}

/** A file that can be made again: published, not synced. @throws StoreError */
export function writeDerivedFile(path: string, text: string): void {
  makeFolder(dirname(path));
  publish(path, 'write', (draft) => writeFileSync(draft, text));
}

/** The text of a file, or null when there is none. @throws StoreError */
export function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw storeError('read', path, error);
  }
}

/** Pretty JSON that holds its own SHA-256 (over the canonical JSON of everything else) as `sha256`. */
export function seal(content: JsonObject): string {
  return `${JSON.stringify({ ...content, sha256: digest(content) }, null, 2)}\n`;
}

export function writeSealed(path: string, content: JsonObject): void {
  writeFileSafely(path, seal(content));
}

/**
 * The content of a sealed file, or null when there is none.
 *
 * @throws StoreError when the file is not JSON, has no seal, or its content does not match the seal.
 */
export function readSealed(path: string): JsonObject | null {
  const text = readText(path);
  return text === null ? null : unseal(text, path);
}

export function unseal(text: string, path: string): JsonObject {
  const broken = (problem: string): StoreError =>
    new StoreError(`${path} ${problem}`, {
      hints: ['it was changed or damaged after it was written; move it away to compute it again'],
    });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw broken('is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || !('sha256' in value)) {
    throw broken('holds no seal (sha256)');
  }
  const { sha256, ...content } = value as JsonObject;
  if (digest(content) !== sha256) throw broken('does not match its seal');
  return content;
}
