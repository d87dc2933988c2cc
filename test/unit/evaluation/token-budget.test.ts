import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PrerequisiteError } from '../../../src/core/errors.ts';
import { emptyRollout, type Rollout } from '../../../src/core/rollout.ts';
import { firstTokensPerCall, TokenBudget } from '../../../src/evaluation/token-budget.ts';

/** Of two model calls. */
function row(tokens: number): Rollout {
  const usage = { modelCalls: 2, inputTokens: tokens - 1, outputTokens: 1 };
  return { ...emptyRollout('t', usage), outcome: 'success', score: 1 };
}

const unobserved = emptyRollout('t', { modelCalls: 0, inputTokens: 0, outputTokens: 0 });

describe('a budget in tokens', () => {
  it('grants what the first guess pays for, then what calls took on average', () => {
    const budget = new TokenBudget(1000, 50);
    expect(budget.affordable(2)).toBe(10);
    budget.reserve(4, 4, 2);
    expect(budget.affordable(2)).toBe(6);
    budget.deliver([{ rows: [row(40), row(60), row(40), row(60)], whenShort: 'trim' }]);
    // 800 are left, and a call took 25: rollouts of two calls, and of eight.
    expect(budget.affordable(2)).toBe(16);
    expect(budget.affordable(8)).toBe(4);
    expect(budget.snapshot()).toEqual({ maximum: 1000, charged: 200, remaining: 800 });
  });

  it('counts rows in ask order while they fit; the first that does not ends it', () => {
    const budget = new TokenBudget(100, 10);
    const counted = budget.deliver([
      { rows: [row(40), unobserved, row(40)], whenShort: 'trim' },
      { rows: [row(30), row(5)], whenShort: 'trim' },
    ]);
    expect(counted).toEqual([
      [true, true, true],
      [false, false],
    ]);
    expect(budget.snapshot()).toEqual({ maximum: 100, charged: 80, remaining: 0 });
    expect(budget.affordable(1)).toBe(0);
  });

  it('counts an ask that is all or nothing whole or not at all', () => {
    const budget = new TokenBudget(100, 10);
    const counted = budget.deliver([{ rows: [row(40), row(40), row(40)], whenShort: 'skip' }]);
    expect(counted).toEqual([[false, false, false]]);
    expect(budget.snapshot().charged).toBe(0);
  });

  it('is over once rows were wanted that are not expected to fit', () => {
    const budget = new TokenBudget(100, 10);
    expect(budget.affordable(2)).toBe(5);
    budget.reserve(5, 6, 2);
    budget.deliver([{ rows: [row(2)], whenShort: 'trim' }]);
    expect(budget.snapshot()).toEqual({ maximum: 100, charged: 2, remaining: 0 });
  });

  it('is never passed, whatever rows take', () => {
    const ask = fc.record({
      rows: fc.array(fc.integer({ min: 2, max: 300 }).map(row), { maxLength: 12 }),
      whenShort: fc.constantFrom('trim' as const, 'skip' as const),
    });
    const steps = fc.array(fc.array(ask, { maxLength: 4 }), { maxLength: 12 });
    fc.assert(
      fc.property(fc.nat(2000), steps, (maximum, given) => {
        const budget = new TokenBudget(maximum, 20);
        let charged = 0;
        for (const asks of given) {
          budget.deliver(asks).forEach((rows, index) => {
            rows.forEach((counts, at) => {
              const usage = asks[index]?.rows[at]?.usage;
              if (counts) charged += (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0);
            });
          });
        }
        expect(charged).toBeLessThanOrEqual(maximum);
        expect(budget.snapshot().charged).toBe(charged);
      }),
    );
  });

  it('cannot be kept on a server that does not count', () => {
    const usage = { modelCalls: 2, inputTokens: 0, outputTokens: 0 };
    const uncounted: Rollout = { ...row(2), usage };
    const budget = new TokenBudget(100, 10);
    expect(() => budget.deliver([{ rows: [uncounted], whenShort: 'trim' }])).toThrow(
      PrerequisiteError,
    );
  });

  it.each([-1, 1.5, Number.NaN])('of %d is refused', (bad) => {
    expect(() => new TokenBudget(bad, 10)).toThrow(RangeError);
  });

  it('guesses first from the texts that every call holds', () => {
    const briefs = [
      { task: 'x'.repeat(300), outputContract: 'y'.repeat(100) },
      { task: 'x'.repeat(200), outputContract: '' },
    ];
    // (300 + 100) / 4 + 200
    expect(firstTokensPerCall(briefs, ['z'.repeat(100)])).toBe(300);
  });
});
