/** Does the staged schedule keep the contract of a method, whichever it wraps? */
import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { describe, expect, test } from 'vitest';
import { candidateDigest } from '../../src/core/candidate.ts';
import type { Optimizer } from '../../src/core/optimizer.ts';
import { gepa } from '../../src/optimizers/gepa/index.ts';
import { staged } from '../../src/optimizers/kit/staged/index.ts';
import { maspo } from '../../src/optimizers/maspo/index.ts';
import { random } from '../../src/optimizers/random/index.ts';
import { optimizers } from '../../src/registry.ts';
import { syntheticJob } from '../support/synthetic-context.ts';
import { describeOptimizer } from './optimizer-spec.ts';
import { BOTH, keptSteps } from './optimizers/trial.ts';

const defaults = (schema: object): never => Value.Create(schema as TSchema) as never;

function inStages(method: Optimizer, options: object = {}): Optimizer {
  return staged.wrap(method, {
    ...(defaults(staged.optionsSchema) as object),
    ...options,
  } as never);
}

const skip = [
  {
    reason: 'what one stage saves, the next one spends',
    tests: ['racing: the abort leaves every decision as it is, and saves what it says'],
  },
];

for (const method of [random, maspo, gepa] as readonly Optimizer[]) {
  describeOptimizer({ optimizer: inStages(method), skip });
}

describe.each(Object.entries(optimizers))('%s in stages', (_, load) => {
  test('ends within its budget, the same when it is killed half way', async () => {
    const method = await load();
    const wrapped = inStages(method);
    const options = defaults(method.optionsSchema);
    const whole = syntheticJob({ budget: 330, optimize: BOTH });
    const result = await wrapped.optimize(whole.context, options);
    expect(whole.context.budget().charged).toBeLessThanOrEqual(330);
    const half = Math.floor(whole.steps.length / 2);
    const replay = keptSteps(whole, half);
    const resumed = syntheticJob({ budget: 330, optimize: BOTH, replay });
    expect(await wrapped.optimize(resumed.context, options)).toEqual(result);
    expect(resumed.steps.map(({ hash }) => hash)).toEqual(whole.steps.map(({ hash }) => hash));
  });
});

describe('the stages', () => {
  const run = async (budget: number, optimize = BOTH, options = {}) => {
    const job = syntheticJob({ budget, optimize });
    const wrapped = inStages(gepa, options);
    const result = await wrapped.optimize(job.context, defaults(gepa.optionsSchema));
    const messages = job.events.flatMap((event) =>
      event.kind === 'progress' && event.message.startsWith('stage') ? [event.message] : [],
    );
    return { job, result, messages };
  };

  test('prompts stand still in the race, and the setting in both searches of prompts', async () => {
    const { job } = await run(600);
    const seed = job.context.seedCandidate;
    const stages: { parameters: Set<string>; prompts: Set<string> }[] = [];
    for (const event of job.events) {
      if (event.kind === 'progress' && event.message.startsWith('stage')) {
        stages.push({ parameters: new Set(), prompts: new Set() });
      }
      if (event.kind !== 'candidate-proposed') continue;
      stages.at(-1)?.parameters.add(JSON.stringify(event.candidate.parameters));
      stages.at(-1)?.prompts.add(JSON.stringify(event.candidate.roles));
    }
    expect(stages).toHaveLength(3);
    const [block, race, joint] = stages;
    expect([...(block?.parameters ?? [])]).toEqual([JSON.stringify(seed.parameters)]);
    expect(race?.prompts.size).toBe(1);
    expect(race?.parameters.size).toBeGreaterThan(1);
    expect(joint?.parameters.size).toBe(1);
  });

  test('a first stage that could not take one step is left out, and the last keeps what it needs', async () => {
    const { job, messages } = await run(100);
    // Two fifths of 100 are below 56: all but those 56 may race, within a fifth.
    expect(messages[0]).toBe('stage 1 (block prompts) is left out: 40 rollouts, gepa needs 56');
    expect(messages[1]).toBe('stage 2 (race of settings): up to 20 rollouts');
    expect(messages[2]).toMatch(/^stage 3 \(joint prompts\): up to \d+ rollouts from /);
    expect(job.context.budget().charged).toBeGreaterThan(56);
  });

  test('shares are options', async () => {
    const { messages } = await run(600, BOTH, { blockShare: 0.2, raceShare: 0.5 });
    expect(messages[0]).toContain('up to 120 rollouts');
    expect(messages[1]).toContain('up to 300 rollouts');
  });

  test('without prompts only the settings race, without topology there is no race', async () => {
    const settings = await run(300, { prompts: false, topology: true });
    expect(settings.messages).toEqual(['stage 2 (race of settings): up to 300 rollouts']);
    expect(settings.result.incumbent.roles).toEqual(settings.job.context.seedCandidate.roles);
    const prompts = await run(300, { prompts: true, topology: false });
    expect(prompts.messages.some((message) => message.startsWith('stage 2'))).toBe(false);
    expect(prompts.result.incumbent.parameters).toEqual(
      prompts.job.context.seedCandidate.parameters,
    );
  });

  test('the race finds a setting that is much better, and keeps the given one among equals', async () => {
    const options = defaults(random.optionsSchema);
    const optimize = { prompts: false, topology: true };
    const job = (best: (teamSize: unknown) => boolean) =>
      syntheticJob({
        budget: 300,
        optimize,
        score: ({ candidate }) => (best(candidate.parameters['teamSize']) ? 1 : 0),
      });
    const seed = job(() => true).context.seedCandidate;
    const others = job(() => true).context.space.settings.map(({ teamSize }) => teamSize);
    const other = others.find((teamSize) => teamSize !== seed.parameters['teamSize']);
    const wrapped = inStages(random);
    const moved = await wrapped.optimize(job((teamSize) => teamSize === other).context, options);
    expect(moved.incumbent.parameters['teamSize']).toBe(other);
    const kept = await wrapped.optimize(job(() => true).context, options);
    expect(candidateDigest(kept.incumbent)).toBe(candidateDigest(seed));
  });
});
