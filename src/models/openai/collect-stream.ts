/** What does an event stream add up to? The same body that a plain answer has. */
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import { ModelError } from '../../core/errors.ts';
import { argumentText } from '../transport/tool-calls.ts';

const TEXT_FIELDS = ['content', 'reasoning_content', 'reasoning', 'refusal'] as const;

/** @throws ModelError kind `connection` when the stream ends before the server said why it stopped. */
export async function collectStream(
  stream: AsyncIterable<ChatCompletionChunk>,
  endpoint: string,
): Promise<unknown> {
  const message: Record<string, string> = {};
  const calls = new Map<number, CallParts>();
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
    if (Array.isArray(delta['tool_calls'])) addCallPieces(calls, delta['tool_calls']);
  }
  if (finish === null) {
    throw new ModelError(`${endpoint} cut the connection`, { kind: 'connection', retry: true });
  }
  const toolCalls = [...calls].sort(([left], [right]) => left - right).map(([, call]) => call);
  const whole = toolCalls.length === 0 ? message : { ...message, tool_calls: toolCalls };
  return { model, usage, choices: [{ message: whole, finish_reason: finish }] };
}

interface CallParts {
  id?: unknown;
  readonly function: { name: string; arguments: string };
}

/** Arguments come in pieces under the call's index; a server that sends whole calls may leave the index out. */
function addCallPieces(calls: Map<number, CallParts>, pieces: readonly unknown[]): void {
  for (const piece of pieces) {
    const {
      index,
      id,
      function: said,
    } = piece as {
      readonly index?: unknown;
      readonly id?: unknown;
      readonly function?: { readonly name?: unknown; readonly arguments?: unknown };
    };
    const place = typeof index === 'number' ? index : calls.size;
    const call = calls.get(place) ?? { function: { name: '', arguments: '' } };
    calls.set(place, call);
    if (typeof id === 'string' && id !== '') call.id = id;
    if (typeof said?.name === 'string') call.function.name += said.name;
    call.function.arguments += argumentText(said?.arguments);
  }
}
