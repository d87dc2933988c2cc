/** Who is writing to this folder, and are they still alive? */
import {
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { StoreConflictError, StoreError } from '../core/errors.ts';
import { errorCode, storeError } from './files.ts';

/** Which program wrote; null where it cannot be known. */
export interface Software {
  /** Name and version. */
  readonly package: string;
  /** For example `linux-x64`. */
  readonly platform: string;
  /** Of the checkout it runs from. */
  readonly commit: string | null;
  /** True when tracked files differ from the commit. */
  readonly changed: boolean | null;
  /** SHA-256 of package-lock.json. */
  readonly lockfile: string | null;
}

/** The process that opens a job, and how to ask about others on this machine. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** Name and version of the runtime, for telemetry. */
  readonly runtime: string;
  /** Looked up when it is first asked for. */
  readonly software?: Software | undefined;
  /** When this process began, in milliseconds since 1970. */
  readonly startedAt: number;
  /** True when a process of this number lives on this machine. */
  isAlive(pid: number): boolean;
}

/** The lease of a queue under which a process works: of two leases of one job, the later one has the higher token. */
export interface Fence {
  /** Tokens of different queues cannot be compared. */
  readonly queue: string;
  readonly token: number;
}

export interface LockOwner {
  readonly pid: number;
  readonly host: string;
  /** ISO 8601. */
  readonly since: string;
  /** Tells two locks of one process apart. */
  readonly token: string;
  /** Absent: held until it is released or its process is gone. */
  readonly fence?: Fence;
}

export interface FolderLock {
  readonly owner: LockOwner;
  /** False once a later lease has taken the folder over. Without a fence nobody can. */
  isHeld(): boolean;
  release(): void;
}

export interface LockOptions {
  readonly process: ProcessIdentity;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly heartbeatMs?: number;
  /** Takes over from any earlier lease of the same queue, wherever its process is and whether or not it lives. */
  readonly fence?: Fence;
}

const FILE = 'lock.json';
const HEARTBEAT_MS = 5_000;

/**
 * Takes the folder's lock, or names who holds it.
 *
 * Without a fence, a lock is taken over only when its owner ran on this machine and is gone: a slow heartbeat alone proves nothing on a
 * laptop that slept or a network disk that stalled. (proper-lockfile steals by age alone, and would make a resumed
 * job wait for that age.)
 *
 * @throws StoreConflictError when another process holds the lock
 */
export function lockFolder(folder: string, options: LockOptions): FolderLock {
  const path = join(folder, FILE);
  const { fence } = options;
  const owner: LockOwner = {
    pid: options.process.pid,
    host: options.process.host,
    since: new Date(options.now()).toISOString(),
    token: [options.process.pid, options.now(), ...(fence === undefined ? [] : [fence.token])].join(
      '-',
    ),
    ...(fence === undefined ? {} : { fence }),
  };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (create(path, owner)) return hold(path, owner, options);
    const holder = readOwner(path);
    if (holder === null) continue;
    if (!isGone(holder, options.process) && !isSuperseded(holder.fence, fence)) {
      throw conflict(folder, holder, holder.host === owner.host);
    }
    removeStale(path, { holder, owner });
  }
  throw new StoreConflictError(`${folder} is being opened by another process right now`, {
    hints: ['wait for it to finish, or choose another folder with --out'],
  });
}

/** Who works in the folder now; null when nobody does, or whoever did is gone. @throws StoreError for a damaged lock */
export function lockHolder(folder: string, process: ProcessIdentity): LockOwner | null {
  const holder = readOwner(join(folder, FILE));
  return holder === null || isGone(holder, process) ? null : holder;
}

function isGone(holder: LockOwner, process: ProcessIdentity): boolean {
  if (holder.host !== process.host) return false;
  if (!process.isAlive(holder.pid)) return true;
  // In a container that is started again, the new process often has the number of the killed one.
  return holder.pid === process.pid && Date.parse(holder.since) < process.startedAt;
}

function isSuperseded(held: Fence | undefined, mine: Fence | undefined): boolean {
  if (held === undefined || mine === undefined) return false;
  return held.queue === mine.queue && held.token < mine.token;
}

function conflict(folder: string, holder: LockOwner, sameHost: boolean): StoreConflictError {
  const who = `process ${holder.pid} on ${holder.host} since ${holder.since}`;
  return new StoreConflictError(`${folder} is in use by ${who}`, {
    hints: sameHost
      ? [
          'wait for it to finish, stop it, or choose another folder with --out',
          `if process ${holder.pid} is something else by now, delete ${join(folder, FILE)} and try again`,
        ]
      : [`if that machine no longer runs it, delete ${join(folder, FILE)} and try again`],
  });
}

function create(path: string, owner: LockOwner): boolean {
  // A hard link appears with its content in one step: a process killed here leaves no empty lock behind.
  const draft = `${path}.${owner.token}.draft`;
  try {
    writeFileSync(draft, `${JSON.stringify(owner)}\n`);
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw storeError('lock', path, error);
  } finally {
    rmSync(draft, { force: true });
  }
}

function readOwner(path: string): LockOwner | null {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as Partial<LockOwner>;
    if (typeof value.pid !== 'number' || typeof value.host !== 'string') throw new SyntaxError();
    return {
      pid: value.pid,
      host: value.host,
      since: value.since ?? '?',
      token: value.token ?? '',
      ...(value.fence === undefined ? {} : { fence: value.fence }),
    };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw new StoreError(`${path} is not a readable lock`, {
      hints: [`if no job runs in this folder, delete ${path} and try again`],
    });
  }
}

function removeStale(
  path: string,
  { holder, owner }: { holder: LockOwner; owner: LockOwner },
): void {
  // Rename first: of two processes that both saw the old owner, only one gets the old file.
  const aside = `${path}.${owner.token}`;
  try {
    renameSync(path, aside);
    // A third one was faster, and it is its lock that was just moved.
    if (readOwner(aside)?.token !== holder.token) linkSync(aside, path);
    unlinkSync(aside);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw storeError('take over', path, error);
  }
}

function hold(path: string, owner: LockOwner, options: LockOptions): FolderLock {
  const beat = setInterval(() => {
    const seconds = options.now() / 1_000;
    try {
      utimesSync(path, seconds, seconds);
    } catch {
      // The heartbeat is for people who look; a missing one must not end a job.
    }
  }, options.heartbeatMs ?? HEARTBEAT_MS);
  beat.unref();
  return {
    owner,
    isHeld: () => owner.fence === undefined || readOwner(path)?.token === owner.token,
    release() {
      clearInterval(beat);
      try {
        if (readOwner(path)?.token === owner.token) unlinkSync(path);
      } catch {
        // Already gone: released is released.
      }
    },
  };
}
