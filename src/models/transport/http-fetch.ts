/** How does a request reach a server? Over kept-alive node:http connections that know no time limit of their own. */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';

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

/** Idle sockets are dropped before uvicorn drops them after 5 s, so that a request never meets a closing one. */
const IDLE_SOCKET_MS = 4000;

/**
 * A stand-in for `fetch` that the SDKs accept. Two reasons not to use Node's own:
 *
 * - it gives up after 300 s without headers or between two parts of a body, whatever time-out was asked for, and a
 *   long answer on a busy server takes longer. Here only the caller's signal ends a request, and ending it closes the
 *   socket, which tells the server to stop generating;
 * - it costs about twice the processor time per call (src/models/README.md has the measurement).
 *
 * The body is read before the promise resolves, so a signal covers all of it; only event streams are passed on while
 * they arrive. Redirects are not followed.
 */
export function createHttpFetch(): Fetch {
  const settings = { keepAlive: true, timeout: IDLE_SOCKET_MS };
  const http = new HttpAgent(settings);
  const https = new HttpsAgent(settings);
  return async (input, init = {}) => {
    const url = new URL(typeof input === 'object' && 'url' in input ? input.url : input);
    const incoming = await send(url, init, url.protocol === 'https:' ? https : http);
    const kind = incoming.headers['content-type'] ?? '';
    return kind.includes('text/event-stream')
      ? streamedResponse(incoming)
      : bufferedResponse(incoming, url);
  };
}

function send(
  url: URL,
  init: RequestInit,
  agent: HttpAgent | HttpsAgent,
): Promise<IncomingMessage> {
  const { signal, body } = init;
  if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
  const headers = plainHeaders(init.headers);
  if (typeof body === 'string') headers['content-length'] = String(Buffer.byteLength(body));
  return new Promise((resolve, reject) => {
    const make = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const outgoing = make(url, { method: init.method ?? 'GET', headers, agent }, resolve);
    const stop = (): void => {
      outgoing.destroy(signal?.reason as Error);
    };
    signal?.addEventListener('abort', stop, { once: true });
    outgoing.once('close', () => signal?.removeEventListener('abort', stop));
    outgoing.once('error', reject);
    outgoing.end(typeof body === 'string' ? body : undefined);
  });
}

function plainHeaders(given: RequestInit['headers']): Record<string, string> {
  return Object.fromEntries(given instanceof Headers ? given : new Headers(given));
}

function streamedResponse(incoming: IncomingMessage): Response {
  const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
  return new Response(body, { status: incoming.statusCode ?? 0, headers: webHeaders(incoming) });
}

/** Only what the SDKs read of a response: a real one turns the text into a stream and back, for 0.1 ms a call. */
async function bufferedResponse(incoming: IncomingMessage, url: URL): Promise<Response> {
  const text = await readText(incoming);
  const status = incoming.statusCode ?? 0;
  const ok = status >= 200 && status < 300;
  const response = {
    status,
    ok,
    url: url.href,
    headers: webHeaders(incoming),
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

async function readText(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.once('end', () => resolve(Buffer.concat(parts).toString('utf8')));
    incoming.once('error', reject);
  });
}

function webHeaders(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  const raw = incoming.rawHeaders;
  for (let index = 0; index + 1 < raw.length; index += 2) {
    headers.append(raw[index] ?? '', raw[index + 1] ?? '');
  }
  return headers;
}
