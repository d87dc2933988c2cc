/** How is a process that slept through its lease kept from writing into a folder that another has taken over? */
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { StartedAttempt } from '../core/attempt.ts';
import { StoreConflictError } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import type { ModelReply } from '../core/model.ts';
import { publish } from './files.ts';
import type { Journal } from './journal.ts';
import type { LedgerFile } from './ledger-file.ts';
import type { FolderLock } from './lock.ts';
import type { ReplyLog } from './reply-log.ts';

/**
 * Puts copies in the place of files that grow. Whoever has them open still, and may be in the middle of a write, goes on
 * writing into files that have no name any more.
 */
export function detachFiles(folder: string, names: readonly string[]): void {
  for (const name of names) {
    const path = join(folder, name);
    if (existsSync(path)) publish(path, 'take over', (draft) => copyFileSync(path, draft));
  }
}

/** @throws StoreConflictError when a later lease has the folder */
export function checkHeld(path: string, lock: FolderLock): void {
  if (lock.isHeld()) return;
  throw new StoreConflictError(`${path} has been taken over by a later lease of its job`, {
    hints: ['nothing is lost: the worker that has the job now goes on from what was written'],
  });
}

/** What of a job folder writes. */
interface Writing<Name> {
  readonly path: string;
  readonly journal: Journal;
  readonly replies: ReplyLog;
  readonly ledger: LedgerFile;
  write(name: Name, content: JsonObject): void;
  writeDerived(name: string, text: string): void;
  dropDerived(name: string): void;
}

/** The folder, each write of which asks first whether the lease still counts. */
export function fencedFolder<Name, Folder extends Writing<Name>>(
  folder: Folder,
  lock: FolderLock,
): Folder {
  if (lock.owner.fence === undefined) return folder;
  const { journal, replies, ledger } = folder;
  const check = (): void => checkHeld(folder.path, lock);
  return {
    ...folder,
    journal: {
      ...journal,
      append(record: JsonObject) {
        check();
        return journal.append(record);
      },
    },
    replies: {
      ...replies,
      get size() {
        return replies.size;
      },
      set(key: string, reply: ModelReply) {
        check();
        replies.set(key, reply);
      },
    },
    ledger: {
      ...ledger,
      get next() {
        return ledger.next;
      },
      start(attempt: StartedAttempt) {
        check();
        return ledger.start(attempt);
      },
    },
    write(name: Name, content: JsonObject) {
      check();
      folder.write(name, content);
    },
    writeDerived(name: string, text: string) {
      check();
      folder.writeDerived(name, text);
    },
    dropDerived(name: string) {
      check();
      folder.dropDerived(name);
    },
  };
}
