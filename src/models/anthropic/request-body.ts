/** What does a request look like in Anthropic's words? */
import { ModelError } from '../../core/errors.ts';
import type { Decoding, Message, ModelRequest, ToolCall, ToolSchema } from '../../core/model.ts';
import { replayedArguments } from '../transport/tool-calls.ts';
import type { AnthropicOptions } from './options.ts';

/** JSON body of POST /v1/messages. The API has no seed; the request's seed only tells cached replies apart. */
export type RequestBody = { readonly [name: string]: unknown };

/** @throws ModelError of kind `bad-request` for a temperature that the API cannot have. */
export function requestBody(request: ModelRequest, options: AnthropicOptions): RequestBody {
  const { decoding, messages, model, tools } = request;
  const system = messages.filter((message) => message.role === 'system');
  const spoken = messages.filter((message) => message.role !== 'system');
  const version = claudeVersion(model);
  const isOld = version !== null && version <= 4.6;
  return {
    model,
    max_tokens: Math.min(decoding.maxTokens, options.maxTokens ?? decoding.maxTokens),
    ...(system.length > 0 && { system: system.map((message) => message.content).join('\n\n') }),
    messages: wireMessages(spoken),
    ...(tools !== undefined && { tools: tools.map(wireTool) }),
    ...((options.sendSampling ?? isOld) && sampling(decoding)),
    // Older models do not think unless told to; newer ones may, so they are told either way.
    ...((options.sendThinking ?? !isOld) && {
      thinking: { type: decoding.thinking ? 'adaptive' : 'disabled' },
    }),
  };
}

interface WireMessage {
  readonly role: string;
  readonly content: string | readonly object[];
}

/** Results are said by the user, and all of one reply's calls in one message. */
function wireMessages(messages: readonly Message[]): WireMessage[] {
  const written: WireMessage[] = [];
  messages.forEach((message, index) => {
    if (message.role !== 'tool') {
      written.push(wireMessage(message));
      return;
    }
    const result = {
      type: 'tool_result',
      tool_use_id: message.toolCallId,
      content: message.content,
    };
    const before = messages[index - 1]?.role === 'tool' ? written.pop()?.content : undefined;
    const earlier = Array.isArray(before) ? (before as readonly object[]) : [];
    written.push({ role: 'user', content: [...earlier, result] });
  });
  return written;
}

function wireMessage(message: Message): WireMessage {
  const { role, content } = message;
  if (message.role === 'assistant' && message.toolCalls !== undefined) {
    const said = content.trim() === '' ? [] : [{ type: 'text', text: content }];
    return { role, content: [...said, ...message.toolCalls.map(wireCall)] };
  }
  // The API refuses a message without text; a colleague who said nothing is replayed in words.
  return { role, content: content.trim() === '' ? '(no answer)' : content };
}

function wireCall(call: ToolCall): object {
  const { id, name } = call;
  return { type: 'tool_use', id, name, input: replayedArguments(call).value };
}

function wireTool({ name, description, parameters }: ToolSchema): object {
  return { name, description, input_schema: parameters };
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
