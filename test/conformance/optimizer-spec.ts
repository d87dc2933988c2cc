/** What must hold for every method? One suite, run over each of them; its parts are in optimizers/. */
import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { describe, expect, test } from 'vitest';
import type { Optimizer } from '../../src/core/optimizer.ts';
import { showingExamples } from '../../src/protocol/search/examples.ts';
import { type SyntheticOptions, syntheticJob } from '../support/synthetic-context.ts';
import { describeBudget } from './optimizers/budget.ts';
import { describeDeclaration, describeMinimum, describeNeeds } from './optimizers/declaration.ts';
import { describeDeterminism } from './optimizers/determinism.ts';
import { describeHardship } from './optimizers/hardship.ts';
import { describeRacing } from './optimizers/racing.ts';
import { describeScope } from './optimizers/scope.ts';
import { BUDGET, type Trial } from './optimizers/trial.ts';
import { describeWide } from './optimizers/wide.ts';

export interface OptimizerSubject {
  readonly optimizer: Optimizer;
  /** Options that differ from the defaults. */
  readonly options?: object;
  /** What the method cannot do, and why. */
  readonly skip?: readonly { readonly reason: string; readonly tests: readonly string[] }[];
}

export function describeOptimizer(subject: OptimizerSubject): void {
  const { optimizer } = subject;
  const defaults = Value.Create(optimizer.optionsSchema as TSchema) as object;
  const settings = { ...defaults, ...subject.options } as never;
  const run = async (options: SyntheticOptions = {}): Promise<Trial> => {
    const job = syntheticJob({ budget: BUDGET, ...options });
    const method = options.wide === true ? showingExamples(optimizer) : optimizer;
    return { job, result: await method.optimize(job.context, settings) };
  };
  const names: string[] = [];
  const check = (name: string, body: () => Promise<void> | void): void => {
    names.push(name);
    const skipped = subject.skip?.find(({ tests }) => tests.includes(name));
    if (skipped === undefined) test(name, body);
    else test.skip(`${name} (${skipped.reason})`, body);
  };
  describe(`optimizer ${optimizer.id}`, () => {
    describeDeclaration(optimizer, check);
    describeMinimum(optimizer, run, check);
    describeNeeds(optimizer, settings, check);
    describeBudget(run, check);
    describeDeterminism(run, check);
    describeHardship(run, check);
    describeScope(run, check);
    describeWide(run, check);
    test('skips nothing but what is there', () => {
      for (const { reason, tests } of subject.skip ?? []) {
        expect(reason).not.toBe('');
        for (const name of tests) expect(names).toContain(name);
      }
    });
    describeRacing(run, check);
  });
}
