/** What did the server say? Every shape a completion can have, kept apart from "no answer at all". */
import { ModelError } from '../../core/errors.ts';
import type { FinishReason, ModelReply, ModelRequest, ToolCall, Usage } from '../../core/model.ts';
import { argumentText } from '../transport/tool-calls.ts';
import type { OpenAiOptions } from './options.ts';

type Fields = { readonly [name: string]: unknown };

/**
 * Reads the body of a chat completion.
 *
 * @throws ModelError kind `empty` (may be retried) for a body without a message; kind `bad-request` when the server
 *   files answers under reasoning or tool calls, which is a setting to change and not the model's fault.
 */
export function readReply(
  body: unknown,
  request: ModelRequest,
  endpoint: string,
  options: OpenAiOptions,
): ModelReply {
  const fields = asFields(body);
  if (fields === null) throw noAnswer(endpoint, 'the body is empty or not a JSON object');
  const usage = readUsage(asFields(fields['usage']));
  try {
    return { ...readChoice(fields, { request, endpoint, options }), usage };
  } catch (error) {
    throw error instanceof ModelError ? withUsage(error, usage) : error;
  }
}

/** An answer that nobody can use was paid for all the same, where the server counted it. */
function withUsage(error: ModelError, usage: Usage): ModelError {
  if (usage.inputTokens === 0) return error;
  const { kind, retry, hints } = error;
  return new ModelError(error.message, { kind, retry, hints, usage, cause: error });
}

interface Asked {
  readonly request: ModelRequest;
  readonly endpoint: string;
  readonly options: OpenAiOptions;
}

function readChoice(
  fields: Fields,
  { request, endpoint, options }: Asked,
): Omit<ModelReply, 'usage'> {
  const choice = asFields(Array.isArray(fields['choices']) ? fields['choices'][0] : null);
  const message = choice === null ? null : asFields(choice['message']);
  if (choice === null || message === null) {
    throw noAnswer(endpoint, complaint(fields) ?? 'there is no choice with a message in it');
  }
  const said = {
    content: contentText(message['content']),
    reasoning: text(message['reasoning_content']) ?? text(message['reasoning']),
    refusal: text(message['refusal']),
    finish: text(choice['finish_reason']),
    toolCalls: readToolCalls(message['tool_calls']),
  };
  const proposes = request.tools !== undefined && said.toolCalls.length > 0;
  return {
    ...(proposes ? proposal(said) : visibleAnswer(said, request, endpoint, options)),
    servedModel: text(fields['model']) ?? request.model,
  };
}

interface Said {
  readonly content: string | null;
  readonly reasoning: string | null;
  readonly refusal: string | null;
  readonly finish: string | null;
  readonly toolCalls: readonly ToolCall[];
}

/** Calls are an answer, whatever was said beside them. */
function proposal({ content, reasoning, finish, toolCalls }: Said): Omit<ModelReply, Counted> {
  return { text: content ?? '', toolCalls, reasoning, finishReason: finishReasonOf(finish) };
}

type Counted = 'usage' | 'servedModel';

function visibleAnswer(
  said: Said,
  request: ModelRequest,
  endpoint: string,
  options: OpenAiOptions,
): Pick<ModelReply, 'text' | 'reasoning' | 'finishReason'> {
  const finishReason = finishReasonOf(said.finish);
  const content = said.content ?? '';
  const reasoning = said.reasoning;
  if (options.answerFrom === 'reasoning' && content === '' && reasoning !== null) {
    return { text: reasoning, reasoning: null, finishReason };
  }
  if (content !== '') return { text: content, reasoning, finishReason };
  if (said.refusal !== null) return { text: said.refusal, reasoning, finishReason: 'refusal' };
  // The cap or a filter took the answer: an observation about the model, not a fault of the server.
  if (finishReason === 'length' || finishReason === 'content-filter') {
    return { text: '', reasoning, finishReason };
  }
  if (said.toolCalls.length > 0) throw answerInToolCalls(endpoint);
  if (reasoning !== null && reasoning.trim() !== '') {
    if (!request.decoding.thinking) throw answerInReasoning(endpoint, request.model);
    return { text: '', reasoning, finishReason: 'other' };
  }
  if (said.content === null) throw noAnswer(endpoint, 'the content is null and nothing says why');
  return { text: '', reasoning, finishReason };
}

function readToolCalls(sent: unknown): ToolCall[] {
  return (Array.isArray(sent) ? sent : []).map((item: unknown, index) => {
    const call = asFields(item);
    const said = asFields(call?.['function']);
    return {
      id: text(call?.['id']) ?? `call_${index + 1}`,
      name: text(said?.['name']) ?? '',
      arguments: argumentText(said?.['arguments']),
    };
  });
}

function answerInReasoning(endpoint: string, model: string): ModelError {
  return new ModelError(
    `${endpoint} filed the whole answer of ${model} under reasoning although thinking is off: its --reasoning-parser flag does not suit this request`,
    {
      kind: 'bad-request',
      retry: false,
      hints: [
        'start the server without --reasoning-parser, or with the parser of this model in a version that knows enable_thinking: false',
        'or say `answerFrom: reasoning` in the options of the model in configs/models.yaml',
      ],
    },
  );
}

function answerInToolCalls(endpoint: string): ModelError {
  return new ModelError(
    `${endpoint} turned the answer into a tool call, though no tool was offered`,
    {
      kind: 'bad-request',
      retry: false,
      hints: ['start the server without --enable-auto-tool-choice and --tool-call-parser'],
    },
  );
}

function noAnswer(endpoint: string, why: string): ModelError {
  return new ModelError(`${endpoint} gave no answer: ${why}`, { kind: 'empty', retry: true });
}

/** Some gateways report a failure behind them with status 200. */
function complaint(fields: Fields): string | null {
  const error = asFields(fields['error']);
  return error === null ? null : (text(error['message'])?.slice(0, 300) ?? null);
}

function finishReasonOf(finish: string | null): FinishReason {
  if (finish === 'stop' || finish === 'length') return finish;
  if (finish === 'tool_calls' || finish === 'function_call') return 'stop';
  return finish === 'content_filter' ? 'content-filter' : 'other';
}

function readUsage(usage: Fields | null): Usage {
  const cached = asFields(usage?.['prompt_tokens_details'])?.['cached_tokens'];
  const reasoning = asFields(usage?.['completion_tokens_details'])?.['reasoning_tokens'];
  return {
    modelCalls: 1,
    inputTokens: count(usage?.['prompt_tokens']),
    outputTokens: count(usage?.['completion_tokens']),
    ...(typeof cached === 'number' && { cachedInputTokens: count(cached) }),
    ...(typeof reasoning === 'number' && { reasoningTokens: count(reasoning) }),
  };
}

/** A server that does not count is taken at 0. */
function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : 0;
}

/** Content is a text, or a list of parts of which the texts count. */
function contentText(content: unknown): string | null {
  if (!Array.isArray(content)) return text(content);
  const parts = content.map((part) => text(asFields(part)?.['text']) ?? '');
  return parts.length === 0 ? null : parts.join('');
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function asFields(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : null;
}
