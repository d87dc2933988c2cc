/** What does a sweep itself write down? Its attempts and a wish to stop; what is done stands in the job folders. */
import { randomUUID } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../core/json.ts';
import { makeFolder, readText, storeError, writeDerivedFile } from '../../store/files.ts';
import { decodeLine, openJournal } from '../../store/journal.ts';
import { type LockOwner, lockFolder, lockHolder, type ProcessIdentity } from '../../store/lock.ts';

/** Below a sweep's root, beside the job folders. */
const STATES_FOLDER = '.sweeps';
const ATTEMPTS = 'attempts.ndjson';
const STOP = 'stop';

const ROOT_MARK = 'root.json';

/** One time that a worker had the job in hand. */
export interface Attempt {
  readonly job: string;
  /** Which job stood behind the key then: SHA-256 of its identity; null when it could not even be prepared. */
  readonly identity: string | null;
  /** Of the lease. */
  readonly token: number;
  readonly outcome: 'done' | 'failed' | 'stopped';
  /** Class of the failure: an error code, or `defect`. Null unless it failed. */
  readonly class: string | null;
  readonly message: string | null;
  readonly milliseconds: number;
  /** ISO 8601. */
  readonly endedAt: string;
}

/** `now`: cut to the calls in flight. `drain`: finish the jobs in hand, start none. */
export type StopWish = 'now' | 'drain';

export interface SweepFolder {
  record(attempt: Attempt): void;
  close(): void;
}

function sweepFolder(root: string, name: string): string {
  return join(root, STATES_FOLDER, name);
}

/**
 * Opens the records of a sweep for its one runner, and forgets an old wish to stop.
 *
 * @throws StoreConflictError when the sweep is being run already
 */
export function openSweepFolder(
  root: string,
  name: string,
  by: { readonly process: ProcessIdentity; readonly now: () => number },
): SweepFolder {
  const path = sweepFolder(root, name);
  makeFolder(path);
  const lock = lockFolder(path, by);
  try {
    remove(join(path, STOP));
    const { journal } = openJournal(join(path, ATTEMPTS), () => undefined);
    return {
      record: (attempt) => {
        journal.append(attempt as unknown as JsonObject);
      },
      close() {
        journal.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Tells the folder of job folders apart from others that have the same path on another machine; made when it is missing. */
export function markRoot(root: string): string {
  const known = rootMark(root);
  if (known !== null) return known;
  const id = randomUUID();
  writeDerivedFile(join(root, STATES_FOLDER, ROOT_MARK), `${JSON.stringify({ id })}\n`);
  return rootMark(root) ?? id;
}

/** Null: no sweep has enqueued jobs for this folder. */
export function rootMark(root: string): string | null {
  const text = readText(join(root, STATES_FOLDER, ROOT_MARK));
  return text === null ? null : (JSON.parse(text) as { readonly id: string }).id;
}

/** In order; a last line that is being written right now is left out. */
export function readAttempts(root: string, name: string): Attempt[] {
  const text = readText(join(sweepFolder(root, name), ATTEMPTS)) ?? '';
  return text.split('\n').flatMap((line) => {
    const record = line === '' ? null : decodeLine(line);
    return record === null ? [] : [record as unknown as Attempt];
  });
}

/** Who runs the sweep now, or null. */
export function sweepRunner(
  root: string,
  name: string,
  process: ProcessIdentity,
): LockOwner | null {
  return lockHolder(sweepFolder(root, name), process);
}

export function askToStop(root: string, name: string, wish: StopWish): void {
  writeDerivedFile(join(sweepFolder(root, name), STOP), `${wish}\n`);
}

/** Null: nobody asked. Looks at one file. */
export function stopWish(root: string, name: string): StopWish | null {
  const path = join(sweepFolder(root, name), STOP);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return null;
  return readText(path)?.trim() === 'drain' ? 'drain' : 'now';
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    throw storeError('remove', path, error);
  }
}
