/** How is a request sent to the Anthropic API, and its answer brought back? */
import Anthropic from '@anthropic-ai/sdk';
import type { MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages';
import type {
  ModelProvider,
  ModelReply,
  ModelRequest,
  ProviderSettings,
} from '../../core/model.ts';
import { keyToSend } from '../transport/api-key.ts';
import { normalEndpoint } from '../transport/endpoint.ts';
import type { CallTarget } from '../transport/failure.ts';
import { createHttpFetch, type Fetch } from '../transport/http-fetch.ts';
import { createReplicas } from '../transport/replicas.ts';
import { explainToolRefusal } from '../transport/tool-calls.ts';
import { underDeadline } from '../transport/under-deadline.ts';
import { collectStream } from './collect-stream.ts';
import {
  type AnthropicOptions,
  identityOfOptions,
  readAnthropicOptions,
  wantsStream,
} from './options.ts';
import { readReply } from './read-reply.ts';
import { requestBody } from './request-body.ts';

const DEFAULT_ENDPOINT = 'https://api.anthropic.com';

export interface AnthropicServer {
  readonly endpoint: string;
  readonly client: Anthropic;
}

export interface AnthropicSetup {
  readonly servers: readonly AnthropicServer[];
  readonly options: AnthropicOptions;
  readonly apiKey: string | null;
  readonly timeoutMs: number;
  readonly onSend: ProviderSettings['onSend'];
}

/** @throws UsageError for wrong options or URLs, PrerequisiteError for a missing key. */
export function anthropicSetup(settings: ProviderSettings): AnthropicSetup {
  const options = readAnthropicOptions(settings.options);
  const given = settings.endpoints.length === 0 ? [DEFAULT_ENDPOINT] : settings.endpoints;
  // The SDK adds /v1 itself.
  const bases = given.map((endpoint) => normalEndpoint(endpoint).replace(/\/v1$/, ''));
  const endpoints = [...new Set(bases)];
  const policy = { endpoints, variable: options.keyVariable, required: options.needsKey };
  const apiKey = keyToSend({ ...policy, apiKey: settings.apiKey });
  const fetch = createHttpFetch();
  const servers = endpoints.map((endpoint) => ({
    endpoint,
    client: createClient(endpoint, apiKey, fetch),
  }));
  const { timeoutMs, onSend } = settings;
  return { servers, options, apiKey, timeoutMs, onSend };
}

/** Nothing is left to the SDK's own defaults: no retries, no logging, no credentials found elsewhere. */
function createClient(endpoint: string, apiKey: string | null, fetch: Fetch): Anthropic {
  return new Anthropic({
    baseURL: endpoint,
    apiKey: apiKey ?? 'none',
    ...(apiKey === null && { defaultHeaders: { 'X-Api-Key': null, Authorization: null } }),
    webhookKey: null,
    openTelemetry: false,
    maxRetries: 0,
    logLevel: 'off',
    fetch,
  });
}

export function createAnthropicProvider(settings: ProviderSettings): ModelProvider {
  const setup = anthropicSetup(settings);
  const replicas = createReplicas(setup.servers);
  const places = setup.servers.map((server) => server.endpoint).sort();
  return {
    id: `anthropic@${places.join(',')}${identityOfOptions(setup.options)}`,
    simulated: false,
    generate: (request, signal) =>
      replicas.run(async (server) => {
        try {
          return await exchange({ setup, server, request }, signal);
        } catch (error) {
          throw explainToolRefusal(error, request);
        }
      }),
  };
}

interface Exchange {
  readonly setup: AnthropicSetup;
  readonly server: AnthropicServer;
  readonly request: ModelRequest;
}

function exchange(exchanged: Exchange, signal: AbortSignal): Promise<ModelReply> {
  const { setup, server, request } = exchanged;
  return underDeadline(
    callTarget(setup, server.endpoint, request.model),
    signal,
    async (limits) => {
      const body = requestBody(
        request,
        setup.options,
      ) as unknown as MessageCreateParamsNonStreaming;
      setup.onSend?.(request, server.endpoint);
      const { messages } = server.client;
      const message = wantsStream(setup.options, server.endpoint)
        ? await collectStream(
            await messages.create({ ...body, stream: true }, limits),
            server.endpoint,
          )
        : await messages.create(body, limits);
      return readReply(message, server.endpoint, request);
    },
  );
}

/** What a failed call is told with. */
export function callTarget(setup: AnthropicSetup, endpoint: string, model: string): CallTarget {
  const { apiKey, timeoutMs, options } = setup;
  return { endpoint, model, apiKey, timeoutMs, keyVariable: options.keyVariable };
}
