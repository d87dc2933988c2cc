import { describe, expect, test } from 'vitest';
import type { Outcome, Rollout } from '../../../src/core/rollout.ts';
import { selectCandidate } from '../../../src/protocol/selection.ts';

function rollouts(scores: readonly (number | null)[], outcome?: Outcome): Rollout[] {
  return scores.map((score, index) => ({
    taskId: `t${index}`,
    outcome:
      outcome ??
      (score === null ? 'infrastructure_failure' : score > 0 ? 'success' : 'semantic_failure'),
    score,
    answer: '',
    failure: null,
    errorClass: null,
    feedback: '',
    roleOutputs: {},
    format: { parsed: 0, total: 0 },
    usage: { modelCalls: 0, inputTokens: 0, outputTokens: 0 },
    trace: null,
  }));
}

const ask = (
  seed: readonly (number | null)[],
  incumbent: readonly (number | null)[],
  more: Partial<Parameters<typeof selectCandidate>[0]> = {},
) =>
  selectCandidate({
    ids: seed.map((_, index) => `t${index}`),
    seed: rollouts(seed),
    incumbent: rollouts(incumbent),
    unchanged: false,
    incumbentValid: true,
    ...more,
  });

describe('deployment', () => {
  test('one row better is deployed, a tie and a loss keep the seed', () => {
    expect(ask([0, 1, 0], [1, 1, 0])).toEqual({ selected: 'incumbent', fallbackReason: null });
    expect(ask([0, 1], [1, 0]).fallbackReason).toBe('validation_tie');
    expect(ask([1, 1], [1, 0]).fallbackReason).toBe('validation_regression');
  });

  test('a missing row keeps the seed and says which', () => {
    expect(ask([0, 0, 0], [1, null, 1])).toEqual({
      selected: 'seed',
      fallbackReason: 'invalid_record:t1:infrastructure_failure',
    });
  });

  test.each([
    ['no_change', ask([0], [1], { unchanged: true })],
    ['invalid_incumbent', ask([0], [1], { incumbentValid: false })],
    ['empty_validation', ask([], [])],
    ['unpaired_validation_ids', ask([0], [1], { ids: ['another'] })],
    [
      'duplicate_example:t0',
      ask([0, 0], [1, 1], {
        ids: ['t0', 't0'],
        seed: [...rollouts([0]), ...rollouts([0])],
        incumbent: [...rollouts([1]), ...rollouts([1])],
      }),
    ],
    ['score_out_of_range:t0', ask([0], [2])],
    ['score_out_of_range:t0', ask([0], [Number.NaN])],
  ])('%s', (reason, choice) => {
    expect(choice).toEqual({ selected: 'seed', fallbackReason: reason });
  });
});
