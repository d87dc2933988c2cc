import { afterEach, describe, expect, test } from 'vitest';
import { PrerequisiteError } from '../../../src/core/errors.ts';
import type { Decoding, ModelRequest } from '../../../src/core/model.ts';
import { type LoopbackAnswer, status } from '../../../src/mock-server/brain.ts';
import { type Loopback, startLoopback } from '../../../src/mock-server/server.ts';
import { provider as anthropic } from '../../../src/models/anthropic/index.ts';
import { readAnthropicOptions, wantsStream } from '../../../src/models/anthropic/options.ts';
import { claudeVersion, requestBody } from '../../../src/models/anthropic/request-body.ts';
import { failureOf, specRequest } from '../../conformance/provider-spec.ts';

const open: Loopback[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function serve(answer: LoopbackAnswer): Promise<Loopback> {
  const server = await startLoopback({ brain: () => answer, models: ['claude-x-20260101'] });
  open.push(server);
  return server;
}

const never = new AbortController().signal;

function ask(server: Loopback, options: Record<string, unknown> = {}, timeoutMs = 20_000) {
  const endpoints = [`${server.anthropicUrl}/v1/`];
  const provider = anthropic.create({ endpoints, apiKey: null, timeoutMs, options });
  return provider.generate(specRequest('hi'), never);
}

const request = (model: string, change: Partial<Decoding> = {}): ModelRequest =>
  specRequest('hi', { model, decoding: { ...specRequest('hi').decoding, ...change } });

describe('what is sent', () => {
  const plain = readAnthropicOptions({});

  test('an older model gets a temperature, no top_p and no seed', () => {
    expect(requestBody(request('claude-sonnet-4-5'), plain)).toEqual({
      model: 'claude-sonnet-4-5',
      max_tokens: 64,
      system: 'You answer in few words.',
      messages: [{ role: 'user', content: 'hi' }],
      temperature: 0.2,
    });
  });

  test('top_p goes alone, when the temperature is the default', () => {
    const body = requestBody(request('claude-haiku-4-5', { temperature: 1 }), plain);
    expect(body['top_p']).toBe(0.9);
    expect(body).not.toHaveProperty('temperature');
    const neither = requestBody(request('claude-haiku-4-5', { temperature: 1, topP: 1 }), plain);
    expect(neither).toMatchObject({ temperature: 1 });
    expect(neither).not.toHaveProperty('top_p');
  });

  test('a newer model gets no sampling, and is told not to think', () => {
    const body = requestBody(request('claude-opus-4-8'), plain);
    expect(Object.keys(body).sort()).toEqual(
      ['max_tokens', 'messages', 'model', 'system', 'thinking'].sort(),
    );
    expect(body['thinking']).toEqual({ type: 'disabled' });
    const thinking = requestBody(request('claude-opus-4-8', { thinking: true }), plain);
    expect(thinking['thinking']).toEqual({ type: 'adaptive' });
  });

  test('options overrule what the model id tells', () => {
    const options = readAnthropicOptions({ sendSampling: true, sendThinking: false, maxTokens: 9 });
    const body = requestBody(request('claude-opus-4-8', { temperature: 0 }), options);
    expect(body).toMatchObject({ temperature: 0, max_tokens: 9 });
    expect(body).not.toHaveProperty('thinking');
  });

  test('a temperature the API cannot have is refused', () => {
    expect(() => requestBody(request('claude-haiku-4-5', { temperature: 1.2 }), plain)).toThrow(
      'temperature in [0, 1], got 1.2',
    );
  });

  test('several system messages are one, and an empty message is said in words', () => {
    const body = requestBody(
      specRequest('', {
        messages: [
          { role: 'system', content: 'one' },
          { role: 'system', content: 'two' },
          { role: 'user', content: 'q' },
          { role: 'assistant', content: ' \n' },
        ],
      }),
      plain,
    );
    expect(body['system']).toBe('one\n\ntwo');
    expect(body['messages']).toEqual([
      { role: 'user', content: 'q' },
      { role: 'assistant', content: '(no answer)' },
    ]);
  });

  test.each([
    ['claude-3-7-sonnet-latest', 3.7],
    ['claude-3-opus-20240229', 3],
    ['claude-sonnet-4-20250514', 4],
    ['claude-sonnet-4-5-20250929', 4.5],
    ['claude-opus-4-6', 4.6],
    ['claude-opus-5', 5],
    ['claude-fable-5-2', 5.2],
    ['spec/model', null],
  ])('%s is version %s', (model, version) => {
    expect(claudeVersion(model)).toBe(version);
  });

  test('only the local network is spoken to without a stream', () => {
    expect(wantsStream(plain, 'https://api.anthropic.com')).toBe(true);
    expect(wantsStream(plain, 'http://127.0.0.1:1')).toBe(false);
    expect(wantsStream(readAnthropicOptions({ stream: false }), 'https://api.anthropic.com')).toBe(
      false,
    );
  });
});

describe('what is understood', () => {
  test.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['refusal', 'refusal'],
    ['pause_turn', 'other'],
  ])('%s is %s', async (finishReason, expected) => {
    const server = await serve({ text: 'yes', finishReason });
    expect(await ask(server)).toMatchObject({ text: 'yes', finishReason: expected });
    expect(await ask(server, { stream: true })).toMatchObject({ finishReason: expected });
  });

  test.each([false, true])('tokens that were at hand, streaming %s', async (stream) => {
    const tokens = { inputTokens: 50, outputTokens: 2, cachedInputTokens: 40 };
    const { usage } = await ask(await serve({ text: 'yes', ...tokens }), { stream });
    expect(usage).toEqual({ modelCalls: 1, ...tokens });
  });

  test('thinking is kept apart', async () => {
    const server = await serve({ text: 'yes', reasoning: 'hm', inputTokens: 5, outputTokens: 2 });
    const expected = {
      text: 'yes',
      reasoning: 'hm',
      usage: { modelCalls: 1, inputTokens: 5, outputTokens: 2 },
    };
    expect(await ask(server)).toMatchObject(expected);
    expect(await ask(server, { stream: true })).toMatchObject(expected);
  });

  test('nothing said is an empty text', async () => {
    expect(await ask(await serve(''))).toMatchObject({ text: '', finishReason: 'stop' });
  });

  test.each([
    ['an empty body', '', 'empty'],
    ['no message', '{}', 'empty'],
    ['half a JSON text', '{"content":', 'transient'],
  ])('%s', async (_title, body, kind) => {
    const error = await failureOf(ask(await serve({ fault: 'body', body })));
    expect(error).toMatchObject({ kind, retry: true });
  });

  test('overloaded passes, a prompt that is too long does not', async () => {
    const overloaded = await serve(status(529, { code: 'overloaded_error' }));
    expect(await failureOf(ask(overloaded))).toMatchObject({ kind: 'transient', retry: true });
    const message = 'prompt is too long: 208310 tokens > 200000 maximum';
    const long = await serve(status(400, { message }));
    expect(await failureOf(ask(long))).toMatchObject({ kind: 'context-overflow', retry: false });
  });

  test.each([false, true])('a cut connection and a time-out, streaming %s', async (stream) => {
    const cut = await serve({ fault: 'cut' });
    expect(await failureOf(ask(cut, { stream }))).toMatchObject({ kind: 'connection' });
    const hanging = await serve({ fault: 'hang' });
    const error = await failureOf(ask(hanging, { stream }, 40));
    expect(error).toMatchObject({ kind: 'timeout', retry: true });
    await expect.poll(() => hanging.counters().abandoned).toBe(1);
  });
});

