/** What did the Anthropic API say? */
import { ModelError } from '../../core/errors.ts';
import type { FinishReason, ModelReply, ModelRequest, ToolCall, Usage } from '../../core/model.ts';
import { argumentText } from '../transport/tool-calls.ts';

/** The API promises these fields, a proxy in between does not. */
interface LooseMessage {
  readonly content?: unknown;
  readonly stop_reason?: string | null;
  readonly model?: string;
  readonly usage?: {
    readonly input_tokens?: number | null;
    readonly cache_creation_input_tokens?: number | null;
    readonly cache_read_input_tokens?: number | null;
    readonly output_tokens?: number | null;
  } | null;
}

interface LooseBlock {
  readonly type?: string;
  readonly text?: string;
  readonly thinking?: string;
  readonly id?: string;
  readonly name?: string;
  /** A value, or the JSON text of one that was streamed. */
  readonly input?: unknown;
}

/** @throws ModelError of kind `empty` for a body that is no message. */
export function readReply(body: unknown, endpoint: string, request: ModelRequest): ModelReply {
  const message = (typeof body === 'object' && body !== null ? body : {}) as LooseMessage;
  if (!Array.isArray(message.content)) {
    throw new ModelError(`${endpoint} gave no answer: the body is no message`, {
      kind: 'empty',
      retry: true,
    });
  }
  const blocks = message.content as readonly LooseBlock[];
  const reasoning = joined(blocks, 'thinking');
  const finishReason = finishReasonOf(message.stop_reason ?? null);
  const toolCalls = readToolCalls(blocks, finishReason === 'length');
  return {
    text: joined(blocks, 'text'),
    ...(request.tools !== undefined && toolCalls.length > 0 && { toolCalls }),
    reasoning: reasoning === '' ? null : reasoning,
    finishReason,
    usage: readUsage(message.usage ?? {}),
    servedModel: message.model ?? request.model,
  };
}

/** What was read from the cache stands beside the input here, and is part of it elsewhere. */
function readUsage(usage: NonNullable<LooseMessage['usage']>): Usage {
  const { cache_read_input_tokens: cached } = usage;
  return {
    modelCalls: 1,
    inputTokens:
      (usage.input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0) + (cached ?? 0),
    outputTokens: usage.output_tokens ?? 0,
    ...(typeof cached === 'number' && { cachedInputTokens: cached }),
  };
}

function joined(blocks: readonly LooseBlock[], kind: 'text' | 'thinking'): string {
  return blocks.map((block) => (block.type === kind ? (block[kind] ?? '') : '')).join('');
}

function readToolCalls(blocks: readonly LooseBlock[], cut: boolean): ToolCall[] {
  const calls = blocks.filter((block) => block.type === 'tool_use');
  const cutCall = cut && blocks.at(-1)?.type === 'tool_use' ? blocks.at(-1) : undefined;
  return calls.map((block, index) => ({
    id: block.id ?? `call_${index + 1}`,
    name: block.name ?? '',
    arguments: block === cutCall ? cutArguments(block.input) : argumentText(block.input),
  }));
}

/** A plain body holds as much of a cut call as could be read. It must not pass for the whole. */
function cutArguments(input: unknown): string {
  const text = argumentText(input);
  return typeof input === 'string' ? text : text.slice(0, -1);
}

function finishReasonOf(stop: string | null): FinishReason {
  switch (stop) {
    case 'end_turn':
    case 'stop_sequence':
    case 'tool_use':
      return 'stop';
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length';
    case 'refusal':
      return 'refusal';
    default:
      return 'other';
  }
}
