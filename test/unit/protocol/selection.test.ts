import { describe, expect, test } from 'vitest';
import { DEFAULT_GATE } from '../../../src/protocol/gate.ts';
import { selectCandidate } from '../../../src/protocol/selection.ts';
import { rolloutsOf as rollouts } from '../../support/rollouts.ts';

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
    gate: DEFAULT_GATE,
    finalists: 1,
    ...more,
  });

describe('deployment', () => {
  test('one row better is deployed, a tie and a loss keep the seed', () => {
    expect(ask([0, 1, 0], [1, 1, 0])).toMatchObject({
      selected: 'incumbent',
      fallbackReason: null,
    });
    expect(ask([0, 1], [1, 0]).fallbackReason).toBe('validation_tie');
    expect(ask([1, 1], [1, 0]).fallbackReason).toBe('validation_regression');
  });

  test('a missing row keeps the seed and says which', () => {
    expect(ask([0, 0, 0], [1, null, 1])).toEqual({
      selected: 'seed',
      fallbackReason: 'invalid_record:t1:infrastructure_failure',
      verdicts: null,
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
    expect(choice).toMatchObject({ selected: 'seed', fallbackReason: reason });
  });

  test('a gate with a higher bar says which bar was not reached; a loss stays a loss', () => {
    const paired = { gate: { ...DEFAULT_GATE, rule: 'paired' } as const };
    const margin = { gate: { ...DEFAULT_GATE, rule: 'margin', marginPoints: 40 } as const };
    expect(ask([0, 1, 0], [1, 1, 0], paired).fallbackReason).toBe('paired_not_significant');
    expect(ask([0, 1, 0], [1, 1, 0], margin).fallbackReason).toBe('margin_not_reached');
    expect(ask([1, 1], [1, 0], paired).fallbackReason).toBe('validation_regression');
    expect(ask([0, 0], [0, 0], margin).fallbackReason).toBe('validation_tie');
    expect(ask([0, 0, 0, 0, 0], [1, 1, 1, 1, 1], paired).selected).toBe('incumbent');
    expect(ask([0, 0, 0, 0, 0], [1, 1, 1, 1, 1], { ...paired, finalists: 2 }).selected).toBe(
      'seed',
    );
  });
});
