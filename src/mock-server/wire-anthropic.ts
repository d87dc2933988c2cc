/** How does the Anthropic API word a reply? */
import type { LoopbackCall, LoopbackReply, LoopbackToolCall } from './brain.ts';
import { roughTokens, spokenText } from './brain.ts';

export function anthropicBody(call: LoopbackCall, reply: LoopbackReply): string {
  return JSON.stringify({
    ...frame(call, reply),
    content: blocks(reply).map(withoutJson),
    stop_reason: stopReason(reply),
    stop_sequence: null,
    usage: usage(call, reply),
  });
}

export function anthropicEvents(call: LoopbackCall, reply: LoopbackReply): string {
  const counted = usage(call, reply);
  const events: { readonly type: string }[] = [
    {
      type: 'message_start',
      ...{
        message: {
          ...frame(call, reply),
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { ...counted, output_tokens: 0 },
        },
      },
    },
  ];
  blocks(reply).forEach((block, index) => {
    const { start, deltas } = streamed(block);
    events.push({ type: 'content_block_start', ...{ index, content_block: start } });
    for (const delta of deltas) events.push({ type: 'content_block_delta', ...{ index, delta } });
    events.push({ type: 'content_block_stop', ...{ index } });
  });
  events.push({
    type: 'message_delta',
    ...{ delta: { stop_reason: stopReason(reply), stop_sequence: null }, usage: counted },
  });
  events.push({ type: 'message_stop' });
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

export function anthropicModels(models: readonly string[]): string {
  return JSON.stringify({
    data: models.map((id) => ({
      type: 'model',
      id,
      display_name: id,
      created_at: '2026-01-01T00:00:00Z',
    })),
    has_more: false,
    first_id: models[0] ?? null,
    last_id: models.at(-1) ?? null,
  });
}

function frame(call: LoopbackCall, reply: LoopbackReply): object {
  return {
    id: `msg_${call.index}`,
    type: 'message',
    role: 'assistant',
    model: reply.model ?? call.model,
  };
}

type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | {
      readonly type: 'tool_use';
      readonly id: string;
      readonly name: string;
      /** JSON that cannot be read stays text. */
      readonly input: unknown;
      readonly json: string;
    };

function streamed(block: Block): { readonly start: object; readonly deltas: readonly object[] } {
  switch (block.type) {
    case 'text':
      return {
        start: { type: 'text', text: '' },
        deltas: [{ type: 'text_delta', text: block.text }],
      };
    case 'thinking':
      return {
        start: { type: 'thinking', thinking: '', signature: '' },
        deltas: [{ type: 'thinking_delta', thinking: block.thinking }],
      };
    case 'tool_use':
      return {
        start: { type: 'tool_use', id: block.id, name: block.name, input: {} },
        deltas: (block.json.match(/[\s\S]{1,16}/g) ?? []).map((piece) => ({
          type: 'input_json_delta',
          partial_json: piece,
        })),
      };
  }
}

function toolBlock(call: LoopbackToolCall, index: number): Block {
  const { id = `toolu_${index + 1}`, name, arguments: sent } = call;
  if (typeof sent !== 'string') {
    return { type: 'tool_use', id, name, input: sent, json: JSON.stringify(sent) };
  }
  let input: unknown = sent;
  try {
    input = JSON.parse(sent) as unknown;
  } catch {
    // Sent as the text that it is.
  }
  return { type: 'tool_use', id, name, input, json: sent };
}

function blocks(reply: LoopbackReply): Block[] {
  return [
    ...(reply.reasoning === undefined
      ? []
      : [{ type: 'thinking' as const, thinking: reply.reasoning, signature: 'loopback' }]),
    ...(reply.text === null || reply.text === ''
      ? []
      : [{ type: 'text' as const, text: reply.text }]),
    ...(reply.toolCalls ?? []).map(toolBlock),
  ];
}

function withoutJson(block: Block): object {
  if (block.type !== 'tool_use') return block;
  const { type, id, name, input } = block;
  return { type, id, name, input };
}

function stopReason(reply: LoopbackReply): string {
  const usual = (reply.toolCalls ?? []).length > 0 ? 'tool_use' : 'end_turn';
  return reply.finishReason ?? usual;
}

function usage(call: LoopbackCall, reply: LoopbackReply): object {
  const input = call.messages.reduce((sum, message) => sum + roughTokens(spokenText(message)), 0);
  const { inputTokens = input, cachedInputTokens } = reply;
  return {
    input_tokens: inputTokens - (cachedInputTokens ?? 0),
    output_tokens: reply.outputTokens ?? roughTokens(reply.text ?? ''),
    ...(cachedInputTokens !== undefined && { cache_read_input_tokens: cachedInputTokens }),
  };
}
