/** What is in a folder of shared replies, is it whole, and what may go? */
import { existsSync } from 'node:fs';
import { PrerequisiteError, StoreError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Channel, ModelReply, ModelRequest } from '../../core/model.ts';
import { replyKey } from '../../models/middleware/request-key.ts';
import {
  type EntryPlace,
  type EntryStore,
  entrySize,
  openEntryStore,
  removeEntry,
} from '../../store/entries.ts';
import { REPLY_SCHEMA } from './shared-replies.ts';

export interface CachedReply {
  readonly key: string;
  readonly provider: string;
  readonly model: string;
  readonly asker: 'team' | 'method';
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
}

export interface DamagedEntry {
  readonly path: string;
  readonly problem: string;
}

export interface CacheContent {
  readonly replies: readonly CachedReply[];
  readonly damaged: readonly DamagedEntry[];
}

/** Reads every entry. @throws PrerequisiteError when there is no such folder */
export function cacheContent(folder: string): CacheContent {
  const store = openExisting(folder);
  const replies: CachedReply[] = [];
  const damaged: DamagedEntry[] = [];
  for (const place of store.places()) {
    const read = readEntry(store, place);
    if (read === null) continue;
    if ('problem' in read) damaged.push(read);
    else replies.push(read);
  }
  return { replies, damaged };
}

export interface PruneRule {
  /** Entries written before, in milliseconds since 1970. */
  readonly olderThan: number | null;
  /** Bytes that may stay; the oldest go first. */
  readonly mostBytes: number | null;
}

export interface Pruned {
  readonly removed: number;
  readonly removedBytes: number;
  readonly kept: number;
  readonly keptBytes: number;
}

/** Takes away what is old or too much. A job that runs meanwhile asks again for what it misses. */
export function pruneCache(folder: string, { olderThan, mostBytes }: PruneRule): Pruned {
  const entries = [...openExisting(folder).places()].flatMap((place) => {
    const size = entrySize(place);
    return size === null ? [] : [{ place, ...size }];
  });
  entries.sort((left, right) => right.writtenAt - left.writtenAt);
  const counts = { removed: 0, removedBytes: 0, kept: 0, keptBytes: 0 };
  for (const { place, bytes, writtenAt } of entries) {
    const isOld = olderThan !== null && writtenAt < olderThan;
    const isMuch = mostBytes !== null && counts.keptBytes + bytes > mostBytes;
    if (isOld || isMuch) {
      removeEntry(place);
      counts.removed += 1;
      counts.removedBytes += bytes;
    } else {
      counts.kept += 1;
      counts.keptBytes += bytes;
    }
  }
  return counts;
}

/** Takes damaged entries away: the next job asks anew. */
export function removeDamaged(damaged: readonly DamagedEntry[]): void {
  for (const { path } of damaged) removeEntry({ key: '', path });
}

function openExisting(folder: string): EntryStore {
  if (existsSync(folder)) return openEntryStore(folder);
  throw new PrerequisiteError(`there is no cache at ${folder}`, {
    hints: ['protocol run … --cache DIR makes one'],
  });
}

/** Null: gone by now. */
function readEntry(store: EntryStore, place: EntryPlace): CachedReply | DamagedEntry | null {
  const size = entrySize(place);
  if (size === null) return null;
  let entry: JsonObject | null;
  try {
    entry = store.get(place.key);
  } catch (error) {
    if (error instanceof StoreError) return { path: place.path, problem: error.message };
    throw error;
  }
  if (entry === null) return null;
  const problem = entryProblem(entry, place.key);
  if (problem !== null) return { path: place.path, problem: `${place.path} ${problem}` };
  const { provider, request, reply } = entry as unknown as StoredEntry;
  const { usage } = reply;
  const { model, asker } = request;
  return {
    key: place.key,
    provider,
    ...{ model, asker },
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    ...size,
  };
}

interface StoredRequest extends Omit<ModelRequest, 'channel'> {
  readonly asker: 'team' | 'method';
}

interface StoredEntry {
  readonly provider: string;
  readonly request: StoredRequest;
  readonly reply: ModelReply;
}

const CHANNELS: { readonly [Asker in StoredRequest['asker']]: Channel } = {
  team: 'task',
  method: 'reflect',
};

/** The key is computed again from the request: a file that was renamed would answer something else. */
function entryProblem(entry: JsonObject, key: string): string | null {
  if (entry['schema'] !== REPLY_SCHEMA) return `is no entry of schema ${REPLY_SCHEMA}`;
  const { provider, request: stored } = entry as unknown as StoredEntry;
  const { asker, ...request } = stored;
  const own = replyKey(provider, { ...request, channel: CHANNELS[asker] });
  return own === key ? null : 'answers another request than its name says';
}
