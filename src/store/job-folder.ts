/** Which job lives in this folder, and what has it written so far? */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AttemptRow } from '../core/attempt.ts';
import { StoreConflictError } from '../core/errors.ts';
import { canonicalJson, digest, type Json, type JsonObject } from '../core/json.ts';
import { type BlobStore, openBlobStore } from './blobs.ts';
import { detachFiles, fencedFolder } from './fence.ts';
import {
  errorCode,
  makeFolder,
  readSealed,
  storeError,
  writeDerivedFile,
  writeSealed,
} from './files.ts';
import { type Journal, openJournal } from './journal.ts';
import { FLIGHT_NAME, LEDGER_NAME, type LedgerFile, openLedgerFile } from './ledger-file.ts';
import { type Fence, type FolderLock, lockFolder, type ProcessIdentity } from './lock.ts';
import { openReplyLog, type ReplyLog } from './reply-log.ts';

/** Files that are written once, sealed, and whose presence means that their part is done. */
export type SealedName = 'job' | 'optimization' | 'selection' | 'frozen' | 'test' | 'result';

/** Beside them, sealed: the test of the frozen configuration, measured again. No part of the job. */
export const REPEATS = 'aa.json';

export interface JobFolder {
  readonly path: string;
  readonly journal: Journal;
  /** What the journal held when the folder was opened, in order. */
  readonly records: readonly JsonObject[];
  readonly traces: BlobStore;
  readonly replies: ReplyLog;
  /** On disk before anything that came of its rows: journal and replies see to it. */
  readonly ledger: LedgerFile;
  /** Bytes of a half-written line that a crash left, now in `journal.ndjson.torn`. */
  readonly tornBytes: number;
  read(name: SealedName): JsonObject | null;
  write(name: SealedName, content: JsonObject): void;
  /** Replaces a plain file in the folder: telemetry, resolved configuration, a candidate. */
  writeDerived(name: string, text: string): void;
  /** Removes a file that `writeDerived` made; nothing happens when it is not there. */
  dropDerived(name: string): void;
  close(): void;
}

export interface OpenJobOptions {
  readonly path: string;
  /** Everything that makes this job this job; compared with the folder's. */
  readonly identity: JsonObject;
  /** The rest of job.json, written when the folder is new. */
  readonly description: JsonObject;
  readonly process: ProcessIdentity;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Hears of every attempt of earlier sessions, in order. */
  readonly onAttempt?: (row: AttemptRow) => void;
  /** The lease that the job is done under. Absent: whoever has the lock keeps it. */
  readonly fence?: Fence;
}

const JOURNAL = 'journal.ndjson';
const REPLIES = 'replies.ndjson';

/** The sealed document of a folder without locking it, or null. @throws StoreError when it is damaged */
export function readJobDocument(folder: string, name: SealedName): JsonObject | null {
  return readSealed(join(folder, `${name}.json`));
}

/**
 * @throws StoreConflictError when the folder holds another job (with the difference) or is in use
 * @throws StoreError when it cannot be written
 */
export function openJobFolder(options: OpenJobOptions): JobFolder {
  makeFolder(options.path);
  checkOwner(options.path, options.identity);
  const lock = lockFolder(options.path, options);
  try {
    // Once more, now that nobody else can write: another job may have come and gone since the first look.
    checkOwner(options.path, options.identity);
    if (options.fence !== undefined) {
      detachFiles(options.path, [LEDGER_NAME, FLIGHT_NAME, JOURNAL, REPLIES]);
    }
    if (readJobDocument(options.path, 'job') === null) {
      writeSealed(join(options.path, 'job.json'), {
        schema: 'job-1',
        identity: options.identity,
        identityHash: digest(options.identity),
        ...options.description,
      });
    }
    return fencedFolder(openFiles(options, lock), lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

function openFiles(options: OpenJobOptions, lock: FolderLock): JobFolder {
  const file = (name: string): string => join(options.path, name);
  const records: JsonObject[] = [];
  const ledger = openLedgerFile(options.path, options.onAttempt ?? (() => undefined));
  const { journal, tornBytes } = openJournal(file(JOURNAL), (record) => records.push(record));
  const replies = openReplyLog(file(REPLIES));
  return {
    path: options.path,
    journal: {
      ...journal,
      append(record) {
        ledger.flush();
        return journal.append(record);
      },
    },
    records,
    traces: openBlobStore(file('traces')),
    replies: {
      ...replies,
      get size() {
        return replies.size;
      },
      set(key, reply) {
        ledger.flush();
        replies.set(key, reply);
      },
    },
    ledger,
    tornBytes,
    read: (name) => readJobDocument(options.path, name),
    write: (name, content) => writeSealed(file(`${name}.json`), content),
    writeDerived: (name, text) => writeDerivedFile(file(name), text),
    dropDerived: (name) => rmSync(file(name), { force: true }),
    close() {
      ledger.close(lock.isHeld());
      replies.close();
      journal.close();
      lock.release();
    },
  };
}

/** @throws StoreConflictError when the folder holds another job, or files that no job wrote */
export function checkOwner(folder: string, identity: JsonObject): void {
  const job = readJobDocument(folder, 'job');
  if (job === null) {
    // Drafts of a lock or of job.json are what a process leaves that was killed before it had a job.
    const strangers = list(folder).filter((name) => !/^(?:lock|job)\.json/.test(name));
    if (strangers.length === 0) return;
    throw new StoreConflictError(
      `${folder} is not a job folder: it holds ${strangers.slice(0, 3).join(', ')}${strangers.length > 3 ? ', …' : ''}`,
      { hints: ['choose another folder with --out'] },
    );
  }
  const held = job['identity'] as JsonObject;
  if (canonicalJson(held) === canonicalJson(identity)) return;
  throw new StoreConflictError(
    [`${folder} holds another job:`, ...identityDifference(held, identity)].join('\n  '),
    { hints: ['choose another folder with --out, or ask for the job that is there'] },
  );
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw storeError('read the folder', folder, error);
  }
}

/** One line per setting that differs: `budget 600 (you asked for 100)`. */
export function identityDifference(held: JsonObject, asked: JsonObject): string[] {
  const left = flatten(held);
  const right = flatten(asked);
  const names = [...new Set([...left.keys(), ...right.keys()])].sort();
  return names
    .filter((name) => left.get(name) !== right.get(name))
    .map(
      (name) =>
        `${name} ${left.get(name) ?? 'unset'} (you asked for ${right.get(name) ?? 'unset'})`,
    );
}

function flatten(value: JsonObject, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, item] of Object.entries(value)) {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    if (isObject(item)) for (const [inner, text] of flatten(item, name)) flat.set(inner, text);
    else flat.set(name, typeof item === 'string' ? item : JSON.stringify(item));
  }
  return flat;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
