/** How does one rehearse and test without a model? A real HTTP server on 127.0.0.1 that speaks both wire formats. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Brain, LoopbackAnswer, LoopbackCall, LoopbackFault, LoopbackReply } from './brain.ts';
import { createTally, type LoopbackCounters, type Tally } from './counters.ts';
import { readMessages, readTools } from './read-call.ts';
import { anthropicBody, anthropicEvents, anthropicModels } from './wire-anthropic.ts';
import { type EmbeddingBrain, embeddingsBody, readTexts } from './wire-embeddings.ts';
import { openAiBody, openAiEvents, openAiModels } from './wire-openai.ts';

export interface LoopbackOptions {
  readonly brain: Brain;
  /** What POST /v1/embeddings answers; without it there is no such path. */
  readonly embeddings?: EmbeddingBrain;
  /** Ids of the model list. */
  readonly models?: readonly string[];
  /** Milliseconds from the arrival of a call to its answer, unless the reply names its own. */
  readonly latencyMs?: number | ((call: LoopbackCall) => number);
  /** Keep every call for inspection; off for long measurements. */
  readonly keepLog?: boolean;
  readonly port?: number;
}

export interface Loopback {
  /** Base URL of the OpenAI wire format, ending in /v1. */
  readonly openAiUrl: string;
  /** Base URL of the Anthropic wire format. */
  readonly anthropicUrl: string;
  /** Calls in order of arrival, when `keepLog` is not false. */
  readonly calls: readonly LoopbackCall[];
  readonly counters: () => LoopbackCounters;
  readonly close: () => Promise<void>;
}

interface Session {
  readonly options: LoopbackOptions;
  readonly tally: Tally;
  readonly log: LoopbackCall[];
}

/**
 * Paths: POST /v1/chat/completions, POST /v1/messages, POST /v1/embeddings, GET /v1/models (worded for whoever asks), GET
 * /control/counters, POST /control/reset.
 */
export async function startLoopback(options: LoopbackOptions): Promise<Loopback> {
  const session: Session = { options, tally: createTally(), log: [] };
  const server = createServer((request, response) => {
    receive(session, request, response).catch(() => response.destroy());
  });
  server.on('connection', () => session.tally.connected());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    openAiUrl: `http://127.0.0.1:${port}/v1`,
    anthropicUrl: `http://127.0.0.1:${port}`,
    calls: session.log,
    counters: () => session.tally.snapshot(),
    close: () => closeServer(server),
  };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function receive(
  session: Session,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url?.split('?')[0] ?? '';
  if (request.method === 'POST' && path === '/v1/chat/completions') {
    await answerCall(session, 'openai', { request, response });
  } else if (request.method === 'POST' && path === '/v1/messages') {
    await answerCall(session, 'anthropic', { request, response });
  } else if (path === '/v1/embeddings' && session.options.embeddings !== undefined) {
    await answerEmbeddings(session, session.options.embeddings, { request, response });
  } else if (path.startsWith('/v1/models')) {
    session.tally.listed();
    const models = session.options.models ?? [];
    const isAnthropic = request.headers['anthropic-version'] !== undefined;
    sendJson(response, 200, isAnthropic ? anthropicModels(models) : openAiModels(models));
  } else if (path === '/control/counters') {
    sendJson(response, 200, JSON.stringify(session.tally.snapshot()));
  } else if (path === '/control/reset') {
    session.tally.reset();
    session.log.length = 0;
    sendJson(response, 200, '{}');
  } else {
    sendJson(response, 404, JSON.stringify({ error: { message: `no such path: ${path}` } }));
  }
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

async function answerCall(
  session: Session,
  wire: LoopbackCall['wire'],
  exchange: Exchange,
): Promise<void> {
  const { response } = exchange;
  const arrived = performance.now();
  let call: LoopbackCall;
  try {
    call = await readCall(session, wire, exchange);
  } catch {
    const error = { message: 'the body is not a JSON object with messages', type: 'bad_request' };
    sendJson(response, 400, JSON.stringify({ type: 'error', error }));
    return;
  }
  // Calls that came together are all let in before one is thought about: each is answered in its own time.
  await setImmediate();
  const answer = await session.options.brain(call);
  const spent = performance.now() - arrived;
  await pause(latencyOf(session.options, call, answer) - spent);
  if (response.destroyed) return;
  const reply = typeof answer === 'string' ? { text: answer } : answer;
  if ('fault' in reply) sendFault(response, call, reply);
  else await sendReply({ response, tally: session.tally }, call, reply);
}

async function answerEmbeddings(
  session: Session,
  brain: EmbeddingBrain,
  exchange: Exchange,
): Promise<void> {
  const { response } = exchange;
  const call = await readCall(session, 'openai', exchange);
  const answer = brain(readTexts(call.body), call);
  if ('fault' in answer) sendFault(response, call, answer);
  else sendJson(response, 200, embeddingsBody(call.model, answer));
}

async function readCall(
  session: Session,
  wire: LoopbackCall['wire'],
  { request, response }: Exchange,
): Promise<LoopbackCall> {
  const bytes = await readBody(request);
  const { index, repeat, hash } = session.tally.started(bytes);
  response.once('close', () => session.tally.finished(response.writableFinished));
  const body = JSON.parse(bytes.toString('utf8')) as LoopbackCall['body'];
  const call: LoopbackCall = {
    wire,
    index,
    repeat,
    model: String(body['model']),
    messages: readMessages(body),
    ...readTools(body),
    body,
    bodyHash: hash,
    headers: request.headers,
  };
  if (session.options.keepLog !== false) session.log.push(call);
  return call;
}

function latencyOf(options: LoopbackOptions, call: LoopbackCall, answer: LoopbackAnswer): number {
  const own = typeof answer === 'object' && 'latencyMs' in answer ? answer.latencyMs : undefined;
  if (own !== undefined) return own;
  const { latencyMs } = options;
  return typeof latencyMs === 'function' ? latencyMs(call) : (latencyMs ?? 0);
}

function pause(milliseconds: number): Promise<void> | undefined {
  return milliseconds > 0 ? new Promise((resolve) => setTimeout(resolve, milliseconds)) : undefined;
}

async function sendReply(
  { response, tally }: { readonly response: ServerResponse; readonly tally: Tally },
  call: LoopbackCall,
  reply: LoopbackReply,
): Promise<void> {
  const isOpenAi = call.wire === 'openai';
  const streaming = call.body['stream'] === true;
  const [events, body] = isOpenAi ? [openAiEvents, openAiBody] : [anthropicEvents, anthropicBody];
  const text = streaming ? events(call, reply) : body(call, reply);
  response.once('finish', () => tally.replied(reply));
  if (reply.dripMs !== undefined) {
    const contentType = streaming ? 'text/event-stream' : 'application/json';
    await drip(response, { text, contentType, milliseconds: reply.dripMs });
  } else if (streaming) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(text);
  } else {
    sendJson(response, 200, text);
  }
}

