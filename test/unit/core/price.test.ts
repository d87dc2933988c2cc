import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addUsage, NO_USAGE, type Usage } from '../../../src/core/model.ts';
import { costUsd, type TokenPrice } from '../../../src/core/price.ts';

const list = {
  input: 3,
  cachedInput: 0.3,
  output: 15,
  currency: 'USD',
  asOf: '2025-10-01',
} as const;

function usage(inputTokens: number, outputTokens: number, more: Partial<Usage> = {}): Usage {
  return { modelCalls: 1, inputTokens, outputTokens, ...more };
}

describe('the price of a call', () => {
  it.each<[string, Usage, TokenPrice, number]>([
    ['a million each', usage(1_000_000, 1_000_000), list, 18],
    // 600 × $3 + 400 × $0.30 + 100 × $15, by the million.
    ['cached input', usage(1000, 100, { cachedInputTokens: 400 }), list, 0.00342],
    [
      'cached input without a price of its own',
      usage(1000, 0, { cachedInputTokens: 400 }),
      { input: 3, output: 15, currency: 'USD', asOf: '2025-10-01' },
      0.003,
    ],
    [
      'cached input at no price',
      usage(10, 0, { cachedInputTokens: 10 }),
      { ...list, cachedInput: 0 },
      0,
    ],
    ['reasoning as other output', usage(1000, 100, { reasoningTokens: 90 }), list, 0.0045],
    // 1000 × $3 + 10 × $15 + 90 × $20.
    ['reasoning', usage(1000, 100, { reasoningTokens: 90 }), { ...list, reasoning: 20 }, 0.00495],
  ])('counts %s', (_name, used, price, dollars) => {
    expect(costUsd(used, price)).toBeCloseTo(dollars, 12);
  });

  it('is unknown, not 0, without a price and from a server that does not count', () => {
    expect(costUsd(usage(10, 10), 'unknown')).toBeNull();
    expect(costUsd(usage(0, 0), list)).toBeNull();
  });

  it('is 0 on a free server, counted or not', () => {
    expect(costUsd(usage(10, 10), 'free')).toBe(0);
    expect(costUsd(usage(0, 0), 'free')).toBe(0);
  });

  it('is never negative, whatever a server claims of its cache', () => {
    const tokens = fc.nat(1_000_000);
    fc.assert(
      fc.property(tokens, tokens, tokens, tokens, (input, output, cached, reasoning) => {
        const used = usage(input, output, {
          cachedInputTokens: cached,
          reasoningTokens: reasoning,
        });
        expect(costUsd(used, list) ?? 0).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('usage', () => {
  it('says nothing of reasoning where no server does', () => {
    expect(addUsage(NO_USAGE, usage(5, 6))).toEqual(usage(5, 6));
  });

  it('sums reasoning of those that say so, 0 included', () => {
    const sum = addUsage(addUsage(usage(1, 2), usage(3, 4, { reasoningTokens: 0 })), usage(0, 9));
    expect(sum).toEqual({ modelCalls: 3, inputTokens: 4, outputTokens: 15, reasoningTokens: 0 });
  });

  it('leaves out of sums what a server happened to have cached', () => {
    const sum = addUsage(usage(10, 1, { cachedInputTokens: 8 }), usage(10, 1));
    expect(sum).toEqual({ modelCalls: 2, inputTokens: 20, outputTokens: 2 });
  });
});
