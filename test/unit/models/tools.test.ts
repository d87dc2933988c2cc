/** What do the two wire formats make of function tools, of damage, and of servers that know none? */
import { afterEach, describe, expect, test } from 'vitest';
import { ModelError } from '../../../src/core/errors.ts';
import type { ModelReply, ModelRequest } from '../../../src/core/model.ts';
import { readToolArguments } from '../../../src/core/tool-arguments.ts';
import { type LoopbackAnswer, status } from '../../../src/mock-server/brain.ts';
import { type Loopback, startLoopback } from '../../../src/mock-server/server.ts';
import { provider as anthropic } from '../../../src/models/anthropic/index.ts';
import { readAnthropicOptions } from '../../../src/models/anthropic/options.ts';
import { requestBody as anthropicBody } from '../../../src/models/anthropic/request-body.ts';
import { createUsageLedger, meter } from '../../../src/models/middleware/meter.ts';
import { requestKey } from '../../../src/models/middleware/request-key.ts';
import { provider as openai } from '../../../src/models/openai/index.ts';
import { readOpenAiOptions } from '../../../src/models/openai/options.ts';
import { requestBody as openAiBody } from '../../../src/models/openai/request-body.ts';
import { scriptedProvider } from '../../../src/models/scripted/provider.ts';
import { explainToolRefusal } from '../../../src/models/transport/tool-calls.ts';
import { failureOf, LOOK_UP, specRequest, trialMessages } from '../../conformance/provider-spec.ts';

const open: Loopback[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

const PLUGINS = { openai, anthropic };
type Wire = keyof typeof PLUGINS;
const WIRES: readonly (readonly [Wire, boolean])[] = [
  ['openai', false],
  ['openai', true],
  ['anthropic', false],
  ['anthropic', true],
];

const withTools = (change: Partial<ModelRequest> = {}): ModelRequest =>
  specRequest('hi', { tools: [LOOK_UP], ...change });

async function ask(
  answer: LoopbackAnswer,
  [wire, stream]: readonly [Wire, boolean],
  request = withTools(),
): Promise<ModelReply> {
  const server = await startLoopback({ brain: () => answer, models: ['spec/model'] });
  open.push(server);
  const endpoints = [wire === 'openai' ? server.openAiUrl : server.anthropicUrl];
  const settings = { endpoints, apiKey: null, timeoutMs: 20_000, options: { stream } };
  return PLUGINS[wire].create(settings).generate(request, new AbortController().signal);
}

describe('what is sent', () => {
  const sentToOpenAi = (request: ModelRequest) =>
    openAiBody(request, 'http://localhost:8000/v1', readOpenAiOptions({}));
  const sentToAnthropic = (request: ModelRequest) =>
    anthropicBody(request, readAnthropicOptions({}));

  test('without tools no word of them', () => {
    expect(Object.keys(sentToOpenAi(specRequest('hi')))).not.toContain('tools');
    expect(Object.keys(sentToAnthropic(specRequest('hi')))).not.toContain('tools');
  });

  test('OpenAI: functions, a call with null content, its result', () => {
    const body = sentToOpenAi(withTools({ messages: trialMessages('high water') }));
    const { name, description, parameters } = LOOK_UP;
    expect(body['tools']).toEqual([
      { type: 'function', function: { name, description, parameters } },
    ]);
    const call = { name: 'look_up', arguments: '{"word":"tide","times":2}' };
    expect((body['messages'] as readonly object[]).slice(2)).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call00001', type: 'function', function: call }],
      },
      { role: 'tool', tool_call_id: 'call00001', content: 'high water' },
    ]);
  });

  test('Anthropic: input schemas, a call as a block, its result said by the user', () => {
    const body = sentToAnthropic(withTools({ messages: trialMessages('high water') }));
    const { name, description, parameters } = LOOK_UP;
    expect(body['tools']).toEqual([{ name, description, input_schema: parameters }]);
    const input = { word: 'tide', times: 2 };
    expect((body['messages'] as readonly object[]).slice(1)).toEqual([
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'call00001', name: 'look_up', input }],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'call00001', content: 'high water' }],
      },
    ]);
  });

  test('Anthropic: the results of one reply in one message', () => {
    const calls = [1, 2].map((number) => ({
      id: `c${number}`,
      name: 'look_up',
      arguments: '{}',
    }));
    const body = sentToAnthropic(
      withTools({
        messages: [
          { role: 'user', content: 'go' },
          { role: 'assistant', content: 'Both.', toolCalls: calls },
          { role: 'tool', toolCallId: 'c1', content: 'one' },
          { role: 'tool', toolCallId: 'c2', content: 'two' },
          { role: 'user', content: 'and?' },
        ],
      }),
    );
    expect(body['messages']).toEqual([
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Both.' },
          { type: 'tool_use', id: 'c1', name: 'look_up', input: {} },
          { type: 'tool_use', id: 'c2', name: 'look_up', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c1', content: 'one' },
          { type: 'tool_result', tool_use_id: 'c2', content: 'two' },
        ],
      },
      { role: 'user', content: 'and?' },
    ]);
  });

  test.each([
    ['{"word": "ti', '{}'],
    ['{"word":"tide"}"', '{"word":"tide"}'],
    ['', '{}'],
    ['[1]', '{}'],
  ])('never broken arguments: %s goes back as %s', (broken, sane) => {
    const call = { id: 'c1', name: 'look_up', arguments: broken };
    const messages: ModelRequest['messages'] = [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: '', toolCalls: [call] },
      { role: 'tool', toolCallId: 'c1', content: 'no' },
    ];
    const [, ofOpenAi] = sentToOpenAi(withTools({ messages }))['messages'] as [
      object,
      { tool_calls: { function: { arguments: string } }[] },
    ];
    expect(ofOpenAi.tool_calls[0]?.function.arguments).toBe(sane);
    const [, ofAnthropic] = sentToAnthropic(withTools({ messages }))['messages'] as [
      object,
      { content: { input: object }[] },
    ];
    expect(ofAnthropic.content[0]?.input).toEqual(JSON.parse(sane));
  });
});

