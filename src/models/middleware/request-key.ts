/** When are two requests the same? */
import { sha256 } from '../../core/json.ts';
import type { Channel, Message, ModelRequest } from '../../core/model.ts';

/** Raised when a request means something else than before, so that no old reply is taken for a new one. */
const KEY_VERSION = 2;

/**
 * SHA-256 over everything that can change a reply: model, messages, tools, decoding, seed, sample number, and whether the
 * team or the method asks. Who answers is left out: a recording can be made with one provider and played by another.
 */
export function requestKey(request: ModelRequest): string {
  return sha256(requestText(request));
}

/** As {@link requestKey}, for the answers of one provider (its id names the endpoints). */
export function replyKey(providerId: string, request: ModelRequest): string {
  return sha256(`${JSON.stringify(providerId)}${requestText(request)}`);
}

/** A list in a fixed order needs no sorting of keys: canonical JSON of every prompt costs more than its hash. */
function requestText(request: ModelRequest): string {
  const { model, messages, decoding, seed, sample, tools } = request;
  const { temperature, topP, maxTokens, repetitionPenalty, thinking } = decoding;
  return JSON.stringify([
    KEY_VERSION,
    model,
    messages.map(messageParts),
    [temperature, topP, maxTokens, repetitionPenalty, thinking],
    seed,
    sample,
    askerOf(request),
    // Left out, not null: requests without tools keep the keys they had before there were any.
    ...(tools === undefined
      ? []
      : [tools.map(({ name, description, parameters }) => [name, description, parameters])]),
  ]);
}

function messageParts(message: Message): readonly unknown[] {
  const { role, content } = message;
  if (message.role === 'tool') return [role, content, message.toolCallId];
  if (message.role !== 'assistant' || message.toolCalls === undefined) return [role, content];
  return [
    role,
    content,
    message.toolCalls.map(({ id, name, arguments: sent }) => [id, name, sent]),
  ];
}

export function askerOf(request: { readonly channel: Channel }): 'team' | 'method' {
  return request.channel === 'task' ? 'team' : 'method';
}
