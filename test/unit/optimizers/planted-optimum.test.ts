/** Does insight pay? On a team with planted improvements, MASPO must beat random search at equal charge. */
import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { describe, expect, it } from 'vitest';
import type { Optimizer } from '../../../src/core/optimizer.ts';
import { maspo } from '../../../src/optimizers/maspo/index.ts';
import { random } from '../../../src/optimizers/random/index.ts';
import { mean } from '../../../src/statistics/summary.ts';
import { type SyntheticOptions, syntheticJob } from '../../support/synthetic-context.ts';

const SEEDS = [0, 1, 2, 3, 4, 5];

async function worths(optimizer: Optimizer, options: SyntheticOptions): Promise<number[]> {
  const settings = Value.Create(optimizer.optionsSchema as TSchema) as never;
  const found: number[] = [];
  for (const seed of SEEDS) {
    const job = syntheticJob({ ...options, seed, budget: 600 });
    const { incumbent } = await optimizer.optimize(job.context, settings);
    found.push(job.worth(incumbent) - job.worth(job.context.seedCandidate));
  }
  return found;
}

describe('a planted optimum', () => {
  it.each(['chain', 'hub'] as const)('is found more often with insight: %s', async (wiring) => {
    const informed = await worths(maspo, { wiring });
    const blind = await worths(random, { wiring });
    const wins = informed.filter((gain, index) => gain > (blind[index] ?? 0)).length;
    expect(wins).toBeGreaterThanOrEqual(5);
    expect(mean(blind)).toBeGreaterThan(0);
  });

  it('is found on average where only the metric can judge: vote', async () => {
    // Without judges a step rests on ten tasks, so that single runs may well lose.
    const informed = mean(await worths(maspo, { wiring: 'vote' }));
    const blind = mean(await worths(random, { wiring: 'vote' }));
    expect(informed).toBeGreaterThan(blind ?? 1);
  });

  it('is found in the topology too', async () => {
    const optimize = { prompts: false, topology: true };
    for (const optimizer of [maspo, random]) {
      // The best setting is worth 0.16 more than the default; each neighbouring half of it 0.08.
      expect(mean(await worths(optimizer as Optimizer, { optimize }))).toBeGreaterThan(0.08);
    }
  });
});
