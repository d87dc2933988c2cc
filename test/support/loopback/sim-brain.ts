/** What does a server answer that has the simulated model behind it? The same as the model in this process would. */
import { provider } from '../../../src/models/sim/index.ts';
import type { Brain, LoopbackCall } from './brain.ts';

const sim = provider.create({ endpoints: [], apiKey: null, timeoutMs: 60_000, options: {} });
const never = new AbortController().signal;

function numberOf(call: LoopbackCall, name: string, fallback: number): number {
  const value = call.body[name];
  return typeof value === 'number' ? value : fallback;
}

export const brain: Brain = async (call) => {
  const reply = await sim.generate(
    {
      model: call.model,
      channel: 'task',
      messages: call.messages.map(({ role, content }) => ({
        role: role === 'system' || role === 'assistant' ? role : 'user',
        content,
      })),
      decoding: {
        temperature: numberOf(call, 'temperature', 1),
        topP: numberOf(call, 'top_p', 1),
        maxTokens: numberOf(call, 'max_tokens', numberOf(call, 'max_completion_tokens', 32_768)),
        repetitionPenalty: 1,
        thinking: false,
      },
      seed: numberOf(call, 'seed', 0),
      sample: 0,
    },
    never,
  );
  return {
    text: reply.text,
    finishReason: reply.finishReason === 'length' ? 'length' : 'stop',
    inputTokens: reply.usage.inputTokens,
    outputTokens: reply.usage.outputTokens,
  };
};
