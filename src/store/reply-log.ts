/** Which model replies were paid for already? */
import { closeSync, openSync, readSync } from 'node:fs';
import { StoreError } from '../core/errors.ts';
import type { Json, JsonObject } from '../core/json.ts';
import type { ModelReply } from '../core/model.ts';
import { storeError } from './files.ts';
import { decodeLine, openJournal, type RecordPlace } from './journal.ts';

/**
 * An append-only file of replies by request key. Only the places are kept in memory, so a log of long replies costs
 * little; a reply is on disk before anybody sees it, so a finished call is never made twice.
 */
export interface ReplyLog {
  get(key: string): ModelReply | undefined;
  set(key: string, reply: ModelReply): void;
  readonly size: number;
  sync(): void;
  close(): void;
}

export function openReplyLog(path: string): ReplyLog {
  const places = new Map<string, RecordPlace>();
  const { journal } = openJournal(path, (record, place) => {
    if (typeof record['key'] === 'string') places.set(record['key'], place);
  });
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    throw storeError('read', path, error);
  }
  return {
    get(key) {
      const place = places.get(key);
      return place === undefined ? undefined : readReply(descriptor, place, path);
    },
    set(key, reply) {
      places.set(key, journal.append({ key, reply: reply as unknown as Json }));
    },
    get size() {
      return places.size;
    },
    sync: () => journal.sync(),
    close() {
      journal.close();
      closeSync(descriptor);
    },
  };
}

function readReply(descriptor: number, place: RecordPlace, path: string): ModelReply {
  const buffer = Buffer.alloc(place.length);
  let read = 0;
  while (read < place.length) {
    const count = readSync(descriptor, buffer, read, place.length - read, place.offset + read);
    if (count === 0) break;
    read += count;
  }
  const record: JsonObject | null = decodeLine(buffer.toString('utf8'));
  if (record === null) throw new StoreError(`${path} was changed while the job was running`);
  return record['reply'] as unknown as ModelReply;
}
