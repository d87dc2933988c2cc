import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ModelError, type ModelErrorDetails } from '../../../src/core/errors.ts';
import { randomStream } from '../../../src/core/random.ts';
import { chain } from '../../../src/models/middleware/chain.ts';
import { systemClock } from '../../../src/models/middleware/clock.ts';
import {
  type RetryNotice,
  type RetryOptions,
  retry,
} from '../../../src/models/middleware/retry.ts';
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
const limited = (retryAfterMs: number | null): ModelErrorDetails => ({
  kind: 'rate-limit',
  retry: true,
  retryAfterMs,
});

function retried(brain: ScriptedBrain, options: Partial<RetryOptions> = {}) {
  const clock = manualClock();
  const script = scriptedProvider(brain);
  const random = randomStream('jitter');
  const provider = retry({ maxRetries: 3, random, clock, ...options })(script);
  return { script, clock, ask: () => provider.generate(specRequest('hi'), never) };
}

describe('retry', () => {
  test.each([0, 1, 2, 5])('%i retries are so many requests and one more', async (maxRetries) => {
    const { script, ask } = retried(failing(transient), { maxRetries });
    const error = await failureOf(ask());
    expect(script.requests).toHaveLength(maxRetries + 1);
    expect(error).toMatchObject({ kind: 'transient', retry: true });
    expect(error.message).toBe(maxRetries === 0 ? 'no' : `no (after ${maxRetries + 1} attempts)`);
  });

  test('a retry sends the same request', async () => {
    const { script, ask } = retried(failing(transient, 2));
    expect(await ask()).toMatchObject({ text: 'yes' });
    expect(script.requests).toHaveLength(3);
    expect(new Set(script.requests).size).toBe(1);
  });

  test.each(['authentication', 'not-found', 'context-overflow', 'bad-request', 'aborted'] as const)(
    '%s is final',
    async (kind) => {
      const { script, ask } = retried(failing({ kind, retry: false }));
      expect((await failureOf(ask())).kind).toBe(kind);
      expect(script.requests).toHaveLength(1);
    },
  );

  test('a defect is final and stays what it is', async () => {
    const { script, ask } = retried(() => {
      throw new RangeError('a bug');
    });
    await expect(ask()).rejects.toThrow(RangeError);
    expect(script.requests).toHaveLength(1);
  });

  test('an answer is an answer, however short', async () => {
    const { script, ask } = retried(() => ({ text: '', finishReason: 'length' }));
    expect(await ask()).toMatchObject({ text: '', finishReason: 'length' });
    expect(script.requests).toHaveLength(1);
  });

  test('waits have full jitter under a bound that doubles up to its own bound', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 1_000_000 }), async (seed) => {
        const options = { maxRetries: 6, baseDelayMs: 100, maxDelayMs: 1000 };
        const random = randomStream('jitter', seed);
        const { clock, ask } = retried(failing(transient), { ...options, random });
        await failureOf(ask());
        const bounds = [100, 200, 400, 800, 1000, 1000];
        expect(clock.slept).toHaveLength(bounds.length);
        clock.slept.forEach((wait, index) => {
          expect(wait).toBeGreaterThanOrEqual(0);
          expect(wait).toBeLessThan(bounds[index] ?? 0);
        });
      }),
      { numRuns: 30 },
    ));

  test('the wish of the server is kept, and capped with a word about it', async () => {
    const notices: RetryNotice[] = [];
    const onRetry = (notice: RetryNotice): number => notices.push(notice);
    const kept = retried(failing(limited(3000), 1), { onRetry });
    await kept.ask();
    expect(kept.clock.slept[0]).toBeGreaterThanOrEqual(3000);
    expect(kept.clock.slept[0]).toBeLessThan(4000);
    const capped = retried(failing(limited(3_600_000), 1), { onRetry });
    await capped.ask();
    expect(capped.clock.slept[0]).toBeGreaterThanOrEqual(120_000);
    expect(capped.clock.slept[0]).toBeLessThan(121_000);
    expect(notices).toMatchObject([
      { kind: 'rate-limit', retry: 1, channel: 'task' },
      { message: expect.stringContaining('(the server asked for 3600 s)') as string },
    ]);
    expect(notices[0]?.message).not.toContain('asked');
  });

  test('a wait of 0 is a wait of the jitter alone', async () => {
    const { clock, ask } = retried(failing(limited(0), 1), { baseDelayMs: 100 });
    await ask();
    expect(clock.slept[0]).toBeLessThan(100);
  });

  test('the cool-down of one request is the cool-down of all', async () => {
    const clock = manualClock();
    const script = scriptedProvider(failing(limited(5000), 1));
    const random = randomStream('jitter');
    const provider = retry({ maxRetries: 1, random, clock })(script);
    const sent: number[] = [];
    const watched = chain(provider, (next) => ({
      ...next,
      generate: async (request, signal) => {
        const reply = await next.generate(request, signal);
        sent.push(clock.now());
        return reply;
      },
    }));
    const first = watched.generate(specRequest('first'), never);
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    const others = Array.from({ length: 20 }, (_, sample) =>
      watched.generate(specRequest('other', { sample }), never),
    );
    await Promise.all([first, ...others]);
    expect(sent.every((moment) => moment >= 6000)).toBe(true);
    // Each waits a little longer by its own jitter.
    expect(new Set(clock.slept).size).toBe(clock.slept.length);
    expect(script.requests).toHaveLength(22);
  });

  test('a limit that comes again and again lets up when the server does', async () => {
    const brain: ScriptedBrain = (_request, index) => {
      if (index % 3 === 0) throw new ModelError('slow', limited(89_000));
      return 'yes';
    };
    const clock = manualClock();
    const script = scriptedProvider(brain);
    const provider = retry({ maxRetries: 5, random: randomStream('j'), clock })(script);
    for (let call = 0; call < 200; call += 1) {
      expect(await provider.generate(specRequest('hi', { sample: call }), never)).toMatchObject({
        text: 'yes',
      });
    }
    expect(script.requests).toHaveLength(300);
  });

  test('a signal ends the wait', async () => {
    const controller = new AbortController();
    const script = scriptedProvider(failing(limited(60_000)));
    const provider = retry({ maxRetries: 5, random: randomStream('j') })(script);
    const call = failureOf(provider.generate(specRequest('hi'), controller.signal));
    setTimeout(() => controller.abort(), 10);
    expect(await call).toMatchObject({ kind: 'aborted' });
    expect(script.requests).toHaveLength(1);
  });
});

describe('systemClock', () => {
  test('sleeps, and wakes at once when told to stop', async () => {
    const before = systemClock.now();
    await systemClock.sleep(1, never);
    expect(systemClock.now()).toBeGreaterThanOrEqual(before);
    const error = await failureOf(systemClock.sleep(60_000, AbortSignal.abort()));
    expect(error.kind).toBe('aborted');
  });
});
