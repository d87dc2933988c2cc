import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AttemptRow, NO_CAPS, type SpendCaps } from '../../../src/core/attempt.ts';
import { BudgetExhaustedError, ModelError } from '../../../src/core/errors.ts';
import { Spend } from '../../../src/models/middleware/spend.ts';

const never = new AbortController().signal;

function row(tokens: number, more: Partial<AttemptRow> = {}): AttemptRow {
  return {
    ...{ number: 1, at: '2026-01-01T00:00:00.000Z', purpose: 'task', role: null, model: 'm' },
    ...{ endpoint: null, attempt: 1, outcome: 'ok', milliseconds: 1 },
    ...{ inputTokens: tokens, outputTokens: 0, price: tokens / 1000 },
    ...more,
  };
}

function spendOf(caps: Partial<SpendCaps>, now: () => number = () => 0): Spend {
  return new Spend({ caps: { ...NO_CAPS, ...caps }, now });
}

interface Plan {
  readonly cap: number;
  readonly concurrency: number;
  /** What each call really takes, in the order of leaving, and how long. */
  readonly calls: readonly { readonly tokens: number; readonly turns: number }[];
}

/** Sends calls side by side until one is refused, each expected to take the mean of those before. */
async function send({ cap, concurrency, calls }: Plan) {
  const spend = spendOf({ tokens: cap });
  const queue = [...calls];
  let inFlight = 0;
  let sent = 0;
  let used = 0;
  const worker = async (): Promise<void> => {
    for (let call = queue.shift(); call !== undefined; call = queue.shift()) {
      const reserved = {
        tokens: spend.expected({ purpose: 'task', model: 'm' })?.tokens ?? 10,
        usd: null,
      };
      await spend.reserve(reserved, never);
      inFlight += 1;
      sent += 1;
      expect(inFlight).toBeLessThanOrEqual(concurrency);
      for (let turn = 0; turn < call.turns; turn += 1) await Promise.resolve();
      used += call.tokens;
      spend.count(row(call.tokens));
      inFlight -= 1;
      spend.release(reserved);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: concurrency }, worker));
  const refusals = ended.flatMap((end) =>
    end.status === 'rejected' ? [end.reason as unknown] : [],
  );
  return { sent, used, refusals, spend };
}

describe('a cap', () => {
  const call = fc.record({ tokens: fc.integer({ min: 1, max: 200 }), turns: fc.nat(5) });
  const plan = fc.record({
    cap: fc.integer({ min: 1, max: 3000 }),
    concurrency: fc.integer({ min: 1, max: 8 }),
    calls: fc.array(call, { minLength: 1, maxLength: 60 }),
  });

  it('is passed at most by what is on its way, and stops only when nothing more fits', async () => {
    await fc.assert(
      fc.asyncProperty(plan, async (given) => {
        const { sent, used, refusals, spend } = await send(given);
        const largest = given.calls.map(({ tokens }) => tokens).sort((one, other) => other - one);
        const inFlight = largest.slice(0, given.concurrency);
        expect(used).toBeLessThanOrEqual(given.cap + inFlight.reduce((sum, each) => sum + each, 0));
        expect(spend.snapshot().tokens).toBe(used);
        if (sent === given.calls.length) return;
        expect(refusals.every((reason) => reason instanceof BudgetExhaustedError)).toBe(true);
        const next = spend.expected({ purpose: 'task', model: 'm' })?.tokens ?? 10;
        // Nobody is refused while there is room for what the next is expected to take.
        if (given.concurrency === 1) expect(used + next).toBeGreaterThan(given.cap);
      }),
    );
  });

  it('in money counts what was paid, and what was reserved where nobody knows', () => {
    const spend = spendOf({ usd: 1 });
    spend.count(row(100, { price: 0.4 }));
    const lost = { inputTokens: null, outputTokens: null, price: 'unknown' } as const;
    spend.count(row(0, { ...lost, reservedTokens: 50, reservedUsd: 0.5 }));
    expect(spend.snapshot()).toMatchObject({ tokens: 150, usd: 0.9 });
    expect(spend.reserve({ tokens: 1, usd: 0.1 }, never)).toBeUndefined();
    spend.release({ tokens: 1, usd: 0.1 });
    expect(() => spend.reserve({ tokens: 1, usd: 0.11 }, never)).toThrow(
      '--max-cost is reached: $0.90 of $1.00 is spent, and a call is expected to cost $0.11',
    );
  });

  it('in money is unknown, not 0, once a price is', () => {
    const spend = spendOf({});
    spend.count(row(100, { price: 'unknown' }));
    expect(spend.snapshot().usd).toBeNull();
  });

  it('in time counts earlier sessions and never waits', () => {
    let time = 0;
    const spend = spendOf({ milliseconds: 60_000 }, () => time);
    spend.recallTime(50_000);
    time = 9_999;
    expect(spend.reserve({ tokens: 1, usd: null }, never)).toBeUndefined();
    time = 10_000;
    expect(() => spend.reserve({ tokens: 1, usd: null }, never)).toThrow(BudgetExhaustedError);
  });

  it('lets go of who waits when the job is cut', async () => {
    const spend = spendOf({ tokens: 10 });
    expect(spend.reserve({ tokens: 10, usd: null }, never)).toBeUndefined();
    const cut = new AbortController();
    const waiting = spend.reserve({ tokens: 1, usd: null }, cut.signal);
    cut.abort();
    await expect(waiting).rejects.toBeInstanceOf(ModelError);
  });

  it('that was reached refuses everybody from then on', () => {
    const spend = spendOf({ tokens: 10 });
    expect(() => spend.reserve({ tokens: 11, usd: null }, never)).toThrow(BudgetExhaustedError);
    expect(() => spend.reserve({ tokens: 1, usd: null }, never)).toThrow(BudgetExhaustedError);
  });
});
