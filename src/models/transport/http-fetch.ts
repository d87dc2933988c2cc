/** How does a request reach a server? Over undici's kept-alive connections, without any time limit of their own. */
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
// One class of undici: the package as a whole takes a tenth of a second of processor time to load.
import Client from 'undici/lib/dispatcher/client.js';

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A 2xx answer whose body is not the JSON that was asked for. */
export class UnreadableBodyError extends Error {
  readonly empty: boolean;

  constructor(text: string) {
    const empty = text.trim() === '';
    super(empty ? 'the body is empty' : `the body is not JSON: ${text.slice(0, 80)}`);
    this.name = 'UnreadableBodyError';
    this.empty = empty;
  }
}

/**
 * No limits but the caller's signal. Idle sockets are dropped before uvicorn drops them after 5 s, or 2 s before the
 * moment that the server names, so that a request never meets a closing one.
 */
const SETTINGS = {
  headersTimeout: 0,
  bodyTimeout: 0,
  connectTimeout: 0,
  keepAliveTimeout: 4000,
} as const;

/** One URL, and the connections to its server that wait for work. */
interface Target {
  readonly url: string;
  readonly origin: string;
  readonly path: string;
  readonly idle: Client[];
}

/**
 * A stand-in for `fetch` that the SDKs accept. Node's own gives up after 300 s without headers or between two parts of
 * a body, whatever time-out was asked for, and a long answer on a busy server takes longer. Here only the caller's
 * signal ends a request, and ending it closes the socket, which tells the server to stop generating.
 *
 * The body is read before the promise resolves, so a signal covers all of it; only event streams are passed on while
 * they arrive. Redirects are not followed. Bodies are texts.
 */
export function createHttpFetch(): Fetch {
  const targets = new Map<string, Target>();
  const idleByOrigin = new Map<string, Client[]>();
  const aim = (url: string): Target => {
    const known = targets.get(url);
    if (known !== undefined) return known;
    const { origin, pathname, search } = new URL(url);
    const idle = idleByOrigin.get(origin) ?? [];
    const target = { url, origin, path: `${pathname}${search}`, idle };
    idleByOrigin.set(origin, idle);
    targets.set(url, target);
    return target;
  };
  return (input, init = {}) =>
    exchange(aim(typeof input === 'object' && 'url' in input ? input.url : String(input)), init);
}

/**
 * A client per request in flight, taken from those that are idle: choosing one costs less than undici's pool, and
 * ending a request is destroying its client, in whatever state its connection is.
 */
function exchange(target: Target, init: RequestInit): Promise<Response> {
  const signal = init.signal ?? null;
  if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
  const client = target.idle.pop() ?? new Client(target.origin, SETTINGS);
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      void client.destroy(signal?.reason as Error);
    };
    signal?.addEventListener('abort', stop, { once: true });
    const finish = (isUsable: boolean): void => {
      signal?.removeEventListener('abort', stop);
      if (isUsable) target.idle.push(client);
      else void client.destroy();
    };
    const request = {
      method: init.method ?? 'GET',
      path: target.path,
      headers: plainHeaders(init.headers),
      body: typeof init.body === 'string' ? init.body : null,
    };
    client.dispatch(request, receiver(target.url, { resolve, reject, finish }));
  });
}

interface Ending {
  readonly resolve: (response: Response) => void;
  readonly reject: (error: Error) => void;
  /** Called once: may the connection be used again? */
  readonly finish: (isUsable: boolean) => void;
}

function receiver(url: string, { resolve, reject, finish }: Ending): Dispatcher.DispatchHandler {
  const parts: Buffer[] = [];
  let status = 0;
  let headers: Received = {};
  let stream: Readable | null = null;
  return {
    onRequestStart: () => undefined,
    onResponseStart(controller, statusCode, received) {
      status = statusCode;
      headers = received;
      if (!isEventStream(received)) return;
      stream = passOn(controller);
      const body = Readable.toWeb(stream) as ReadableStream<Uint8Array>;
      resolve(new Response(body, { status, headers: webHeaders(received) }));
    },
    onResponseData(controller, part) {
      if (stream === null) parts.push(part);
      else if (!stream.push(part)) controller.pause();
    },
    onResponseEnd() {
      finish(true);
      if (stream === null) resolve(bufferedResponse(url, { status, headers, text: textOf(parts) }));
      else stream.push(null);
    },
    onResponseError(_controller, error) {
      finish(false);
      if (stream === null) reject(error);
      else stream.destroy(error);
    },
  };
}

type Received = { readonly [name: string]: string | string[] | undefined };

function isEventStream(headers: Received): boolean {
  return String(headers['content-type'] ?? '').includes('text/event-stream');
}

/** What arrives, as fast as it is read; who stops reading closes the connection. */
function passOn(controller: Dispatcher.DispatchController): Readable {
  return new Readable({
    read: () => controller.resume(),
    destroy(error, done) {
      if (!this.readableEnded) controller.abort(error ?? new Error('nobody reads the answer'));
      done(error);
    },
  });
}

/** Only what the SDKs read of a response: a real one turns the text into a stream and back. */
function bufferedResponse(
  url: string,
  answer: { readonly status: number; readonly headers: Received; readonly text: string },
): Response {
  const { status, text } = answer;
  const ok = status >= 200 && status < 300;
  const response = {
    status,
    ok,
    url,
    headers: ok ? headerView(answer.headers) : webHeaders(answer.headers),
    body: null,
    text: () => Promise.resolve(text),
    json: () => Promise.resolve(text).then(parseJson),
  };
  return response as unknown as Response;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableBodyError(text);
  }
}

function textOf(parts: readonly Buffer[]): string {
  const [first] = parts;
  const whole = parts.length === 1 && first !== undefined ? first : Buffer.concat(parts);
  return whole.toString('utf8');
}

function plainHeaders(given: RequestInit['headers']): Record<string, string> {
  const isList = given instanceof Headers || Array.isArray(given);
  return (isList ? Object.fromEntries(given) : (given ?? {})) as Record<string, string>;
}

/** What the SDKs read of the headers of a good answer. */
function headerView(received: Received): Pick<Headers, 'get'> & { entries(): object } {
  return {
    get: (name) => {
      const value = received[name.toLowerCase()];
      return value === undefined ? null : String(value);
    },
    entries: () => Object.entries(received),
  };
}

function webHeaders(received: Received): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(received)) {
    for (const item of [value ?? []].flat()) headers.append(name, item);
  }
  return headers;
}
