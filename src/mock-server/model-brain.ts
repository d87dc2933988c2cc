/** How does the server answer as a model of the tool would? */
import type { Decoding, Message, ModelProvider, ToolSchema } from '../core/model.ts';
import type { LoopbackCall, LoopbackReply } from './brain.ts';

/** The reply of `model` to a call of either wire format, as a server words it. */
export async function modelReply(
  model: ModelProvider,
  call: LoopbackCall,
  signal: AbortSignal,
): Promise<LoopbackReply> {
  const { tools } = call;
  const reply = await model.generate(
    {
      model: call.model,
      channel: 'task',
      messages: call.messages as readonly Message[],
      decoding: decodingOf(call),
      // One of the wire formats has no seed.
      seed: numberOr(call.body['seed'], 0),
      sample: 0,
      ...(tools === undefined ? {} : { tools: tools as readonly ToolSchema[] }),
    },
    signal,
  );
  const { toolCalls } = reply;
  return {
    text: reply.text,
    ...(toolCalls === undefined ? {} : { toolCalls }),
    ...(reply.finishReason === 'stop' ? {} : { finishReason: reply.finishReason }),
    inputTokens: reply.usage.inputTokens,
    outputTokens: reply.usage.outputTokens,
  };
}

function decodingOf({ body }: LoopbackCall): Decoding {
  return {
    temperature: numberOr(body['temperature'], 1),
    topP: numberOr(body['top_p'], 1),
    maxTokens: numberOr(
      body['max_completion_tokens'] ?? body['max_tokens'],
      Number.POSITIVE_INFINITY,
    ),
    repetitionPenalty: 1,
    thinking: false,
  };
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}
