import { describe, expect, test } from 'vitest';
import { ModelError, type ModelErrorDetails } from '../../../src/core/errors.ts';
import type { ModelMiddleware, ModelRequest } from '../../../src/core/model.ts';
import { randomStream } from '../../../src/core/random.ts';
import { cache, memoryCache } from '../../../src/models/middleware/cache.ts';
import { chain, modelChain } from '../../../src/models/middleware/chain.ts';
import { limit } from '../../../src/models/middleware/limit.ts';
import { createUsageLedger, meter, totalUsage } from '../../../src/models/middleware/meter.ts';
import { replyKey, requestKey } from '../../../src/models/middleware/request-key.ts';
import type { RetryNotice } from '../../../src/models/middleware/retry.ts';
import { type ScriptedBrain, scriptedProvider } from '../../../src/models/scripted/provider.ts';
import { failureOf, specRequest } from '../../conformance/provider-spec.ts';
import { manualClock } from '../../support/manual-clock.ts';

const never = new AbortController().signal;

const failing =
  (details: ModelErrorDetails, times = Number.POSITIVE_INFINITY): ScriptedBrain =>
  (_request, index) => {
    if (index < times) throw new ModelError('no', details);
    return 'yes';
  };

const transient: ModelErrorDetails = { kind: 'transient', retry: true };
/** A provider whose calls end when the test says so. */
function held() {
  const waiting: { readonly request: ModelRequest; readonly answer: (text: string) => void }[] = [];
  let running = 0;
  let highest = 0;
  const script = scriptedProvider(
    (request) =>
      new Promise<string>((resolve) => {
        running += 1;
        highest = Math.max(highest, running);
        waiting.push({
          request,
          answer: (text) => {
            running -= 1;
            resolve(text);
          },
        });
      }),
  );
  return { script, waiting, highest: () => highest };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('limit', () => {
  test('never more than so many at once, in order of arrival', async () => {
    const { script, waiting, highest } = held();
    const provider = limit(3)(script);
    const calls = Array.from({ length: 10 }, (_, sample) =>
      provider.generate(specRequest('hi', { sample }), never),
    );
    for (let call = 0; call < 10; call += 1) {
      await expect.poll(() => waiting.length).toBeGreaterThan(call);
      waiting[call]?.answer(`reply ${call}`);
    }
    expect(highest()).toBe(3);
    expect(script.requests.map(({ sample }) => sample)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect((await Promise.all(calls)).map(({ text }) => text)).toEqual(
      Array.from({ length: 10 }, (_, call) => `reply ${call}`),
    );
  });

  test('who waits can leave, and never reaches the provider', async () => {
    const { script, waiting } = held();
    const provider = limit(1)(script);
    const controller = new AbortController();
    const first = provider.generate(specRequest('first'), never);
    const second = failureOf(provider.generate(specRequest('second'), controller.signal));
    const third = provider.generate(specRequest('third'), never);
    controller.abort();
    expect(await second).toMatchObject({ kind: 'aborted' });
    waiting[0]?.answer('one');
    await first;
    await expect.poll(() => waiting.length).toBe(2);
    waiting[1]?.answer('three');
    expect(await third).toMatchObject({ text: 'three' });
    expect(script.requests).toHaveLength(2);
    const late = failureOf(provider.generate(specRequest('x'), controller.signal));
    expect(await late).toMatchObject({ kind: 'aborted' });
  });

  test('a failure frees the slot and stays a failure', async () => {
    const provider = limit(1)(scriptedProvider(failing(transient, 1)));
    const first = failureOf(provider.generate(specRequest('a'), never));
    const second = provider.generate(specRequest('b'), never);
    expect(await first).toMatchObject({ kind: 'transient' });
    expect(await second).toMatchObject({ text: 'yes' });
  });
});

describe('cache', () => {
  test('a reply is paid for once, equal requests at once share the call', async () => {
    const { script, waiting } = held();
    const provider = cache(memoryCache())(script);
    const calls = Array.from({ length: 5 }, () => provider.generate(specRequest('hi'), never));
    await expect.poll(() => waiting.length).toBe(1);
    waiting[0]?.answer('once');
    expect((await Promise.all(calls)).map(({ text }) => text)).toEqual(Array(5).fill('once'));
    expect(await provider.generate(specRequest('hi'), never)).toMatchObject({ text: 'once' });
    expect(script.requests).toHaveLength(1);
  });

  test('an error is told to all who wait, and not kept', async () => {
    const script = scriptedProvider(failing(transient, 1));
    const provider = cache(memoryCache())(script);
    const both = [1, 2].map(() => failureOf(provider.generate(specRequest('hi'), never)));
    expect((await Promise.all(both)).map(({ kind }) => kind)).toEqual(['transient', 'transient']);
    expect(await provider.generate(specRequest('hi'), never)).toMatchObject({ text: 'yes' });
    expect(script.requests).toHaveLength(2);
  });

  test('one who leaves does not end the call of another; the last one does', async () => {
    let aborted = 0;
    const watch: ModelMiddleware = (next) => ({
      ...next,
      generate: (request, signal) => {
        signal.addEventListener('abort', () => {
          aborted += 1;
        });
        return next.generate(request, signal);
      },
    });
    const { script, waiting } = held();
    const provider = chain(script, cache(memoryCache()), watch);
    const [left, right] = [new AbortController(), new AbortController()];
    const first = failureOf(provider.generate(specRequest('hi'), left.signal));
    const second = failureOf(provider.generate(specRequest('hi'), right.signal));
    await expect.poll(() => waiting.length).toBe(1);
    left.abort();
    expect(await first).toMatchObject({ kind: 'aborted' });
    await settled();
    expect(aborted).toBe(0);
    right.abort();
    expect(await second).toMatchObject({ kind: 'aborted' });
    await settled();
    expect(aborted).toBe(1);
    // Whoever asks now gets a call of their own.
    const third = provider.generate(specRequest('hi'), never);
    await expect.poll(() => waiting.length).toBe(2);
    waiting[1]?.answer('again');
    expect(await third).toMatchObject({ text: 'again' });
  });
});

describe('what makes two requests different', () => {
  const base = specRequest('hi');
  const changed: readonly (readonly [string, Partial<ModelRequest>])[] = [
    ['model', { model: 'other' }],
    ['seed', { seed: 0 }],
    ['sample', { sample: 1 }],
    ['who asks', { channel: 'reflect' }],
    ['role', { messages: base.messages.map((message) => ({ ...message, role: 'user' })) }],
    ['text', { messages: [...base.messages, { role: 'assistant', content: '' }] }],
    ...Object.entries({
      temperature: 0,
      topP: 1,
      maxTokens: 65,
      repetitionPenalty: 1,
      thinking: true,
    }).map(([name, value]) => [name, { decoding: { ...base.decoding, [name]: value } }] as const),
  ];

  test.each(changed)('%s', (_name, change) => {
    expect(requestKey(specRequest('hi', change))).not.toBe(requestKey(base));
  });

  test('the endpoint; and judge and reflection are one purse', () => {
    expect(replyKey('openai@http://a/v1', base)).not.toBe(replyKey('openai@http://b/v1', base));
    expect(replyKey('openai@http://a/v1', base)).not.toBe(requestKey(base));
    expect(requestKey({ ...base, channel: 'judge' })).toBe(
      requestKey({ ...base, channel: 'reflect' }),
    );
  });

  test('the order of keys does not count', () => {
    const { decoding } = base;
    const turned = Object.fromEntries(Object.entries(decoding).reverse()) as typeof decoding;
    expect(requestKey({ ...base, decoding: turned })).toBe(requestKey(base));
  });

  test('the key is written down here: a change of it makes every kept reply worthless', () => {
    // From Python: sha256 of json.dumps of the list in request-key.ts with separators=(',', ':').
    expect(requestKey(base)).toBe(
      '0f22bcceb1219d3567ddef6192bbffb967057a211b3aaa6c09924ede44b605a1',
    );
  });
});

describe('meter and the whole chain', () => {
  test('counts what the server was asked for, per channel', async () => {
    const ledger = createUsageLedger();
    const script = scriptedProvider([
      { text: 'a b', usage: { modelCalls: 1, inputTokens: 10, outputTokens: 2 } },
      { text: '', finishReason: 'length' },
      { text: 'no', finishReason: 'refusal' },
      { text: 'hm</think>x' },
    ]);
    const provider = meter(ledger)(script);
    await provider.generate(specRequest('hi'), never);
    for (let call = 0; call < 3; call += 1) {
      await provider.generate(specRequest('hi', { channel: 'judge' }), never);
    }
    await failureOf(provider.generate(specRequest('hi', { channel: 'judge' }), never));
    const { task, judge, reflect } = ledger.snapshot();
    expect(task).toMatchObject({ requests: 1, replies: 1, inputTokens: 10, outputTokens: 2 });
    expect(judge).toMatchObject({
      requests: 4,
      replies: 3,
      truncated: 1,
      refused: 1,
      empty: 1,
      reasoningInText: 1,
      failures: { 'bad-request': 1 },
    });
    expect(reflect.requests).toBe(0);
    expect(totalUsage(ledger.snapshot()).modelCalls).toBe(4);
    expect(createUsageLedger(ledger.snapshot()).snapshot()).toEqual(ledger.snapshot());
  });

  test('a hit needs no slot and is not counted; retries are counted once each', async () => {
    const ledger = createUsageLedger();
    const { script, waiting } = held();
    let failures = 2;
    const shaky: ModelMiddleware = (next) => ({
      ...next,
      generate: (request, signal) => {
        if (failures === 0) return next.generate(request, signal);
        failures -= 1;
        return Promise.reject(new ModelError('no', transient));
      },
    });
    const notices: RetryNotice[] = [];
    const provider = modelChain(chain(script, shaky), {
      cache: memoryCache(),
      concurrency: 1,
      retry: {
        maxRetries: 2,
        random: randomStream('j'),
        clock: manualClock(),
        onRetry: (notice) => notices.push(notice),
      },
      ledger,
    });
    expect(provider.id).toBe(script.id);
    expect(provider.simulated).toBe(true);
    const first = provider.generate(specRequest('one'), never);
    await expect.poll(() => waiting.length).toBe(1);
    waiting[0]?.answer('one');
    await first;
    const slow = provider.generate(specRequest('slow'), never);
    await expect.poll(() => waiting.length).toBe(2);
    // The only slot is taken, and a known reply comes all the same.
    expect(await provider.generate(specRequest('one'), never)).toMatchObject({ text: 'one' });
    waiting[1]?.answer('slow');
    await slow;
    expect(ledger.snapshot().task).toMatchObject({
      requests: 4,
      replies: 2,
      retries: 2,
      failures: { transient: 2 },
    });
    expect(notices).toHaveLength(2);
  });
});
