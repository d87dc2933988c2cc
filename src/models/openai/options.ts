/** What may configs/models.yaml say about an OpenAI-compatible server? */
import {
  badOption,
  booleanOption,
  positiveIntegerOption,
  refuseUnknownOptions,
  textOption,
} from '../transport/option-reader.ts';

export interface OpenAiOptions {
  /** Send `repetition_penalty` and `chat_template_kwargs`; null: to every host but api.openai.com. */
  readonly extras: boolean | null;
  /** Send temperature and top_p; false for models that refuse them. */
  readonly sendSampling: boolean;
  /** Receive the answer as an event stream, for proxies that cut silent connections. */
  readonly stream: boolean;
  /** Where the answer is read: `reasoning` for a server that files every answer under reasoning. */
  readonly answerFrom: 'content' | 'reasoning';
  /** False when a server outside the local network asks for no key. */
  readonly needsKey: boolean;
  /** Environment variable that the key came from, for messages. */
  readonly keyVariable: string;
  /** The most output tokens that the model accepts in one request; a request for more asks for this many. */
  readonly maxTokens: number | null;
}

const NAMES = [
  'extras',
  'sendSampling',
  'stream',
  'answerFrom',
  'needsKey',
  'keyVariable',
  'maxTokens',
];

/** @throws UsageError */
export function readOpenAiOptions(options: { readonly [name: string]: unknown }): OpenAiOptions {
  refuseUnknownOptions('openai', options, NAMES);
  const answerFrom = textOption(options, 'answerFrom') ?? 'content';
  if (answerFrom !== 'content' && answerFrom !== 'reasoning') {
    throw badOption('answerFrom', '"content" or "reasoning"', answerFrom);
  }
  return {
    extras: booleanOption(options, 'extras'),
    sendSampling: booleanOption(options, 'sendSampling') ?? true,
    stream: booleanOption(options, 'stream') ?? false,
    answerFrom,
    needsKey: booleanOption(options, 'needsKey') ?? true,
    keyVariable: textOption(options, 'keyVariable') ?? 'OPENAI_API_KEY',
    maxTokens: positiveIntegerOption(options, 'maxTokens'),
  };
}

/** The options that can change a reply, as a part of the provider's id; empty when all are default. */
export function identityOfOptions(options: OpenAiOptions): string {
  const parts = [
    options.extras === null ? '' : `extras=${String(options.extras)}`,
    options.sendSampling ? '' : 'sendSampling=false',
    options.answerFrom === 'content' ? '' : `answerFrom=${options.answerFrom}`,
    options.maxTokens === null ? '' : `maxTokens=${options.maxTokens}`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
