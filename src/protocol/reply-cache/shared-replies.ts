/** Which replies did other jobs pay for? */
import { StoreError } from '../../core/errors.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import type { ModelReply } from '../../core/model.ts';
import type { AskedReply, ReplyCache } from '../../models/middleware/cache.ts';
import { askerOf } from '../../models/middleware/request-key.ts';
import { type EntryStore, openEntryStore } from '../../store/entries.ts';

export const REPLY_SCHEMA = 'shared-reply-1';

export interface SharedReplyCounts {
  /** Replies that were given out without asking the model. */
  readonly hits: number;
  /** Replies that were kept for others. */
  readonly kept: number;
  /** Entries that were damaged: asked for anew, and written over. */
  readonly damaged: number;
  /** Replies that could not be kept: a cache that is full stops no job. */
  readonly unkept: number;
}

export interface SharedReplies extends ReplyCache {
  readonly folder: string;
  counts(): SharedReplyCounts;
}

/**
 * A folder of replies by request. The key is `replyKey`: the provider with its servers and settings, and everything that
 * is sent, with the sample number, which makes intended repetitions draws of their own. A task's split and replicate are
 * in the sampling seed. Only whole answers are kept: none that was cut at the token cap, declined or filtered, and never
 * a failure.
 */
export function openSharedReplies(folder: string): SharedReplies {
  const store = openEntryStore(folder);
  const counts = { hits: 0, kept: 0, damaged: 0, unkept: 0 };
  return {
    folder,
    counts: () => ({ ...counts }),
    get(key) {
      const reply = intactReply(store, key);
      if (reply === 'damaged') counts.damaged += 1;
      if (reply === 'damaged' || reply === undefined) return undefined;
      counts.hits += 1;
      return reply;
    },
    set(key, reply, asked) {
      if (reply.finishReason !== 'stop') return;
      try {
        store.put(key, entryOf(reply, asked));
        counts.kept += 1;
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        counts.unkept += 1;
      }
    },
  };
}

function intactReply(store: EntryStore, key: string): ModelReply | 'damaged' | undefined {
  try {
    const entry = store.get(key);
    if (entry === null) return undefined;
    return entry['schema'] === REPLY_SCHEMA ? (entry['reply'] as unknown as ModelReply) : 'damaged';
  } catch (error) {
    // What the system refuses (no right to read, say) is no damage.
    if (error instanceof StoreError && error.cause === undefined) return 'damaged';
    throw error;
  }
}

/** With the request, so that the key can be computed again. */
function entryOf(reply: ModelReply, { provider, request }: AskedReply): JsonObject {
  const { model, messages, decoding, seed, sample, tools } = request;
  return {
    schema: REPLY_SCHEMA,
    provider,
    request: {
      ...{ model, seed, sample, asker: askerOf(request) },
      messages: messages as unknown as Json,
      decoding: decoding as unknown as Json,
      ...(tools === undefined ? {} : { tools: tools as unknown as Json }),
    },
    reply: reply as unknown as Json,
  };
}

/**
 * The job's own replies, and behind them those of others. What others paid for goes into the job's own log, so that a
 * job that is continued has all of its replies whatever becomes of the shared folder.
 */
export function layered(own: ReplyCache, shared: ReplyCache): ReplyCache {
  return {
    get(key, asked) {
      const known = own.get(key, asked);
      if (known !== undefined) return known;
      const found = shared.get(key, asked);
      if (found !== undefined) own.set(key, found, asked);
      return found;
    },
    set(key, reply, asked) {
      own.set(key, reply, asked);
      shared.set(key, reply, asked);
    },
  };
}
