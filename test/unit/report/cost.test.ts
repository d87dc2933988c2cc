import { describe, expect, test } from 'vitest';
import { type ArmCost, costChange } from '../../../src/report/cost/arm-cost.ts';
import { costSection } from '../../../src/report/cost/cost-section.ts';

const arm = (tokens: number | null, more: Partial<ArmCost> = {}): ArmCost => ({
  tasks: 100,
  modelCalls: 4,
  inputTokens: tokens,
  outputTokens: tokens === null ? null : 0,
  ...more,
});
const names = { from: 'A', to: 'B' };
const sure = { low: 1, high: 9 };
const unsure = { low: -2, high: 9 };

describe('score weighed against cost', () => {
  test.each([
    [
      arm(1_000),
      arm(600),
      { deltaPoints: 0, interval: { low: 0, high: 0 } },
      'B scores equal and costs 40 % less (tokens per task)',
    ],
    [
      arm(1_000),
      arm(1_000),
      { deltaPoints: 0, interval: { low: 0, high: 0 } },
      'B scores equal and costs the same (tokens per task)',
    ],
    [
      arm(1_000),
      arm(2_800),
      { deltaPoints: 3, interval: unsure },
      'B scores +3.0 points, not distinguishable from equal, and costs 180 % more (tokens per task)',
    ],
    [
      arm(1_000),
      arm(900),
      { deltaPoints: 5, interval: sure },
      'B scores +5.0 points and costs 10 % less (tokens per task): better and no dearer',
    ],
    [
      arm(1_000),
      arm(1_500),
      { deltaPoints: 5, interval: sure },
      'B scores +5.0 points and costs 50 % more (tokens per task): a trade of score against cost',
    ],
    [
      arm(900),
      arm(1_000),
      { deltaPoints: -5, interval: { low: -9, high: -1 } },
      'B scores -5.0 points and costs 11 % more (tokens per task): A is better and no dearer',
    ],
    [
      arm(1_000, { costUsd: 0.02 }),
      arm(1_000, { costUsd: 0.01 }),
      { deltaPoints: 0, interval: null },
      'B scores equal and costs 50 % less (money per task)',
    ],
    // What one side paid is no measure while the other's price is unknown.
    [
      arm(1_000, { costUsd: 0.02 }),
      arm(500, { costUsd: null }),
      { deltaPoints: 0, interval: null },
      'B scores equal and costs 50 % less (tokens per task)',
    ],
    [
      arm(null),
      arm(500, { modelCalls: 2 }),
      { deltaPoints: 0, interval: null },
      'B scores equal and costs 50 % less (model calls per task)',
    ],
    [
      arm(null, { modelCalls: null }),
      arm(500),
      { deltaPoints: 0, interval: null },
      'B scores equal and what it costs is not known of both',
    ],
    [
      arm(1_000),
      arm(500),
      { deltaPoints: null, interval: null },
      'nothing to weigh: no task was scored on both sides',
    ],
  ])('%#: %j', (from, to, change, verdict) => {
    expect(costChange({ from, to }, change, names).verdict).toBe(verdict);
  });

  test('an unknown number is never written as 0, and money is told only where some is known', () => {
    const change = { deltaPoints: 0, interval: null };
    const section = costSection(costChange({ from: arm(null), to: arm(500) }, change, names));
    expect(section.header).not.toContain('money');
    expect(section.rows).toEqual([
      ['A', '4', 'unknown', 'unknown', 'unknown', '100'],
      ['B', '4', '500', '500', '0', '100'],
    ]);
    const priced = costSection(
      costChange({ from: arm(1, { costUsd: 0.0123456 }), to: arm(1) }, change, names),
    );
    expect(priced.rows.map((row) => row[5])).toEqual(['$0.0123', 'unknown']);
  });
});
