import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InfrastructureError } from '../../../src/core/errors.ts';
import { FailureLimit } from '../../../src/evaluation/failure-limit.ts';
import { BudgetLedger } from '../../../src/evaluation/ledger.ts';
import { workPool } from '../../../src/evaluation/work-pool.ts';

test('whatever is asked, the budget is never overshot and unobserved rows cost nothing', () => {
  const asks = fc.array(
    fc.record({
      wanted: fc.integer({ min: 0, max: 40 }),
      trim: fc.boolean(),
      lost: fc.integer({ min: 0, max: 5 }),
    }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200 }), asks, (budget, steps) => {
      const ledger = new BudgetLedger(budget);
      let charged = 0;
      for (const { wanted, trim, lost } of steps) {
        const granted = ledger.reserve(wanted, trim ? 'trim' : 'skip');
        expect(granted).toBe(wanted <= budget - charged ? wanted : trim ? budget - charged : 0);
        const observed = Math.max(0, granted - lost);
        ledger.settle(granted, observed);
        charged += observed;
        expect(ledger.snapshot()).toEqual({
          maximum: budget,
          charged,
          remaining: budget - charged,
        });
      }
      expect(charged).toBeLessThanOrEqual(budget);
    }),
  );
});

test('reservations of one step are taken in ask order', () => {
  const ledger = new BudgetLedger(25);
  expect([
    ledger.reserve(10, 'trim'),
    ledger.reserve(10, 'trim'),
    ledger.reserve(10, 'trim'),
  ]).toEqual([10, 10, 5]);
  expect(ledger.reserve(1, 'trim')).toBe(0);
});

test('a budget must be a whole number', () => {
  for (const bad of [Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY]) {
    expect(() => new BudgetLedger(bad)).toThrow(RangeError);
  }
  expect(new BudgetLedger(0).reserve(5, 'trim')).toBe(0);
});

test('one unobserved row does not stop a search, one more than declared does', () => {
  const limit = new FailureLimit(0.02, 600);
  const failure = { stage: 'infrastructure', kind: 'timeout', message: 'no answer in 10 s' };
  for (let row = 0; row < 12; row += 1) limit.countMissing(failure);
  expect(() => limit.countMissing(failure)).toThrow(InfrastructureError);
  expect(() => limit.countMissing(failure)).toThrow(
    /at most 12 may be missing.*timeout: no answer in 10 s/,
  );
  new FailureLimit(0.02, 10).countMissing(failure);
});

test('after a failure nothing new starts, what runs is awaited, and the first error is thrown', async () => {
  const log: string[] = [];
  const pool = workPool(2);
  const slow = async (): Promise<string> => {
    await new Promise((resolve) => setImmediate(resolve));
    log.push('slow finished');
    return 'slow';
  };
  const failing = async (): Promise<string> => {
    throw new Error('boom');
  };
  const never = async (): Promise<string> => {
    log.push('started after the failure');
    return 'never';
  };
  await expect(pool.runAll([slow, failing, never, never])).rejects.toThrow('boom');
  expect(log).toEqual(['slow finished']);
  expect(await pool.runAll([slow, async () => 'next'])).toEqual(['slow', 'next']);
});

test('timers and signals are heard between units that never wait', async () => {
  let started = 0;
  let heardAfter = -1;
  const timer = setTimeout(() => {
    heardAfter = started;
  }, 0);
  const unit = async (): Promise<void> => {
    started += 1;
  };
  await workPool(4).runAll(Array.from({ length: 2_000 }, () => unit));
  clearTimeout(timer);
  expect(started).toBe(2_000);
  expect(heardAfter).toBeGreaterThanOrEqual(0);
  expect(heardAfter).toBeLessThan(2_000);
});
