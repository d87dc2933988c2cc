import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../../src/core/errors.ts';
import { callText, findCalls } from '../../../../src/models/sim/call-text.ts';
import { provider } from '../../../../src/models/sim/index.ts';
import {
  DECODING,
  LOGIN,
  openModel,
  PLAN_WATERING,
  request,
  taskText,
  turnMessages,
} from './support.ts';

const settings = { endpoints: [], apiKey: null, timeoutMs: 1000, options: {} };
const open = new AbortController().signal;
const TASK = taskText([LOGIN, PLAN_WATERING], ['USER: Plan the watering of "moss" tomorrow.']);

describe('the provider', () => {
  it('says that it is simulated and needs no endpoint', () => {
    expect(provider).toMatchObject({ id: 'sim', simulated: true, needsEndpoint: false });
    expect(provider.create(settings)).toMatchObject({ id: 'sim', simulated: true });
  });

  it('gives equal replies to equal requests, in any order, whatever sample and channel say', async () => {
    const prompts = ['You are a gardener.', 'You are a careful gardener. Copy values verbatim.'];
    const requests = prompts.flatMap((prompt) =>
      [1, 2, 3].map((seed) => ({ messages: turnMessages(prompt, TASK), seed })),
    );
    const ask = openModel();
    const first: string[] = [];
    for (const { messages, seed } of requests) first.push(await ask(messages, { seed }));
    const again: string[] = [];
    for (const { messages, seed } of [...requests].reverse()) {
      again.push(
        await openModel()(messages, { seed, sample: 9, channel: 'probe', model: 'other' }),
      );
    }
    expect(again.reverse()).toEqual(first);
  });

  it('reports usage, and cuts a reply at the token limit', async () => {
    const messages = turnMessages('You are a gardener.', TASK);
    const reply = await provider
      .create(settings)
      .generate(request(messages, { decoding: { ...DECODING, maxTokens: 2 } }), open);
    expect(reply).toMatchObject({
      finishReason: 'length',
      usage: { modelCalls: 1, outputTokens: 2 },
    });
    expect(reply.text).toHaveLength(8);
    const characters = messages
      .map(({ content }) => Math.ceil(content.length / 4))
      .reduce((sum, tokens) => sum + tokens, 0);
    expect(reply.usage.inputTokens).toBe(characters);
  });

  it('stops when it is told to, before and while it waits', async () => {
    const slow = provider.create({ ...settings, options: { latencyMs: 60_000 } });
    const messages = turnMessages('x', TASK);
    await expect(slow.generate(request(messages), AbortSignal.abort())).rejects.toMatchObject({
      kind: 'aborted',
    });
    const controller = new AbortController();
    const waiting = slow.generate(request(messages), controller.signal);
    controller.abort();
    await expect(waiting).rejects.toBeInstanceOf(ModelError);
  });

  it.each([-1, Number.NaN, '5'])('refuses the latency %s', (latencyMs) => {
    expect(() => provider.create({ ...settings, options: { latencyMs } })).toThrow('latencyMs');
  });

  it('answers anything with some text', async () => {
    const ask = openModel();
    const tag = fc.constantFrom(
      '<current_prompt>',
      '</current_prompt>',
      '<case>',
      '</case>',
      '<output_a>',
      '</output_a>',
      '<output_b>',
      'USER: ',
      'API: {"api_name": "X"',
      'Dialogue so far:',
      '{"name":"A","input_parameters":{"time":{"type":"str","description":"%Y-%m-%d"}}}',
      '[A(b=',
      '\n',
      'March 99th',
      '--- from a (agent 1, round 1) ---',
      '--- end ---',
      'Messages from the team:',
    );
    const text = fc
      .array(fc.oneof(tag, fc.string({ unit: 'binary' })), { maxLength: 30 })
      .map((parts) => parts.join('\n'));
    await fc.assert(
      fc.asyncProperty(text, text, fc.nat(), async (system, user, seed) => {
        const reply = await ask(
          [
            { role: 'system', content: system },
            { role: 'user', content: user },
          ],
          { seed },
        );
        expect(reply.length).toBeGreaterThan(0);
      }),
      { numRuns: 400 },
    );
  });
});

describe('calls as text', () => {
  const scalar = fc.oneof(
    fc.string().map((text) => text.replaceAll('\r', '')),
    fc.integer(),
    fc.boolean(),
  );
  it('can be read again', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.stringMatching(/^[a-z][a-z_]{0,8}$/u),
          fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })),
          { maxKeys: 4, noNullPrototype: true },
        ),
        (values) => {
          const call = {
            api: 'Water',
            arguments: Object.entries(values).map(([name, value]) => ({ name, value })),
          };
          expect(findCalls(`so: ${callText(call)} done`)[0]).toEqual(call);
        },
      ),
    );
  });
});
