/** What did the Anthropic API say? */
import type { Message } from '@anthropic-ai/sdk/resources/messages';
import { ModelError } from '../../core/errors.ts';
import type { FinishReason, ModelReply } from '../../core/model.ts';

/** @throws ModelError of kind `empty` for a body that is no message. */
export function readReply(message: Message, endpoint: string, askedModel: string): ModelReply {
  // The types promise these fields, a proxy in between does not.
  const loose = message as Partial<Message> | string | undefined;
  if (typeof loose !== 'object' || !Array.isArray(loose.content)) {
    throw new ModelError(`${endpoint} gave no answer: the body is no message`, {
      kind: 'empty',
      retry: true,
    });
  }
  const texts = message.content.map((block) => (block.type === 'text' ? block.text : ''));
  const thoughts = message.content.map((block) =>
    block.type === 'thinking' ? block.thinking : '',
  );
  const reasoning = thoughts.join('');
  const usage = loose.usage;
  return {
    text: texts.join(''),
    reasoning: reasoning === '' ? null : reasoning,
    finishReason: finishReasonOf(loose.stop_reason ?? null),
    usage: {
      modelCalls: 1,
      inputTokens:
        (usage?.input_tokens ?? 0) +
        (usage?.cache_creation_input_tokens ?? 0) +
        (usage?.cache_read_input_tokens ?? 0),
      outputTokens: usage?.output_tokens ?? 0,
    },
    servedModel: loose.model ?? askedModel,
  };
}

function finishReasonOf(stop: string | null): FinishReason {
  switch (stop) {
    case 'end_turn':
    case 'stop_sequence':
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
