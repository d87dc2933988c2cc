/** What does a request look like on the wire? */
import type { ModelRequest } from '../../core/model.ts';
import { hostOf } from '../transport/endpoint.ts';
import type { OpenAiOptions } from './options.ts';

/** JSON body of POST /chat/completions. No stop strings: one could fire inside a model's reasoning. */
export type RequestBody = { readonly [name: string]: unknown };

export function requestBody(
  request: ModelRequest,
  endpoint: string,
  options: OpenAiOptions,
): RequestBody {
  const { decoding } = request;
  const hosted = hostOf(endpoint) === 'api.openai.com';
  const maxTokens = Math.min(decoding.maxTokens, options.maxTokens ?? decoding.maxTokens);
  return {
    model: request.model,
    messages: request.messages,
    ...(options.sendSampling && { temperature: decoding.temperature, top_p: decoding.topP }),
    // api.openai.com calls it otherwise, and refuses the old name for its reasoning models.
    [hosted ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
    seed: request.seed,
    ...((options.extras ?? !hosted) && {
      repetition_penalty: decoding.repetitionPenalty,
      chat_template_kwargs: { enable_thinking: decoding.thinking },
    }),
  };
}

/** The same request with room for fewer output tokens. */
export function withMaxTokens(body: RequestBody, maxTokens: number): RequestBody {
  const name = 'max_completion_tokens' in body ? 'max_completion_tokens' : 'max_tokens';
  return { ...body, [name]: maxTokens };
}
