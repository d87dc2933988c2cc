/** Do all methods keep the contract? All that the registry knows. */
import { optimizers } from '../../src/registry.ts';
import { describeOptimizer, type OptimizerSubject } from './optimizer-spec.ts';

/** What a method cannot do, and why; whatever is not listed is asked of all. */
const SKIPS: { readonly [method: string]: NonNullable<OptimizerSubject['skip']> } = {
  random: [
    {
      // Verdicts of one comparison are tested apart.
      reason: 'spends its whole budget, so what is saved buys other candidates',
      tests: ['racing: the abort leaves every decision as it is, and saves what it says'],
    },
  ],
};

for (const [method, load] of Object.entries(optimizers)) {
  describeOptimizer({ optimizer: await load(), skip: SKIPS[method] ?? [] });
}
