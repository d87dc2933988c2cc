/** Where are transcripts kept, once per content? */
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { StoreError } from '../core/errors.ts';
import { sha256 } from '../core/json.ts';
import type { BlobHash } from '../core/rollout.ts';
import { errorCode, makeFolder, publish, storeError } from './files.ts';

export interface BlobStore {
  /** Keeps a JSON value, readable when this returns; equal text is kept once. @throws StoreError */
  put(value: unknown): BlobHash;
  /** @throws StoreError when the blob is missing or does not match its name. */
  get(hash: BlobHash): unknown;
  has(hash: BlobHash): boolean;
  /** Copies a blob from another store when this one lacks it. */
  adopt(hash: BlobHash, from: BlobStore): void;
  path(hash: BlobHash): string;
}

/** Files `<folder>/<sha-256 of the JSON text>.json.gz`. */
export function openBlobStore(folder: string): BlobStore {
  makeFolder(folder);
  const path = (hash: BlobHash): string => join(folder, `${hash}.json.gz`);
  const has = (hash: BlobHash): boolean => existsSync(path(hash));
  return {
    path,
    has,
    put(value) {
      const text = JSON.stringify(value);
      const hash = sha256(text);
      if (has(hash)) return hash;
      // Level 1: text shrinks well at any level. In this thread: for some tens of kilobytes the way to another one and
      // back, once each for packing, opening, writing, closing and renaming, costs more than twice what the work does.
      const packed = gzipSync(text, { level: 1 });
      // Not synced: the journal decides what counts, and a transcript lost with the machine can be made again.
      publish(path(hash), 'write', (draft) => writeFileSync(draft, packed));
      return hash;
    },
    get(hash) {
      try {
        const text = gunzipSync(readFileSync(path(hash))).toString('utf8');
        if (sha256(text) === hash) return JSON.parse(text) as unknown;
      } catch (error) {
        if (errorCode(error) === 'ENOENT') {
          throw new StoreError(`the transcript ${path(hash)} is missing`, {
            hints: [
              'it was deleted after the job wrote it; start the job in a new folder with --out',
            ],
          });
        }
        throw storeError('read', path(hash), error);
      }
      throw new StoreError(`the transcript ${path(hash)} does not match its name`);
    },
    adopt(hash, from) {
      if (has(hash) || !from.has(hash)) return;
      publish(path(hash), 'copy to', (draft) => copyFileSync(from.path(hash), draft));
    },
  };
}
