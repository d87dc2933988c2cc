/** What does an event stream add up to? The same body that a plain answer has. */
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import { ModelError } from '../../core/errors.ts';

const TEXT_FIELDS = ['content', 'reasoning_content', 'reasoning', 'refusal'] as const;

/** @throws ModelError kind `connection` when the stream ends before the server said why it stopped. */
export async function collectStream(
  stream: AsyncIterable<ChatCompletionChunk>,
  endpoint: string,
): Promise<unknown> {
  const message: Record<string, string> = {};
  let finish: string | null = null;
  let usage: unknown = null;
  let model: string | undefined;
  for await (const chunk of stream) {
    const choice = chunk.choices[0];
    model = chunk.model;
    usage = chunk.usage ?? usage;
    finish = choice?.finish_reason ?? finish;
    const delta = (choice?.delta ?? {}) as Record<string, unknown>;
    for (const field of TEXT_FIELDS) {
      const piece = delta[field];
      if (typeof piece === 'string') message[field] = (message[field] ?? '') + piece;
    }
  }
  if (finish === null) {
    throw new ModelError(`${endpoint} cut the connection`, { kind: 'connection', retry: true });
  }
  return { model, usage, choices: [{ message, finish_reason: finish }] };
}
