/** Does a method keep to what it declares: options, facts, smallest budget and needs? */
import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { expect } from 'vitest';
import { canonicalJson } from '../../../src/core/json.ts';
import type { MethodNeed } from '../../../src/core/method-facts.ts';
import type { CompletionAnswer, Optimizer } from '../../../src/core/optimizer.ts';
import { syntheticJob } from '../../support/synthetic-context.ts';
import { insightfulReply, said } from '../../support/synthetic-replies.ts';
import { watchNeeds } from './needs.ts';
import { BOTH, type Check, type Run, SCOPES } from './trial.ts';

export function describeDeclaration(optimizer: Optimizer, check: Check): void {
  check('every option has a default and a description', () => {
    const { properties } = optimizer.optionsSchema as { properties: { [name: string]: object } };
    for (const schema of Object.values(properties)) {
      expect(schema).toMatchObject({ description: expect.any(String) as string });
      expect(schema).toHaveProperty('default');
    }
    const defaults: unknown = Value.Create(optimizer.optionsSchema as TSchema);
    expect(Value.Check(optimizer.optionsSchema as TSchema, defaults)).toBe(true);
  });

  check('tells what it does, what it follows and where it differs', () => {
    const { steps, spending, sources, deviations } = optimizer.about;
    expect(steps.length).toBeGreaterThan(0);
    for (const text of [...steps, spending, ...deviations]) expect(text).toMatch(/^\S.*[.:]$/);
    for (const { title, authors, where, year } of sources) {
      for (const text of [title, authors, where]) expect(text).not.toBe('');
      expect(year).toBeGreaterThan(2000);
    }
  });
}

export function describeMinimum(optimizer: Optimizer, run: Run, check: Check): void {
  const defaults = Value.Create(optimizer.optionsSchema as TSchema) as never;

  check('names its smallest budget: below it only the seed can come back', async () => {
    for (const wiring of ['chain', 'hub', 'vote', 'shared'] as const) {
      const { context } = syntheticJob({ wiring });
      const minimum = optimizer.minimumBudget(defaults, {
        graph: context.graph(context.seedCandidate),
        trainTasks: context.train.length,
        validationTasks: context.validation.length,
      });
      expect(Number.isSafeInteger(minimum)).toBe(true);
      expect(minimum).toBeGreaterThanOrEqual(0);
      expect(minimum).toBeLessThanOrEqual(600);
      if (minimum === 0) continue;
      const below = { wiring, budget: minimum - 1 };
      expect((await run(below)).result.incumbent).toEqual(context.seedCandidate);
      const both = await run({ ...below, optimize: BOTH });
      expect(both.result.incumbent.roles).toEqual(context.seedCandidate.roles);
      // Only a turn of their own may have moved the topology parameters by then.
      const isSeed = canonicalJson(both.result.incumbent) === canonicalJson(context.seedCandidate);
      expect(isSeed || Object.hasOwn(defaults, 'topologyShare')).toBe(true);
      const { job } = await run({ wiring, budget: minimum });
      expect(job.context.budget().charged).toBeGreaterThan(0);
    }
  });
}

export function describeNeeds(optimizer: Optimizer, settings: never, check: Check): void {
  check('asks for and reads what it says it needs, and nothing else', async () => {
    const used = new Set<MethodNeed>();
    const trials = [
      ...SCOPES.map((optimize) => ({ optimize, reply: insightfulReply(0) })),
      { optimize: BOTH, reply: lesson },
    ];
    for (const trial of trials) {
      const { context } = syntheticJob({ budget: 320, ...trial });
      const watched = watchNeeds(context);
      await optimizer.optimize(watched.context, settings);
      for (const need of watched.used) used.add(need);
    }
    expect([...used].sort()).toEqual([...optimizer.about.needs].sort());
  });
}

function lesson(): CompletionAnswer {
  return said('<lessons>\n- Check the units.\n</lessons>');
}
