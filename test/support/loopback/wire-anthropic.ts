/** How does the Anthropic API word a reply? */
import type { LoopbackCall, LoopbackReply } from './brain.ts';
import { roughTokens } from './brain.ts';

export function anthropicBody(call: LoopbackCall, reply: LoopbackReply): string {
  return JSON.stringify({
    ...frame(call, reply),
    content: blocks(reply),
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
    const isText = block.type === 'text';
    const start = isText
      ? { type: 'text', text: '' }
      : { type: 'thinking', thinking: '', signature: '' };
    const delta = isText
      ? { type: 'text_delta', text: block.text }
      : { type: 'thinking_delta', thinking: block.thinking };
    events.push({ type: 'content_block_start', ...{ index, content_block: start } });
    events.push({ type: 'content_block_delta', ...{ index, delta } });
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

interface Block {
  readonly type: 'text' | 'thinking';
  readonly text?: string;
  readonly thinking?: string;
  readonly signature?: string;
}

function blocks(reply: LoopbackReply): Block[] {
  return [
    ...(reply.reasoning === undefined
      ? []
      : [{ type: 'thinking' as const, thinking: reply.reasoning, signature: 'loopback' }]),
    ...(reply.text === null || reply.text === ''
      ? []
      : [{ type: 'text' as const, text: reply.text }]),
  ];
}

function stopReason(reply: LoopbackReply): string {
  return reply.finishReason ?? 'end_turn';
}

function usage(call: LoopbackCall, reply: LoopbackReply): object {
  const input = call.messages.reduce((sum, message) => sum + roughTokens(message.content), 0);
  return {
    input_tokens: reply.inputTokens ?? input,
    output_tokens: reply.outputTokens ?? roughTokens(reply.text ?? ''),
  };
}
