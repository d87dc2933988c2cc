import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModelError } from '../../src/core/errors.ts';
import type { ProviderPlugin, ToolCall } from '../../src/core/model.ts';
import type { Brain, LoopbackToolCall } from '../../src/mock-server/brain.ts';
import { startLoopback } from '../../src/mock-server/server.ts';
import { provider as anthropic } from '../../src/models/anthropic/index.ts';
import { record } from '../../src/models/middleware/record.ts';
import { provider as openai } from '../../src/models/openai/index.ts';
import { provider as replay } from '../../src/models/replay/index.ts';
import { scriptedProvider } from '../../src/models/scripted/provider.ts';
import {
  CALL,
  DAMAGED_ARGUMENTS,
  DAMAGED_CALL,
  describeProvider,
  HANG,
  LIMITED,
  LOOK_UP,
  LOOK_UPS,
  type ProviderUnderTest,
  SAY,
  saidOf,
  specRequest,
  trialMessages,
} from './provider-spec.ts';

const SECRET = 'sk-conformance-0123456789';

const CALLS: { readonly [asked: string]: readonly LoopbackToolCall[] } = {
  [CALL]: LOOK_UPS,
  [DAMAGED_CALL]: [{ name: LOOK_UP.name, arguments: DAMAGED_ARGUMENTS }],
};

/** Also repeats the key in its complaint, as some servers do. */
const brain: Brain = ({ messages, headers, tools }) => {
  const last = messages.at(-1)?.content ?? '';
  if (tools !== undefined && last in CALLS) return { text: null, toolCalls: CALLS[last] ?? [] };
  if (messages.at(-1)?.role === 'tool') return saidOf(last);
  if (last === LIMITED) {
    const shown = `${String(headers['authorization'])} ${String(headers['x-api-key'])}`;
    return {
      fault: 'status',
      status: 429,
      headers: { 'retry-after': '3' },
      message: `too many requests for ${shown}`,
    };
  }
  return last === HANG ? { fault: 'hang' } : last.replace('say: ', '');
};

async function overLoopback(
  plugin: ProviderPlugin,
  options: Record<string, unknown>,
): Promise<ProviderUnderTest> {
  const server = await startLoopback({ brain, models: ['spec/model'] });
  const endpoints = [plugin.id === 'openai' ? server.openAiUrl : server.anthropicUrl];
  const provider = plugin.create({ endpoints, apiKey: SECRET, timeoutMs: 30_000, options });
  return { provider, secrets: [SECRET], close: () => server.close() };
}

for (const plugin of [openai, anthropic]) {
  for (const stream of [false, true]) {
    describeProvider({
      title: `${plugin.id} ${stream ? 'streaming' : 'plain'}`,
      deterministic: true,
      open: () => overLoopback(plugin, { stream }),
    });
  }
}

function numbered(call: LoopbackToolCall, index: number): ToolCall {
  return { id: String(index), name: call.name, arguments: String(call.arguments) };
}

const scripted = () =>
  scriptedProvider((request) => {
    const last = request.messages.at(-1)?.content ?? '';
    const calls = request.tools === undefined ? undefined : CALLS[last];
    if (calls !== undefined) return { text: '', toolCalls: calls.map(numbered) };
    if (request.messages.at(-1)?.role === 'tool') return saidOf(last);
    if (last === LIMITED) {
      throw new ModelError('busy', { kind: 'rate-limit', retry: true, retryAfterMs: 3000 });
    }
    return last === HANG ? new Promise<string>(() => undefined) : last.replace('say: ', '');
  });

describeProvider({
  title: 'scripted',
  deterministic: true,
  open: async () => ({ provider: scripted(), secrets: [], close: async () => undefined }),
});

const cannotFail = {
  reason: 'a recording holds replies only, at once',
  tests: [
    'a signal ends a call that hangs',
    'a rate limit is told with the wait the server asks for',
  ],
};

describeProvider({
  title: 'replay',
  deterministic: true,
  skip: [cannotFail],
  open: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'replay-'));
    const file = join(folder, 'recording.jsonl');
    let text = '';
    const recorder = record((line) => {
      text += line;
    })(scripted());
    const { signal } = new AbortController();
    for (let sample = 0; sample < 40; sample += 1) {
      await recorder.generate(specRequest(SAY, { sample }), signal);
    }
    const tools = [LOOK_UP];
    for (const asked of [CALL, DAMAGED_CALL, SAY]) {
      await recorder.generate(specRequest(asked, { tools }), signal);
    }
    const messages = trialMessages('high water');
    await recorder.generate(specRequest('', { tools, messages }), signal);
    writeFileSync(file, text);
    const provider = replay.create({
      endpoints: [],
      apiKey: null,
      timeoutMs: 1000,
      options: { file },
    });
    return {
      provider,
      secrets: [],
      close: async () => rmSync(folder, { recursive: true }),
    };
  },
});
