import { afterEach, describe, expect, test } from 'vitest';
import { PrerequisiteError, UsageError } from '../../../src/core/errors.ts';
import type { Decoding } from '../../../src/core/model.ts';
import {
  type Brain,
  emptyBody,
  garbageBody,
  type LoopbackAnswer,
  status,
} from '../../../src/mock-server/brain.ts';
import { type Loopback, startLoopback } from '../../../src/mock-server/server.ts';
import { provider as openai } from '../../../src/models/openai/index.ts';
import { readOpenAiOptions } from '../../../src/models/openai/options.ts';
import { requestBody } from '../../../src/models/openai/request-body.ts';
import { failureOf, specRequest } from '../../conformance/provider-spec.ts';

const open: Loopback[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function serve(answer: LoopbackAnswer | Brain): Promise<Loopback> {
  const brain = typeof answer === 'function' ? answer : () => answer;
  const server = await startLoopback({ brain, models: ['spec/model'] });
  open.push(server);
  return server;
}

interface Asked {
  readonly options?: Record<string, unknown>;
  readonly timeoutMs?: number;
  readonly decoding?: Partial<Decoding>;
}

function ask(server: Loopback, asked: Asked = {}) {
  const provider = openai.create({
    endpoints: [server.openAiUrl],
    apiKey: null,
    timeoutMs: asked.timeoutMs ?? 20_000,
    options: asked.options ?? {},
  });
  const { decoding } = specRequest('hi');
  const request = specRequest('hi', { decoding: { ...decoding, ...asked.decoding } });
  return provider.generate(request, new AbortController().signal);
}

describe('what is sent', () => {
  const plain = readOpenAiOptions({});
  test('a vLLM server gets its extras', () => {
    expect(requestBody(specRequest('hi'), 'http://localhost:8000/v1', plain)).toEqual({
      model: 'spec/model',
      messages: specRequest('hi').messages,
      temperature: 0.2,
      top_p: 0.9,
      max_tokens: 64,
      seed: 7,
      repetition_penalty: 1.05,
      chat_template_kwargs: { enable_thinking: false },
    });
  });

  test('api.openai.com gets none, and its own name for the cap', () => {
    const body = requestBody(specRequest('hi'), 'https://api.openai.com/v1', plain);
    expect(Object.keys(body).sort()).toEqual(
      ['max_completion_tokens', 'messages', 'model', 'seed', 'temperature', 'top_p'].sort(),
    );
    expect(body['max_completion_tokens']).toBe(64);
  });

  test('temperature 0 and seed 0 are sent', () => {
    const { decoding } = specRequest('hi');
    const request = specRequest('hi', { seed: 0, decoding: { ...decoding, temperature: 0 } });
    expect(requestBody(request, 'http://h/v1', plain)).toMatchObject({ temperature: 0, seed: 0 });
  });

  test('options leave out sampling and extras, and cap the length', () => {
    const options = readOpenAiOptions({ sendSampling: false, extras: false, maxTokens: 10 });
    expect(requestBody(specRequest('hi'), 'http://h/v1', options)).toEqual({
      model: 'spec/model',
      messages: specRequest('hi').messages,
      max_tokens: 10,
      seed: 7,
    });
  });

  test('a local server sees the placeholder key and nothing of the environment', async () => {
    const server = await serve('ok');
    await ask(server);
    const call = server.calls[0];
    expect(call?.headers['authorization']).toBe('Bearer EMPTY');
    expect(Object.keys(call?.headers ?? {})).not.toContain('openai-organization');
    expect(Object.keys(call?.headers ?? {})).not.toContain('openai-project');
    expect(Object.keys(call?.body ?? {})).not.toContain('stream');
  });

  test('a later request has the headers of the first, its own body and its own signal', async () => {
    const server = await serve((call) => ({ text: String(call.messages.at(-1)?.content) }));
    const provider = openai.create({
      endpoints: [server.openAiUrl],
      apiKey: 'sk-mine',
      timeoutMs: 20_000,
      options: {},
    });
    const { signal } = new AbortController();
    await provider.generate(specRequest('one'), signal);
    expect((await provider.generate(specRequest('three'), signal)).text).toBe('three');
    const [first, second] = server.calls.map(({ headers }) => headers);
    expect(first?.['authorization']).toBe('Bearer sk-mine');
    expect(second).toEqual({ ...first, 'content-length': second?.['content-length'] });
    expect(second?.['content-length']).not.toBe(first?.['content-length']);
    await expect(provider.generate(specRequest('four'), AbortSignal.abort())).rejects.toMatchObject(
      { kind: 'aborted' },
    );
    expect(server.calls).toHaveLength(2);
  });
});

describe('what is understood', () => {
  for (const stream of [false, true]) {
    const options = { stream };
    describe(stream ? 'streaming' : 'plain', () => {
      test('text with reasoning beside it', async () => {
        const server = await serve({
          text: 'yes',
          reasoning: 'hm',
          inputTokens: 11,
          outputTokens: 3,
        });
        expect(await ask(server, { options })).toEqual({
          text: 'yes',
          reasoning: 'hm',
          finishReason: 'stop',
          usage: { modelCalls: 1, inputTokens: 11, outputTokens: 3 },
          servedModel: 'spec/model',
        });
        expect(server.calls[0]?.body['stream']).toBe(stream ? true : undefined);
      });

      test('tokens that were at hand, and those of reasoning, also none', async () => {
        const details = { cachedInputTokens: 0, reasoningTokens: 2 };
        const tokens = { inputTokens: 11, outputTokens: 3, ...details };
        const server = await serve({ text: 'yes', ...tokens });
        const { usage } = await ask(server, { options });
        expect(usage).toEqual({ modelCalls: 1, ...tokens });
      });

      test('the model id that the server says', async () => {
        const server = await serve({ text: 'yes', model: 'other/model' });
        expect(await ask(server, { options })).toMatchObject({ servedModel: 'other/model' });
      });

      test('an answer that the cap ate is truncated, not an error', async () => {
        const server = await serve({ text: '', reasoning: 'long', finishReason: 'length' });
        expect(await ask(server, { options })).toMatchObject({ text: '', finishReason: 'length' });
      });

      test('a filter and a refusal are told apart', async () => {
        const filtered = await serve({ text: null, finishReason: 'content_filter' });
        expect(await ask(filtered, { options })).toMatchObject({
          text: '',
          finishReason: 'content-filter',
        });
        const refused = await serve({ text: null, refusal: 'I will not.' });
        expect(await ask(refused, { options })).toMatchObject({
          text: 'I will not.',
          finishReason: 'refusal',
        });
      });

      test('an answer filed under reasoning names the flag of the server', async () => {
        const server = await serve({ text: null, reasoning: '[GetToday()]' });
        const error = await failureOf(ask(server, { options }));
        expect(error).toMatchObject({ kind: 'bad-request', retry: false });
        expect(error.message).toContain('--reasoning-parser');
        expect(error.hints.join(' ')).toContain('answerFrom: reasoning');
        const told = { ...options, answerFrom: 'reasoning' };
        expect(await ask(server, { options: told })).toMatchObject({
          text: '[GetToday()]',
          reasoning: null,
        });
      });

      test('a model that thinks and then says nothing has said nothing', async () => {
        const server = await serve({ text: null, reasoning: 'hm' });
        const decoding = { thinking: true };
        expect(await ask(server, { options, decoding })).toMatchObject({
          text: '',
          reasoning: 'hm',
          finishReason: 'other',
        });
      });

      test('a cut connection', async () => {
        const server = await serve({ fault: 'cut' });
        const error = await failureOf(ask(server, { options }));
        expect(error).toMatchObject({ kind: 'connection', retry: true });
      });

      test('the configured time-out holds, and the server is told to stop', async () => {
        const server = await serve({ fault: 'hang' });
        const error = await failureOf(ask(server, { options, timeoutMs: 40 }));
        expect(error).toMatchObject({ kind: 'timeout', retry: true });
        expect(error.message).toContain('within 0.04 s');
        await expect.poll(() => server.counters().abandoned).toBe(1);
      });
    });
  }

  test('an empty text is the choice of the model', async () => {
    expect(await ask(await serve(''))).toMatchObject({ text: '', finishReason: 'stop' });
  });

  test.each([
    ['an empty body', emptyBody, 'empty'],
    ['half a JSON text', garbageBody, 'transient'],
    ['no choices', { fault: 'body', body: '{"choices":[]}' }, 'empty'],
    ['null choices', { fault: 'body', body: '{"choices":null}' }, 'empty'],
    ['no message', { fault: 'body', body: '{"choices":[{"finish_reason":"stop"}]}' }, 'empty'],
    ['null content without a reason', { text: null }, 'empty'],
    ['a list', { fault: 'body', body: '[]' }, 'empty'],
    ['a page', { fault: 'body', body: '<html>', contentType: 'text/html' }, 'empty'],
    ['an error with status 200', { fault: 'body', body: '{"error":{"message":"gone"}}' }, 'empty'],
  ] as const)('%s may come better next time', async (_title, answer, kind) => {
    const error = await failureOf(ask(await serve(answer)));
    expect(error).toMatchObject({ kind, retry: true });
  });

  test('a broken event and an error among the events', async () => {
    for (const event of ['{"id":', '{"error":{"message":"out of memory"}}']) {
      const body = `data: ${event}\n\n`;
      const server = await serve({ fault: 'body', body, contentType: 'text/event-stream' });
      const error = await failureOf(ask(server, { options: { stream: true } }));
      expect(error).toMatchObject({ kind: 'transient', retry: true });
    }
  });

  test('content in parts, and a tool call nobody asked for', async () => {
    const message = (fields: object) => ({
      fault: 'body' as const,
      body: JSON.stringify({ choices: [{ message: fields, finish_reason: 'stop' }] }),
    });
    const parts = await serve(message({ content: [{ type: 'text', text: 'a' }, { text: 'b' }] }));
    expect(await ask(parts)).toMatchObject({
      text: 'ab',
      usage: { modelCalls: 1, inputTokens: 0, outputTokens: 0 },
    });
    const tools = await serve(message({ content: null, tool_calls: [{ id: 'x' }] }));
    const error = await failureOf(ask(tools));
    expect(error).toMatchObject({ kind: 'bad-request', retry: false });
    expect(error.hints.join(' ')).toContain('--enable-auto-tool-choice');
  });
});

describe('what a status means', () => {
  test.each([
    [429, 'rate-limit', true],
    [500, 'transient', true],
    [502, 'transient', true],
    [503, 'transient', true],
    [529, 'transient', true],
    [408, 'transient', true],
    [409, 'transient', true],
    [400, 'bad-request', false],
    [422, 'bad-request', false],
    [301, 'bad-request', false],
    [401, 'authentication', false],
    [403, 'authentication', false],
    [404, 'not-found', false],
    [413, 'context-overflow', false],
  ])('%i', async (code, kind, retry) => {
    const server = await serve(status(code));
    const error = await failureOf(ask(server));
    expect(error).toMatchObject({ kind, retry, status: code });
    expect(error.message).toContain(`${server.openAiUrl} answered ${code}: fault ${code}`);
    expect(server.counters().calls).toBe(1);
  });

  test('a 429 without quota will not pass', async () => {
    const server = await serve(status(429, { code: 'insufficient_quota' }));
    expect(await failureOf(ask(server))).toMatchObject({ kind: 'rate-limit', retry: false });
  });

  test('retry-after-ms goes before retry-after', async () => {
    const headers = { 'retry-after-ms': '1500', 'retry-after': '60' };
    const error = await failureOf(ask(await serve(status(429, { headers }))));
    expect(error.retryAfterMs).toBe(1500);
  });

  test('a connection that ends before the answer', async () => {
    const error = await failureOf(ask(await serve({ fault: 'cut', early: true })));
    expect(error).toMatchObject({ kind: 'connection', retry: true, status: null });
    expect(error.message).toContain('cut the connection');
  });

  test('https to a server that speaks http is a mistake to mend', async () => {
    const server = await serve('ok');
    const openAiUrl = server.openAiUrl.replace('http:', 'https:');
    const error = await failureOf(ask({ ...server, openAiUrl }));
    expect(error).toMatchObject({ kind: 'connection', retry: false });
    expect(error.hints[0]).toContain('check http:// against https://');
  });

  test('nobody listens', async () => {
    const server = await serve('ok');
    await server.close();
    const error = await failureOf(ask(server));
    expect(error).toMatchObject({ kind: 'connection', retry: true });
    expect(error.message).toBe(`${server.openAiUrl} does not answer (connection refused)`);
  });
});

describe('identity and settings', () => {
  const settings = { endpoints: [], apiKey: 'sk-hidden', timeoutMs: 1000, options: {} };
  const idOf = (endpoints: string[], options = {}) =>
    openai.create({ ...settings, endpoints, options }).id;

  test('the id is the set of endpoints and the options that change replies', () => {
    expect(idOf([])).toBe('openai@http://localhost:8000/v1');
    expect(idOf(['http://b/v1/', 'http://a/v1', 'http://b/v1'])).toBe(
      'openai@http://a/v1,http://b/v1',
    );
    expect(idOf(['http://a/v1'], { stream: true })).toBe('openai@http://a/v1');
    expect(idOf(['http://a/v1'], { answerFrom: 'reasoning', maxTokens: 5 })).toBe(
      'openai@http://a/v1?answerFrom=reasoning&maxTokens=5',
    );
  });

  test('a hosted endpoint needs a key', () => {
    const create = () =>
      openai.create({ ...settings, endpoints: ['https://api.openai.com/v1'], apiKey: null });
    expect(create).toThrow(PrerequisiteError);
    expect(create).toThrow('OPENAI_API_KEY');
  });

  test('a hosted endpoint that asks for no key can be had without one', () => {
    const keyless = { ...settings, apiKey: null, options: { needsKey: false } };
    const { id } = openai.create({ ...keyless, endpoints: ['https://models.example.org/v1'] });
    expect(id).toBe('openai@https://models.example.org/v1');
  });

  test.each([
    [{ streem: true }, 'no option "streem"'],
    [{ stream: 'yes' }, '"stream" must be true or false'],
    [{ maxTokens: 0 }, '"maxTokens" must be a positive integer'],
    [{ maxTokens: Number.NaN }, '"maxTokens" must be a positive integer'],
    [{ answerFrom: 'thoughts' }, '"answerFrom" must be'],
    [{ keyVariable: 1 }, '"keyVariable" must be a text'],
  ])('%j is refused', (options, message) => {
    expect(() => openai.create({ ...settings, options })).toThrow(UsageError);
    expect(() => openai.create({ ...settings, options })).toThrow(message);
  });
});

describe('probe', () => {
  const never = new AbortController().signal;
  const settings = { endpoints: [] as string[], apiKey: null, timeoutMs: 5000, options: {} };

  test('all replicas must serve the model', async () => {
    const [first, second] = [await serve('x'), await serve('x')];
    const endpoints = [first.openAiUrl, second.openAiUrl];
    await openai.probe({ ...settings, endpoints }, 'spec/model', never);
    expect([first.counters().modelLists, second.counters().modelLists]).toEqual([1, 1]);
    expect(first.counters().calls).toBe(0);
    const error = await failureOf(openai.probe({ ...settings, endpoints }, 'Spec/Model', never));
    expect(error).toMatchObject({ kind: 'not-found', retry: false });
    expect(error.message).toBe(
      `${first.openAiUrl} does not serve Spec/Model; it serves spec/model. Did you mean "spec/model"?`,
    );
  });

  test('a dead server and a wrong path', async () => {
    const server = await serve('x');
    const wrong = { ...settings, endpoints: [server.anthropicUrl] };
    expect(await failureOf(openai.probe(wrong, 'spec/model', never))).toMatchObject({
      kind: 'not-found',
    });
    await server.close();
    const dead = { ...settings, endpoints: [server.openAiUrl] };
    const error = await failureOf(openai.probe(dead, 'spec/model', never));
    expect(error.message).toBe(`${server.openAiUrl} does not answer (connection refused)`);
  });
});
