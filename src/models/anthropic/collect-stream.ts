/** What does an event stream add up to? The same body that a plain answer has, with arguments as they were sent. */
import type { RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages';
import { ModelError } from '../../core/errors.ts';

interface Block {
  readonly fields: object;
  text: string;
  thinking: string;
  /** JSON text of a call's arguments, as far as it came. */
  input: string;
}

/**
 * The SDK's own collector reads cut arguments as far as they go and gives up on damaged ones; here they stay text, so that a
 * cut call is not taken for a whole one.
 *
 * @throws ModelError kind `connection` when the stream ends before the server said why it stopped.
 */
export async function collectStream(
  stream: AsyncIterable<RawMessageStreamEvent>,
  endpoint: string,
): Promise<unknown> {
  const blocks: Block[] = [];
  let head: object = {};
  let usage: object = {};
  let stop: string | null = null;
  for await (const event of stream) {
    switch (event.type) {
      case 'message_start':
        head = event.message;
        usage = event.message.usage;
        break;
      case 'message_delta':
        stop = event.delta.stop_reason ?? stop;
        usage = { ...usage, ...given(event.usage) };
        break;
      case 'content_block_start':
        blocks[event.index] = { fields: event.content_block, text: '', thinking: '', input: '' };
        break;
      case 'content_block_delta':
        addPiece(blocks[event.index], event.delta);
        break;
    }
  }
  if (stop === null) {
    throw new ModelError(`${endpoint} cut the connection`, { kind: 'connection', retry: true });
  }
  return { ...head, usage, stop_reason: stop, content: blocks.filter(Boolean).map(wholeBlock) };
}

function addPiece(block: Block | undefined, delta: { readonly type: string }): void {
  if (block === undefined) return;
  const said = delta as { text?: string; thinking?: string; partial_json?: string };
  block.text += said.text ?? '';
  block.thinking += said.thinking ?? '';
  block.input += said.partial_json ?? '';
}

function wholeBlock({ fields, text, thinking, input }: Block): object {
  const first = fields as { text?: string; thinking?: string };
  return {
    ...fields,
    text: (first.text ?? '') + text,
    thinking: (first.thinking ?? '') + thinking,
    ...(input === '' ? {} : { input }),
  };
}

/** Totals that do not apply are left out or null, and those said earlier hold. */
function given(usage: object): object {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null));
}