const DRIPS = 50;

async function drip(
  response: ServerResponse,
  {
    text,
    contentType,
    milliseconds,
  }: { readonly text: string; readonly contentType: string; readonly milliseconds: number },
): Promise<void> {
  response.writeHead(200, { 'content-type': contentType });
  const size = Math.ceil(text.length / DRIPS);
  for (let start = 0; start < text.length && !response.destroyed; start += size) {
    response.write(text.slice(start, start + size));
    await pause(milliseconds / DRIPS);
  }
  response.end();
}

function sendFault(response: ServerResponse, call: LoopbackCall, fault: LoopbackFault): void {
  switch (fault.fault) {
    case 'status': {
      const message = fault.message ?? `fault ${fault.status}`;
      const error = { message, type: fault.code ?? 'loopback_fault', code: fault.code ?? null };
      response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers });
      response.end(JSON.stringify({ type: 'error', error }));
      return;
    }
    case 'cut':
      if (fault.early === true) response.destroy();
      else cutInTheMiddle(response, call.body['stream'] === true);
      return;
    case 'hang':
      return;
    case 'body':
      response.writeHead(200, { 'content-type': fault.contentType ?? 'application/json' });
      response.end(fault.body);
  }
}

function cutInTheMiddle(response: ServerResponse, streaming: boolean): void {
  const start = streaming
    ? 'data: {"id":"c","model":"m","choices":[{"index":0,"delta":{"content":"half"},"finish_reason":null}]}\n\n'
    : '{"id":"c","choices":[{"message":{"content":"half';
  response.writeHead(200, {
    'content-type': streaming ? 'text/event-stream' : 'application/json',
    'content-length': String(start.length + 1000),
  });
  response.write(start, () => response.destroy());
}

function sendJson(response: ServerResponse, code: number, body: string): void {
  response.writeHead(code, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    request.on('data', (part: Buffer) => parts.push(part));
    request.once('end', () => resolve(Buffer.concat(parts)));
    request.once('error', reject);
  });
}
