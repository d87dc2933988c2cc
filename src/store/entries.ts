/** Where are small values kept by name, for many jobs and processes at once? */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { JsonObject } from '../core/json.ts';
import { errorCode, makeFolder, publish, seal, storeError, unseal } from './files.ts';

export interface EntryPlace {
  /** SHA-256 in hexadecimal. */
  readonly key: string;
  readonly path: string;
}

export interface EntrySize {
  readonly bytes: number;
  /** When it was last written, in milliseconds since 1970. */
  readonly writtenAt: number;
}

export interface EntryStore {
  /** Null when there is none. @throws StoreError when it cannot be read, or was damaged after it was written */
  get(key: string): JsonObject | null;
  /** Two writers of one entry write the same: whoever is last stays. @throws StoreError */
  put(key: string, content: JsonObject): void;
  /** In the order of their keys. */
  places(): Generator<EntryPlace>;
}

const NAME = /^([0-9a-f]{64})\.json\.gz$/;

/** Files `<folder>/<first two digits>/<key>.json.gz`, each sealed. Makes the folder. @throws StoreError */
export function openEntryStore(folder: string): EntryStore {
  makeFolder(folder);
  const made = new Set<string>();
  const shelfOf = (key: string): string => join(folder, key.slice(0, 2));
  const path = (key: string): string => join(shelfOf(key), `${key}.json.gz`);
  return {
    get(key) {
      let packed: Buffer;
      try {
        packed = readFileSync(path(key));
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return null;
        throw storeError('read', path(key), error);
      }
      return unseal(unpacked(packed), path(key));
    },
    put(key, content) {
      const shelf = shelfOf(key);
      if (!made.has(shelf)) makeFolder(shelf);
      made.add(shelf);
      const packed = gzipSync(seal(content), { level: 1 });
      publish(path(key), 'write', (draft) => writeFileSync(draft, packed));
    },
    *places() {
      for (const shelf of namesIn(folder)) {
        if (!/^[0-9a-f]{2}$/.test(shelf)) continue;
        for (const name of namesIn(join(folder, shelf))) {
          const key = NAME.exec(name)?.[1];
          if (key?.startsWith(shelf)) yield { key, path: join(folder, shelf, name) };
        }
      }
    },
  };
}

/** Null when it is gone by now. @throws StoreError */
export function entrySize({ path }: EntryPlace): EntrySize | null {
  try {
    const { size, mtimeMs } = statSync(path);
    return { bytes: size, writtenAt: mtimeMs };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw storeError('read', path, error);
  }
}

/** Another process may have removed it before. @throws StoreError */
export function removeEntry({ path }: EntryPlace): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    throw storeError('remove', path, error);
  }
}

/** What cannot be unpacked is damaged, and says so where the seal is looked at. */
function unpacked(packed: Buffer): string {
  try {
    return gunzipSync(packed).toString('utf8');
  } catch {
    return '';
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    throw storeError('list', folder, error);
  }
}
