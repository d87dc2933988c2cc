/** What does a request look like in Anthropic's words? */
import { ModelError } from '../../core/errors.ts';
import type { Decoding, Message, ModelRequest } from '../../core/model.ts';
import type { AnthropicOptions } from './options.ts';

/** JSON body of POST /v1/messages. The API has no seed; the request's seed only tells cached replies apart. */
export type RequestBody = { readonly [name: string]: unknown };

/** @throws ModelError of kind `bad-request` for a temperature that the API cannot have. */
export function requestBody(request: ModelRequest, options: AnthropicOptions): RequestBody {
  const { decoding, messages, model } = request;
  const system = messages.filter((message) => message.role === 'system');
  const spoken = messages.filter((message) => message.role !== 'system');
  const version = claudeVersion(model);
  const isOld = version !== null && version <= 4.6;
  return {
    model,
    max_tokens: Math.min(decoding.maxTokens, options.maxTokens ?? decoding.maxTokens),
    ...(system.length > 0 && { system: system.map((message) => message.content).join('\n\n') }),
    messages: spoken.map(wireMessage),
    ...((options.sendSampling ?? isOld) && sampling(decoding)),
    // Older models do not think unless told to; newer ones may, so they are told either way.
    ...((options.sendThinking ?? !isOld) && {
      thinking: { type: decoding.thinking ? 'adaptive' : 'disabled' },
    }),
  };
}

/** The API refuses a message without text; a colleague who said nothing is replayed in words. */
function wireMessage(message: Message): { role: string; content: string } {
  const content = message.content.trim() === '' ? '(no answer)' : message.content;
  return { role: message.role, content };
}

/**
 * Models since Claude Opus 4.1 refuse temperature and top_p together, and models after 4.6 refuse both. Temperature
 * goes first; top_p is sent when the temperature is the API's default.
 */
function sampling(decoding: Decoding): object {
  const { temperature, topP } = decoding;
  if (temperature < 0 || temperature > 1) {
    throw new ModelError(`the Anthropic API takes a temperature in [0, 1], got ${temperature}`, {
      kind: 'bad-request',
      retry: false,
    });
  }
  return temperature === 1 && topP < 1 ? { top_p: topP } : { temperature };
}

/** `claude-opus-4-5-20251101` → 4.5, `claude-3-7-sonnet-latest` → 3.7; null when the id does not tell. */
export function claudeVersion(model: string): number | null {
  const found =
    /claude-(?:[a-z]+-)?(\d+)(?:-(\d)(?!\d))?/.exec(model) ?? /claude-(\d+)\.(\d)/.exec(model);
  if (found?.[1] === undefined) return null;
  return Number(`${found[1]}.${found[2] ?? '0'}`);
}
