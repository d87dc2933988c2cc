/** How does an OpenAI-compatible server word a reply? */
import type { LoopbackCall, LoopbackReply } from './brain.ts';
import { roughTokens, spokenText } from './brain.ts';

export function openAiBody(call: LoopbackCall, reply: LoopbackReply): string {
  return JSON.stringify({
    id: `chatcmpl-${call.index}`,
    object: 'chat.completion',
    created: 0,
    model: reply.model ?? call.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: reply.text,
          ...extraFields(reply),
          ...(reply.toolCalls !== undefined && { tool_calls: wireCalls(reply) }),
        },
        finish_reason: finishReason(reply),
      },
    ],
    usage: usage(call, reply),
  });
}

/** Events in pieces of at most 16 characters, then the finish reason, then usage. */
export function openAiEvents(call: LoopbackCall, reply: LoopbackReply): string {
  const frame = {
    id: `chatcmpl-${call.index}`,
    object: 'chat.completion.chunk',
    created: 0,
    model: reply.model ?? call.model,
  };
  const choice = (delta: object, finish: string | null): object => ({
    ...frame,
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const events: object[] = [choice({ role: 'assistant', ...extraFields(reply) }, null)];
  for (const piece of reply.text?.match(/[\s\S]{1,16}/g) ?? []) {
    events.push(choice({ content: piece }, null));
  }
  wireCalls(reply).forEach((call, index) => {
    const { id, type } = call;
    const { name, arguments: sent } = call.function;
    const [first, ...pieces] = inPieces(sent);
    const start = { index, id, type, function: { name, arguments: first ?? '' } };
    events.push(choice({ tool_calls: [start] }, null));
    for (const piece of pieces) {
      events.push(choice({ tool_calls: [{ index, function: { arguments: piece } }] }, null));
    }
  });
  events.push(choice({}, finishReason(reply)));
  events.push({ ...frame, choices: [], usage: usage(call, reply) });
  return `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`;
}

export function openAiModels(models: readonly string[]): string {
  return JSON.stringify({
    object: 'list',
    data: models.map((id) => ({ id, object: 'model', created: 0, owned_by: 'loopback' })),
  });
}

function finishReason({ finishReason: said, toolCalls = [] }: LoopbackReply): string {
  return said ?? (toolCalls.length > 0 ? 'tool_calls' : 'stop');
}

interface WireCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: unknown };
}

function wireCalls({ toolCalls = [] }: LoopbackReply): WireCall[] {
  return toolCalls.map(({ id, name, arguments: sent }, index) => ({
    id: id ?? `chatcmpl-tool-${index + 1}`,
    type: 'function',
    function: { name, arguments: sent },
  }));
}

/** A text comes in pieces of at most 16 characters, anything else whole. */
function inPieces(sent: unknown): readonly unknown[] {
  return typeof sent === 'string' ? (sent.match(/[\s\S]{1,16}/g) ?? []) : [sent];
}

function extraFields(reply: LoopbackReply): object {
  return {
    ...(reply.reasoning !== undefined && { reasoning_content: reply.reasoning }),
    ...(reply.refusal !== undefined && { refusal: reply.refusal }),
  };
}

function usage(call: LoopbackCall, reply: LoopbackReply): object {
  const input = call.messages.reduce((sum, message) => sum + roughTokens(spokenText(message)), 0);
  const inputTokens = reply.inputTokens ?? input;
  const outputTokens = reply.outputTokens ?? roughTokens(reply.text ?? '');
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(reply.cachedInputTokens !== undefined && {
      prompt_tokens_details: { cached_tokens: reply.cachedInputTokens },
    }),
    ...(reply.reasoningTokens !== undefined && {
      completion_tokens_details: { reasoning_tokens: reply.reasoningTokens },
    }),
  };
}
