import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import type { Rollout } from '../../../src/core/rollout.ts';
import { type CostRecord, costLines, teamCost } from '../../../src/evaluation/team-cost.ts';
import { rolloutsOf } from '../../support/rollouts.ts';

type Spent = readonly [score: number | null, calls: number, input: number, output: number];

function spent(rows: readonly Spent[]): Rollout[] {
  return rolloutsOf(rows.map(([score]) => score)).map((rollout, index) => {
    const [, modelCalls, inputTokens, outputTokens] = rows[index] as Spent;
    return { ...rollout, usage: { modelCalls, inputTokens, outputTokens } };
  });
}

const told = (perTask: CostRecord['perTask'], more: JsonObject = {}) =>
  costLines({ cost: { price: 'unknown', perTask } as unknown as JsonObject, ...more });

describe('cost of a team', () => {
  test('is the mean over what was observed, right or wrong', () => {
    const rows: Spent[] = [
      [1, 4, 1000, 100],
      [0, 2, 500, 51],
      [null, 1, 9000, 900],
    ];
    expect(teamCost(spent(rows))).toEqual({
      tasks: 2,
      modelCalls: 3,
      inputTokens: 750,
      outputTokens: 75.5,
    });
  });

  test('is unknown, never 0, where nothing was observed or a server did not count', () => {
    const unknown = { modelCalls: null, inputTokens: null, outputTokens: null };
    expect(teamCost(spent([[null, 3, 10, 1]]))).toEqual({ tasks: 0, ...unknown });
    const rows: Spent[] = [
      [1, 4, 1000, 100],
      [1, 4, 0, 0],
    ];
    expect(teamCost(spent(rows))).toEqual({ ...unknown, tasks: 2, modelCalls: 4 });
  });

  test('does not hang on the order of the tasks', () => {
    const row = fc.tuple(
      fc.constantFrom(0, 1, null),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 100_000 }),
      fc.integer({ min: 0, max: 5000 }),
    );
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        expect(teamCost(spent(rows.toReversed()))).toEqual(teamCost(spent(rows)));
      }),
    );
  });
});

describe('cost in words', () => {
  const seed = teamCost(spent([[0, 8, 9000, 1000]]));
  const frozen = teamCost(spent([[1, 4, 7500, 500]]));

  test('tells both teams, the change beside the score, and that no price is known', () => {
    expect(told({ seed, frozen }, { comparison: { deltaPoints: 3 } })).toEqual([
      'seed: 8 model calls, 10,000 tokens (9,000 in, 1,000 out) per task, over 1 tasks',
      'frozen: 4 model calls, 8,000 tokens (7,500 in, 500 out) per task, over 1 tasks',
      'change: score +3.0 points, tokens per task ×0.80',
      'price per task: not sealed, for prices change; ledger.jsonl of a job has what was paid',
    ]);
  });

  test('tells no change of tokens that were not counted', () => {
    const uncounted = teamCost(spent([[1, 4, 0, 0]]));
    const lines = told({ seed, frozen: uncounted }, { comparison: { deltaPoints: 3 } });
    expect(lines[1]).toBe(
      'frozen: 4 model calls per task, tokens unknown (the server does not count), over 1 tasks',
    );
    expect(lines.join('\n')).not.toContain('×');
  });

  test('says nothing of a test that was sealed without it', () => {
    expect(costLines({})).toEqual([]);
  });
});
