/** What does a request look like on the wire? */
import type { Message, ModelRequest, ToolCall, ToolSchema } from '../../core/model.ts';
import { hostOf } from '../transport/endpoint.ts';
import { replayedArguments } from '../transport/tool-calls.ts';
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
    messages: request.messages.map(wireMessage),
    ...(request.tools !== undefined && { tools: request.tools.map(wireTool) }),
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

function wireMessage(message: Message): object {
  if (message.role === 'tool') {
    return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
  }
  if (message.role !== 'assistant' || message.toolCalls === undefined) return message;
  const { role, content, toolCalls } = message;
  // Beside calls an empty text is said as null: some servers refuse ''.
  return { role, content: content === '' ? null : content, tool_calls: toolCalls.map(wireCall) };
}

function wireCall(call: ToolCall): object {
  const { id, name } = call;
  return { id, type: 'function', function: { name, arguments: replayedArguments(call).text } };
}

function wireTool({ name, description, parameters }: ToolSchema): object {
  return { type: 'function', function: { name, description, parameters } };
}

/** The same request with room for fewer output tokens. */
export function withMaxTokens(body: RequestBody, maxTokens: number): RequestBody {
  const name = 'max_completion_tokens' in body ? 'max_completion_tokens' : 'max_tokens';
  return { ...body, [name]: maxTokens };
}
