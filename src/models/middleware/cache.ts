/** Was this very request answered before, or is its answer on the way? */
import type { ModelMiddleware, ModelProvider, ModelReply, ModelRequest } from '../../core/model.ts';
import { type AbortWatch, abortWatch, onAbort, orAborted } from '../transport/deadline.ts';
import { replyKey } from './request-key.ts';

/** What a reply answers. */
export interface AskedReply {
  /** Id of the provider. */
  readonly provider: string;
  readonly request: ModelRequest;
}

/** Where replies are kept. `set` has the reply on disk before it returns, if it is kept on disk. */
export interface ReplyCache {
  get(key: string, asked: AskedReply): ModelReply | undefined;
  set(key: string, reply: ModelReply, asked: AskedReply): void;
}

export function memoryCache(): ReplyCache {
  return new Map<string, ModelReply>();
}

interface Flight {
  readonly reply: Promise<ModelReply>;
  readonly controller: AbortController;
  waiting: number;
  landed: boolean;
}

export type OnReuse = (request: ModelRequest, reply: ModelReply) => void;

/**
 * Equal requests made at the same time share one call; it is cancelled when the last of those who wait for it gives
 * up. Only replies are kept, never errors. Intended repetitions differ in `sample` and are different requests.
 *
 * @param onReuse hears of every reply that is given out without a call of its own
 */
export function cache(replies: ReplyCache, onReuse: OnReuse = () => undefined): ModelMiddleware {
  return (next) => {
    const flights = new Map<string, Flight>();
    const watch = abortWatch();
    return {
      ...next,
      generate: async (request, signal) => {
        const key = replyKey(next.id, request);
        const asked = { provider: next.id, request };
        const known = replies.get(key, asked);
        if (known !== undefined) {
          onReuse(request, known);
          return known;
        }
        const shared = flights.get(key);
        const flight = shared ?? takeOff({ key, asked, next, replies, flights });
        const reply = await board(flight, signal, watch);
        if (shared !== undefined) onReuse(request, reply);
        return reply;
      },
    };
  };
}

interface Route {
  readonly key: string;
  readonly asked: AskedReply;
  readonly next: ModelProvider;
  readonly replies: ReplyCache;
  readonly flights: Map<string, Flight>;
}

function takeOff(route: Route): Flight {
  const { key, asked, next, replies, flights } = route;
  const controller = new AbortController();
  const call = async (): Promise<ModelReply> => {
    try {
      const reply = await next.generate(asked.request, controller.signal);
      replies.set(key, reply, asked);
      return reply;
    } finally {
      flight.landed = true;
      if (flights.get(key) === flight) flights.delete(key);
    }
  };
  const reply = Promise.resolve().then(call);
  const flight: Flight = { reply, controller, waiting: 0, landed: false };
  // A flight that everybody has left must not come down as an unhandled rejection.
  flight.reply.catch(() => undefined);
  onAbort(controller.signal, () => {
    // Whoever asks from now on must not be given the cancelled call.
    if (flights.get(key) === flight) flights.delete(key);
  });
  flights.set(key, flight);
  return flight;
}

async function board(flight: Flight, signal: AbortSignal, watch: AbortWatch): Promise<ModelReply> {
  flight.waiting += 1;
  try {
    return await orAborted(flight.reply, signal, watch);
  } finally {
    flight.waiting -= 1;
    if (flight.waiting === 0 && !flight.landed) flight.controller.abort();
  }
}