describe('what comes back', () => {
  test.each(WIRES)('%s, streaming %s: text and thoughts beside a call', async (...wire) => {
    const reply = await ask(
      {
        text: 'I look it up.',
        reasoning: 'A word.',
        toolCalls: [{ name: 'look_up', arguments: '{"word":"tide"}' }],
      },
      wire,
    );
    expect(reply).toMatchObject({
      text: 'I look it up.',
      reasoning: 'A word.',
      finishReason: 'stop',
      toolCalls: [{ name: 'look_up', arguments: '{"word":"tide"}' }],
    });
  });

  test.each(WIRES)('%s, streaming %s: a call cut by the cap is not whole', async (...wire) => {
    const isOpenAi = wire[0] === 'openai';
    // The plain Anthropic wire sends what could be read of a cut call, as if it were all.
    const cut = !isOpenAi && !wire[1] ? '{"word":"ti"}' : '{"word":"ti';
    const reply = await ask(
      {
        text: null,
        finishReason: isOpenAi ? 'length' : 'max_tokens',
        toolCalls: [{ name: 'look_up', arguments: cut }],
      },
      wire,
    );
    expect(reply.finishReason).toBe('length');
    const [call] = reply.toolCalls ?? [];
    expect(call?.arguments).toContain('"ti');
    expect(readToolArguments(call?.arguments ?? '')).toBeNull();
  });

  test.each(WIRES)('%s, streaming %s: nothing but a refusal or a filter', async (...wire) => {
    const isOpenAi = wire[0] === 'openai';
    const finishReason = isOpenAi ? 'content_filter' : 'refusal';
    const reply = await ask({ text: isOpenAi ? null : '', finishReason }, wire);
    expect(reply).toMatchObject({
      text: '',
      finishReason: isOpenAi ? 'content-filter' : 'refusal',
    });
    expect(reply.toolCalls).toBeUndefined();
  });

  test.each([false, true])('arguments sent as an object, streaming %s', async (stream) => {
    const toolCalls = [{ name: 'look_up', arguments: { word: 'tide' } }];
    const reply = await ask({ text: null, toolCalls }, ['openai', stream]);
    expect(reply.toolCalls?.[0]?.arguments).toBe('{"word":"tide"}');
  });

  test('a call without id, name or arguments is still a call', async () => {
    const message = { role: 'assistant', content: null, tool_calls: [{ function: {} }, 'odd'] };
    const body = JSON.stringify({ choices: [{ message, finish_reason: 'tool_calls' }] });
    const reply = await ask({ fault: 'body', body }, ['openai', false]);
    expect(reply.toolCalls).toEqual([
      { id: 'call_1', name: '', arguments: '' },
      { id: 'call_2', name: '', arguments: '' },
    ]);
  });

  test('streamed calls without an index, whole, one by one', async () => {
    const piece = (word: string) => ({
      function: { name: 'look_up', arguments: `{"w":"${word}"}` },
    });
    const event = (delta: object, finish: string | null = null): string =>
      `data: ${JSON.stringify({ model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
    const body = [
      event({ tool_calls: [piece('a')] }),
      event({ tool_calls: [piece('b')] }),
      event({}, 'tool_calls'),
      'data: [DONE]\n\n',
    ].join('');
    const answer = { fault: 'body', body, contentType: 'text/event-stream' } as const;
    const reply = await ask(answer, ['openai', true]);
    expect(reply.toolCalls?.map((call) => call.arguments)).toEqual(['{"w":"a"}', '{"w":"b"}']);
  });

  test('null content that nothing explains is still no answer, with tools too', async () => {
    const error = await failureOf(ask({ text: null }, ['openai', false]));
    expect(error).toMatchObject({ kind: 'empty', retry: true });
  });

  test('an answer filed under reasoning is still a server setting, with tools too', async () => {
    const error = await failureOf(ask({ text: null, reasoning: '[Foo()]' }, ['openai', false]));
    expect(error.message).toContain('--reasoning-parser');
  });

  test('a call that nobody offered is a server setting', async () => {
    const toolCalls = [{ name: 'look_up', arguments: '{}' }];
    const answer = { text: null, toolCalls };
    const error = await failureOf(ask(answer, ['openai', false], specRequest('hi')));
    expect(error).toMatchObject({ kind: 'bad-request', retry: false });
  });
});

describe('a server that knows no tools', () => {
  test.each([
    [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    [500, 'tools param requires --jinja flag'],
    [400, 'registry.ollama.ai/library/tiny:1b does not support tools'],
    [422, 'Extra inputs are not permitted: tools'],
    [404, 'No endpoints found that support tool use.'],
  ])('%s %s: not tried again, and told what to do', async (code, message) => {
    for (const wire of WIRES) {
      const error = await failureOf(ask(status(code, { message }), wire));
      expect(error).toMatchObject({ kind: 'not-found', retry: false, status: code });
      expect(error.message).toContain('spec/model was offered function tools and refused');
      expect(error.message).toContain(message);
      expect(error.hints.join('\n')).toContain('--enable-auto-tool-choice --tool-call-parser');
      expect(error.hints.join('\n')).toContain('--answer-mode text');
    }
  });

  test.each([
    ['another complaint', 400, 'temperature must be positive', 'bad-request'],
    ['a busy server', 429, 'too many tool calls', 'rate-limit'],
    ['a server that fails', 503, 'the tool server is starting', 'transient'],
    ['a key', 401, 'no tool for you', 'authentication'],
    ['a prompt that is too long', 400, 'prompt is too long: 9 tools', 'context-overflow'],
  ])('%s stays what it is', async (_name, code, message, kind) => {
    const error = await failureOf(ask(status(code, { message }), ['openai', false]));
    expect(error.kind).toBe(kind);
  });

  test('without tools the same words say nothing about tools', () => {
    const error = new ModelError('does not support tools', {
      kind: 'bad-request',
      retry: false,
      status: 400,
    });
    expect(explainToolRefusal(error, specRequest('hi'))).toBe(error);
    expect(explainToolRefusal(error, withTools())).not.toBe(error);
  });
});

describe('the key of a request', () => {
  test('without tools is the one it was before there were any', () => {
    expect(requestKey(specRequest('hi'))).toBe(
      '0f22bcceb1219d3567ddef6192bbffb967057a211b3aaa6c09924ede44b605a1',
    );
  });

  test('tells tools, calls and results apart', () => {
    const said = (content: string) => withTools({ messages: trialMessages(content) });
    const other = { ...LOOK_UP, description: 'Looks up a number.' };
    const keys = [
      specRequest('hi'),
      withTools(),
      withTools({ tools: [] }),
      withTools({ tools: [other] }),
      withTools({ tools: [LOOK_UP, other] }),
      said('one'),
      said('two'),
      withTools({ messages: trialMessages('one').slice(0, -1) }),
      withTools({
        messages: [
          { role: 'user', content: 'hi' },
          { role: 'assistant', content: '' },
        ],
      }),
      withTools({
        messages: [
          { role: 'user', content: 'hi' },
          { role: 'assistant', content: '', toolCalls: [] },
        ],
      }),
    ].map(requestKey);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

test('a call without words is no empty reply', async () => {
  const ledger = createUsageLedger();
  const toolCalls = [{ id: '1', name: 'look_up', arguments: '{}' }];
  const provider = meter(ledger)(scriptedProvider([{ text: '', toolCalls }, '']));
  const never = new AbortController().signal;
  await provider.generate(withTools(), never);
  await provider.generate(withTools(), never);
  expect(ledger.snapshot().task).toMatchObject({ replies: 2, empty: 1 });
});
