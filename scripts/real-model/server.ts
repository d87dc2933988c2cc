/** How does a model file answer over HTTP as an OpenAI-compatible server does? A small one, for one request at a time. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Of node-llama-cpp 3, as far as it is used here. */
interface LlamaModule {
  readonly getLlama: (options: object) => Promise<{
    loadModel(options: { readonly modelPath: string }): Promise<LlamaModel>;
  }>;
  readonly LlamaChat: new (options: { readonly contextSequence: unknown }) => LlamaChat;
}

interface LlamaModel {
  readonly tokenizer: unknown;
  createContext(options: object): Promise<{ getSequence(): unknown }>;
  readonly tokenize: (text: string) => readonly number[];
}

interface LlamaChat {
  readonly chatWrapper: {
    generateContextState(options: { readonly chatHistory: readonly ChatItem[] }): {
      readonly contextText: { tokenize(tokenizer: unknown): readonly number[] };
    };
  };
  generateResponse(
    history: readonly ChatItem[],
    options: object,
  ): Promise<{ readonly response: string; readonly metadata: { readonly stopReason: string } }>;
}

type ChatItem =
  | { readonly type: 'system' | 'user'; readonly text: string }
  | { readonly type: 'model'; readonly response: readonly string[] };

interface ChatBody {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly stream?: boolean;
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
  readonly temperature?: number;
  readonly top_p?: number;
  readonly seed?: number;
}

interface Completion {
  readonly text: string;
  readonly finishReason: 'stop' | 'length';
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

export interface RealModelOptions {
  /** Folder whose node_modules holds node-llama-cpp. */
  readonly packages: string;
  readonly modelPath: string;
  /** As /v1/models names it. */
  readonly model: string;
  readonly contextTokens: number;
  /** Upper bound, whatever is asked for. */
  readonly replyTokens: number;
  readonly threads: number;
}

/** Listens on a free port of the loopback. */
export async function serveModel(options: RealModelOptions): Promise<Server> {
  const complete = await completer(options);
  // One after the other: a second sequence would take half of the context.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (body: ChatBody, signal: AbortSignal): Promise<Completion> => {
    const turn = last.then(() => complete(body, signal));
    last = turn.catch(() => undefined);
    return turn;
  };
  const server = createServer((request, response) => {
    answer(request, response, { options, inTurn }).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: String(error), type: 'server_error' } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function completer(
  options: RealModelOptions,
): Promise<(body: ChatBody, signal: AbortSignal) => Promise<Completion>> {
  const entry = join(options.packages, 'node_modules/node-llama-cpp/dist/index.js');
  const { getLlama, LlamaChat } = (await import(pathToFileURL(entry).href)) as LlamaModule;
  const llama = await getLlama({ gpu: false, build: 'never', logLevel: 'error' });
  const model = await llama.loadModel({ modelPath: options.modelPath });
  const { contextTokens: contextSize, threads } = options;
  const context = await model.createContext({ contextSize, threads });
  const chat = new LlamaChat({ contextSequence: context.getSequence() });
  return async (body, signal) => {
    signal.throwIfAborted();
    const history = historyOf(body);
    const { contextText } = chat.chatWrapper.generateContextState({ chatHistory: history });
    const asked = body.max_completion_tokens ?? body.max_tokens ?? options.replyTokens;
    const { response, metadata } = await chat.generateResponse(history, {
      signal,
      maxTokens: Math.min(asked, options.replyTokens),
      temperature: body.temperature ?? 1,
      topP: body.top_p ?? 1,
      seed: body.seed ?? 0,
    });
    return {
      text: response,
      finishReason: metadata.stopReason === 'maxTokens' ? 'length' : 'stop',
      usage: {
        prompt_tokens: contextText.tokenize(model.tokenizer).length,
        completion_tokens: model.tokenize(response).length,
      },
    };
  };
}

/** The last item is the reply to come. */
function historyOf({ messages }: ChatBody): ChatItem[] {
  const items = messages.map(({ role, content }): ChatItem => {
    if (role === 'assistant') return { type: 'model', response: [content] };
    return { type: role === 'system' ? 'system' : 'user', text: content };
  });
  return [...items, { type: 'model', response: [] }];
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { options, inTurn }: { options: RealModelOptions; inTurn: Turns },
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/v1/models') {
    const { model, contextTokens } = options;
    json(response, {
      object: 'list',
      data: [{ id: model, object: 'model', owned_by: 'local', max_model_len: contextTokens }],
    });
    return;
  }
  if (pathname !== '/v1/chat/completions') {
    response.writeHead(404).end();
    return;
  }
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const body = JSON.parse(await text(request)) as ChatBody;
  const completion = await inTurn(body, gone.signal);
  if (body.stream === true) stream(response, options.model, completion);
  else json(response, { ...envelope(options.model, 'chat.completion'), ...whole(completion) });
}

type Turns = (body: ChatBody, signal: AbortSignal) => Promise<Completion>;

function envelope(model: string, object: string): object {
  return { id: 'chatcmpl-local', object, created: Math.floor(Date.now() / 1000), model };
}

function usageOf({ usage }: Completion): object {
  return { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens };
}

function whole(completion: Completion): object {
  const message = { role: 'assistant', content: completion.text };
  return {
    choices: [{ index: 0, message, finish_reason: completion.finishReason }],
    usage: usageOf(completion),
  };
}

/** In one piece: the model's speed is what counts here, not when its words arrive. */
function stream(response: ServerResponse, model: string, completion: Completion): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (chunk: object): void => {
    const data = { ...envelope(model, 'chat.completion.chunk'), ...chunk };
    response.write(`data: ${JSON.stringify(data)}\n\n`);
  };
  const delta = { role: 'assistant', content: completion.text };
  send({ choices: [{ index: 0, delta, finish_reason: null }] });
  send({ choices: [{ index: 0, delta: {}, finish_reason: completion.finishReason }] });
  send({ choices: [], usage: usageOf(completion) });
  response.end('data: [DONE]\n\n');
}

function json(response: ServerResponse, value: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
