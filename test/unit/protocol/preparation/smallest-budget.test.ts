/** What does a job say whose budget is too small for one step? */
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../../src/core/errors.ts';
import { gepa } from '../../../../src/optimizers/gepa/index.ts';
import { tavo } from '../../../../src/optimizers/tavo/index.ts';
import { methodOptions } from '../../../../src/protocol/preparation/method-options.ts';
import { smallBudgetNotice } from '../../../../src/protocol/preparation/smallest-budget.ts';
import { syntheticJob } from '../../../support/synthetic-context.ts';

const { context } = syntheticJob();
const shape = {
  graph: context.graph(context.seedCandidate),
  trainTasks: 150,
  validationTasks: 50,
};

function notice(
  method: typeof gepa | typeof tavo,
  budget: number,
  { strict = false, topology = false, given = {} } = {},
): string | null {
  const options = methodOptions(method.id, method.optionsSchema, given);
  const spec = {
    method: { id: method.id, version: 1, options },
    budget,
    optimize: { prompts: true, topology },
  };
  return smallBudgetNotice(method, spec, { shape, strict });
}

describe('a budget below one step', () => {
  it('names the least and what is left to do', () => {
    expect(notice(gepa, 40)).toBe(
      'budget 40: gepa needs 56 rollouts for one step; this job can only return the seed',
    );
    expect(notice(gepa, 40, { topology: true })).toContain('can only return the seed');
    expect(notice(tavo, 11, { topology: true })).toBe(
      'budget 11: tavo needs 12 rollouts for one step; this job can at most move the topology parameters',
    );
  });

  it('depends on the options', () => {
    expect(notice(gepa, 56)).toBeNull();
    expect(notice(gepa, 56, { given: { minibatch: '4' } })).toContain('needs 58 rollouts');
  });

  it('is refused by a strict job, with the next step', () => {
    expect(notice(gepa, 56, { strict: true })).toBeNull();
    for (const budget of [0, 55]) {
      let refusal: unknown = null;
      try {
        notice(gepa, budget, { strict: true });
      } catch (error) {
        refusal = error;
      }
      expect(refusal).toBeInstanceOf(UsageError);
      const { problems, hints } = refusal as UsageError;
      expect(problems).toEqual([`budget ${budget}: gepa needs 56 rollouts for one step`]);
      expect(hints[0]).toBe('--budget 56 is the least for this team and these options');
      expect(hints.at(-1)).toBe('protocol explain gepa');
    }
  });
});