describe('settings and probe', () => {
  const settings = { endpoints: [] as string[], apiKey: null, timeoutMs: 5000, options: {} };

  test('the hosted API needs a key', () => {
    expect(() => anthropic.create(settings)).toThrow(PrerequisiteError);
    expect(() => anthropic.create(settings)).toThrow('set ANTHROPIC_API_KEY');
    const options = { keyVariable: 'MY_KEY' };
    expect(() => anthropic.create({ ...settings, options })).toThrow('set MY_KEY');
    const keyless = { ...settings, options: { needsKey: false } };
    expect(anthropic.create(keyless).id).toBe('anthropic@https://api.anthropic.com');
    const id = anthropic.create({ ...settings, apiKey: 'sk-ant-1', options: { maxTokens: 5 } }).id;
    expect(id).toBe('anthropic@https://api.anthropic.com?maxTokens=5');
  });

  test('a model may be named without its date', async () => {
    const server = await serve('x');
    const here = { ...settings, endpoints: [server.anthropicUrl] };
    await anthropic.probe(here, 'claude-x', never);
    const error = await failureOf(anthropic.probe(here, 'claude-y', never));
    expect(error.message).toBe(
      `${server.anthropicUrl} does not serve claude-y; it serves claude-x-20260101`,
    );
    await server.close();
    const dead = await failureOf(anthropic.probe(here, 'claude-x', never));
    expect(dead.message).toBe(`${server.anthropicUrl} does not answer (connection refused)`);
  });
});
