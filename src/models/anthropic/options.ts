/** What may configs/models.yaml say about an Anthropic model? */
import { isPrivateHost } from '../transport/endpoint.ts';
import {
  booleanOption,
  positiveIntegerOption,
  refuseUnknownOptions,
  textOption,
} from '../transport/option-reader.ts';

export interface AnthropicOptions {
  /** Send temperature or top_p; null: to the models known to accept them. */
  readonly sendSampling: boolean | null;
  /** Say in the request whether to think; null: to the models known to ask. */
  readonly sendThinking: boolean | null;
  /** Receive the answer as an event stream; null: from every host outside the local network. */
  readonly stream: boolean | null;
  /** False when a server outside the local network asks for no key. */
  readonly needsKey: boolean;
  /** Environment variable that the key came from, for messages. */
  readonly keyVariable: string;
  /** The most output tokens that the model accepts in one request; a request for more asks for this many. */
  readonly maxTokens: number | null;
}

const NAMES = ['sendSampling', 'sendThinking', 'stream', 'needsKey', 'keyVariable', 'maxTokens'];

/** @throws UsageError */
export function readAnthropicOptions(options: {
  readonly [name: string]: unknown;
}): AnthropicOptions {
  refuseUnknownOptions('anthropic', options, NAMES);
  return {
    sendSampling: booleanOption(options, 'sendSampling'),
    sendThinking: booleanOption(options, 'sendThinking'),
    stream: booleanOption(options, 'stream'),
    needsKey: booleanOption(options, 'needsKey') ?? true,
    keyVariable: textOption(options, 'keyVariable') ?? 'ANTHROPIC_API_KEY',
    maxTokens: positiveIntegerOption(options, 'maxTokens'),
  };
}

/** The hosted API advises streaming for long answers: connections that stay silent for minutes are cut on the way. */
export function wantsStream(options: AnthropicOptions, endpoint: string): boolean {
  return options.stream ?? !isPrivateHost(endpoint);
}

/** The options that can change a reply, as a part of the provider's id; empty when all are default. */
export function identityOfOptions(options: AnthropicOptions): string {
  const parts = (['sendSampling', 'sendThinking', 'maxTokens'] as const)
    .filter((name) => options[name] !== null)
    .map((name) => `${name}=${String(options[name])}`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
