/** How does a job folder travel to another machine, as it was at one moment? */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { StoreError } from '../core/errors.ts';
import { makeFolder, storeError } from './files.ts';

/** Packed content by path below the folder, with `/`. */
export type Parcel = ReadonlyMap<string, Buffer>;

export interface ParcelChange {
  readonly changed: Parcel;
  /** Paths that are no longer there. */
  readonly gone: readonly string[];
}

interface Seen {
  readonly mark: string;
  /** Packed. */
  readonly bytes: number;
}

/** Packed bytes of a folder that may travel so; more belongs on a shared disk. */
const LARGEST = 64 * 2 ** 20;
/** Of one process: locks, drafts, what a crash cut off. */
const LEFT_BEHIND = /^lock\.json|\.draft$|\.torn$|\.json\.\d+$/;
/**
 * What is read first may say less than what is read later, never more: a document stands on the journal, the journal on
 * transcripts, replies and the ledger.
 */
const ORDER = ['result', 'test', 'frozen', 'selection', 'optimization'].map(
  (name) => `${name}.json`,
);
const LATER = ['journal.ndjson', 'replies.ndjson'];

/**
 * Looks at a folder in which a job may be running.
 *
 * @returns how to ask for what has changed since it was asked last
 */
export function parcelReader(folder: string): () => ParcelChange {
  const seen = new Map<string, Seen>();
  return () => {
    const present = new Set<string>();
    const changed = new Map<string, Buffer>();
    // Documents by name before the folder is listed: one that comes in between is for the next time.
    for (const path of new Set([...ORDER, ...LATER, ...listed(folder)])) {
      const mark = markOf(join(folder, path));
      if (mark === null) continue;
      present.add(path);
      if (seen.get(path)?.mark === mark) continue;
      const packed = packedFile(join(folder, path));
      changed.set(path, packed);
      seen.set(path, { mark, bytes: packed.length });
    }
    const gone = [...seen.keys()].filter((path) => !present.has(path));
    for (const path of gone) seen.delete(path);
    checkSize(folder, [...seen.values()]);
    return { changed, gone };
  };
}

/** Differs as soon as the file does; null when there is none. */
function markOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? null : `${found.size} ${found.mtimeMs} ${found.ino}`;
}

/** Makes the folder hold what the parcel does, and nothing else. @throws StoreError */
export function unpackParcel(parcel: Parcel, folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
    makeFolder(folder);
    for (const [path, packed] of parcel) {
      if (path.split('/').some((part) => part === '..' || part === '')) continue;
      makeFolder(dirname(join(folder, path)));
      writeFileSync(join(folder, path), gunzipSync(packed));
    }
  } catch (error) {
    throw error instanceof StoreError ? error : storeError('unpack', folder, error);
  }
}

function listed(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    if (LEFT_BEHIND.test(entry.name)) return [];
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    return entry.isDirectory() ? listed(folder, path) : [path];
  });
}

function packedFile(path: string): Buffer {
  try {
    return gzipSync(readFileSync(path), { level: 1 });
  } catch (error) {
    throw storeError('pack', path, error);
  }
}

function checkSize(folder: string, files: readonly Seen[]): void {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes <= LARGEST) return;
  throw new StoreError(`${folder} is too large to travel through the queue (${bytes} bytes)`, {
    hints: ['put --out on a file system that the machines share, and leave out --packed'],
  });
}
