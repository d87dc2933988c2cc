import { describe, expect, test } from 'vitest';
import { type Brain, status } from '../../../src/mock-server/brain.ts';
import { startLoopback } from '../../../src/mock-server/server.ts';
import { outputRoom } from '../../../src/models/openai/context-window.ts';
import { provider as openai } from '../../../src/models/openai/index.ts';
import { failureOf, specRequest } from '../../conformance/provider-spec.ts';

/** Asks for 32,768 tokens and hands back how it ended and how often the server was asked. */
async function askLong(brain: Brain) {
  const server = await startLoopback({ brain });
  const provider = openai.create({
    endpoints: [server.openAiUrl],
    apiKey: null,
    timeoutMs: 20_000,
    options: {},
  });
  const { decoding } = specRequest('hi');
  const request = specRequest('hi', { decoding: { ...decoding, maxTokens: 32_768 } });
  const call = provider.generate(request, new AbortController().signal);
  await call.catch(() => undefined);
  const { calls } = server.counters();
  await server.close();
  return { call, calls };
}

/** As servers word it; [message, window - input] with null where nothing is left or nothing is said. */
const overflows: readonly (readonly [string, number | null])[] = [
  [
    "This model's maximum context length is 8192 tokens. However, you requested 38768 tokens (6000 in the messages, 32768 in the completion). Please reduce the length of the messages or completion.",
    2192,
  ],
  [
    "'max_tokens' or 'max_completion_tokens' is too large: 32768. This model's maximum context length is 8192 tokens and your request has 6000 input tokens (32768 > 8192 - 6000).",
    2192,
  ],
  [
    "You passed 6000 input tokens and requested 32768 output tokens. However, the model's context length is only 8192 tokens. Please reduce the length of the input prompt.",
    2192,
  ],
  [
    "Requested token count exceeds the model's maximum context length of 8192 tokens. You requested a total of 38768 tokens: 6000 tokens from the input messages and 32768 tokens for the completion.",
    2192,
  ],
  [
    "This model's maximum context length is 8192 tokens. However, your request has 9000 input tokens.",
    null,
  ],
  ['max_tokens must be at least 1, got -186.', null],
  ['The decoder prompt (length 9000) is longer than the maximum model length of 8192.', null],
  ['the request exceeds the available context size (4096 tokens), try increasing it', null],
];

describe('a request longer than the context', () => {
  test.each(overflows)('%s', async (message, room) => {
    expect(outputRoom(message, 32_768)).toBe(room);
    const { call, calls } = await askLong(({ body }) =>
      body['max_tokens'] === room ? 'fits' : status(400, { message }),
    );
    if (room === null) {
      expect(await failureOf(call)).toMatchObject({ kind: 'context-overflow', retry: false });
      expect(calls).toBe(1);
    } else {
      expect(await call).toMatchObject({ text: 'fits', usage: { modelCalls: 1 } });
      expect(calls).toBe(2);
    }
  });

  test('a server that names a wrong window is asked twice, not for ever', async () => {
    const [[message] = ['']] = overflows;
    const { call, calls } = await askLong(() => status(400, { message }));
    expect((await failureOf(call)).kind).toBe('context-overflow');
    expect(calls).toBe(2);
  });
});
