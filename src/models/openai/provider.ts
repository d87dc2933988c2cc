/** How is a request sent to an OpenAI-compatible server, and its answer brought back? */
import type OpenAI from 'openai';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { ModelError } from '../../core/errors.ts';
import type {
  ModelProvider,
  ModelReply,
  ModelRequest,
  ProviderSettings,
} from '../../core/model.ts';
import { keyToSend } from '../transport/api-key.ts';
import { normalEndpoint } from '../transport/endpoint.ts';
import type { CallTarget } from '../transport/failure.ts';
import { createHttpFetch } from '../transport/http-fetch.ts';
import { createReplicas } from '../transport/replicas.ts';
import { explainToolRefusal } from '../transport/tool-calls.ts';
import { underDeadline } from '../transport/under-deadline.ts';
import { createClient } from './client.ts';
import { collectStream } from './collect-stream.ts';
import { outputRoom } from './context-window.ts';
import { identityOfOptions, type OpenAiOptions, readOpenAiOptions } from './options.ts';
import { readReply } from './read-reply.ts';
import { type RequestBody, requestBody, withMaxTokens } from './request-body.ts';

const DEFAULT_ENDPOINT = 'http://localhost:8000/v1';

export interface OpenAiServer {
  readonly endpoint: string;
  readonly client: OpenAI;
}

export interface OpenAiSetup {
  readonly endpoints: readonly string[];
  readonly servers: readonly OpenAiServer[];
  readonly options: OpenAiOptions;
  readonly apiKey: string | null;
  readonly timeoutMs: number;
  readonly onSend: ProviderSettings['onSend'];
}

/** @throws UsageError for wrong options or URLs, PrerequisiteError for a missing key. */
export function openAiSetup(settings: ProviderSettings): OpenAiSetup {
  const options = readOpenAiOptions(settings.options);
  const given = settings.endpoints.length === 0 ? [DEFAULT_ENDPOINT] : settings.endpoints;
  const endpoints = [...new Set(given.map(normalEndpoint))];
  const policy = { endpoints, variable: options.keyVariable, required: options.needsKey };
  const apiKey = keyToSend({ ...policy, apiKey: settings.apiKey });
  const fetch = createHttpFetch();
  const servers = endpoints.map((endpoint) => ({
    endpoint,
    client: createClient({ endpoint, apiKey, fetch, stream: options.stream }),
  }));
  const { timeoutMs, onSend } = settings;
  return { endpoints, servers, options, apiKey, timeoutMs, onSend };
}

export function createOpenAiProvider(settings: ProviderSettings): ModelProvider {
  const setup = openAiSetup(settings);
  const replicas = createReplicas(setup.servers);
  return {
    id: `openai@${[...setup.endpoints].sort().join(',')}${identityOfOptions(setup.options)}`,
    simulated: false,
    generate: (request, signal) =>
      replicas.run(async (server) => {
        const body = requestBody(request, server.endpoint, setup.options);
        try {
          return await exchange({ setup, server, request, body }, signal);
        } catch (error) {
          const shorter = fittingBody(error, body, request.decoding.maxTokens);
          if (shorter === null) throw explainToolRefusal(error, request);
          return exchange({ setup, server, request, body: shorter }, signal);
        }
      }),
  };
}

function fittingBody(error: unknown, body: RequestBody, asked: number): RequestBody | null {
  if (!(error instanceof ModelError) || error.kind !== 'context-overflow') return null;
  const room = outputRoom(error.message, asked);
  return room === null ? null : withMaxTokens(body, room);
}

interface Exchange {
  readonly setup: OpenAiSetup;
  readonly server: OpenAiServer;
  readonly request: ModelRequest;
  readonly body: RequestBody;
}

function exchange(exchanged: Exchange, signal: AbortSignal): Promise<ModelReply> {
  const { setup, server, request, body } = exchanged;
  return underDeadline(
    callTarget(setup, server.endpoint, request.model),
    signal,
    async (limits) => {
      const completions = server.client.chat.completions;
      setup.onSend?.(request, server.endpoint);
      const plain = body as unknown as ChatCompletionCreateParamsNonStreaming;
      const answer = setup.options.stream
        ? await collectStream(
            await completions.create(
              { ...plain, stream: true, stream_options: { include_usage: true } },
              limits,
            ),
            server.endpoint,
          )
        : await completions.create(plain, limits);
      return readReply(answer, request, server.endpoint, setup.options);
    },
  );
}

/** What a failed call is told with. */
export function callTarget(setup: OpenAiSetup, endpoint: string, model: string): CallTarget {
  const { apiKey, timeoutMs, options } = setup;
  return { endpoint, model, apiKey, timeoutMs, keyVariable: options.keyVariable };
}
