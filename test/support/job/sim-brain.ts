/** How does a loopback server answer as the simulated model would? */
import type { Decoding } from '../../../src/core/model.ts';
import { provider as sim } from '../../../src/models/sim/index.ts';
import type { Brain, LoopbackCall, LoopbackReply } from '../loopback/brain.ts';

/**
 * Answers calls of either format with the simulated model's replies. Each reply names its request's body as the served
 * model, so that a reply log tells which requests were answered.
 */
export function simBrain(): Brain {
  const model = sim.create({ endpoints: [], apiKey: null, timeoutMs: 1000, options: {} });
  return async (call): Promise<LoopbackReply> => {
    const reply = await model.generate(
      {
        model: call.model,
        channel: 'task',
        messages: call.messages as never,
        decoding: decodingOf(call),
        // One of the wire formats has no seed.
        seed: Number(call.body['seed'] ?? 0),
        sample: 0,
        ...(call.tools === undefined ? {} : { tools: call.tools as never }),
      },
      new AbortController().signal,
    );
    const { toolCalls } = reply;
    return {
      text: reply.text,
      ...(toolCalls === undefined ? {} : { toolCalls }),
      ...(reply.finishReason === 'stop' ? {} : { finishReason: reply.finishReason }),
      model: call.bodyHash,
      inputTokens: reply.usage.inputTokens,
      outputTokens: reply.usage.outputTokens,
    };
  };
}

function decodingOf({ body }: LoopbackCall): Decoding {
  return {
    temperature: Number(body['temperature']),
    topP: Number(body['top_p']),
    maxTokens: Number(body['max_tokens']),
    repetitionPenalty: 1,
    thinking: false,
  };
}
