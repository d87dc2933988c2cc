/** What does a method do on the formula-scored team with its default options, or some of its own? */
import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { Candidate } from '../../src/core/candidate.ts';
import type { CompletionAsk, Optimizer, RolloutsAsk } from '../../src/core/optimizer.ts';
import { type SyntheticJob, type SyntheticOptions, syntheticJob } from './synthetic-context.ts';

export interface SyntheticRun {
  readonly job: SyntheticJob;
  readonly incumbent: Candidate;
  readonly stop: string;
}

/** Six hundred rollouts unless told otherwise; `set` replaces options of the method. */
export async function runMethod<Options>(
  method: Optimizer<Options>,
  { set, ...options }: SyntheticOptions & { readonly set?: object } = {},
): Promise<SyntheticRun> {
  const job = syntheticJob({ budget: 600, ...options });
  const defaults = Value.Create(method.optionsSchema as TSchema) as object;
  return { job, ...(await method.optimize(job.context, { ...defaults, ...set } as Options)) };
}

export function rolloutAsks(job: SyntheticJob): RolloutsAsk[] {
  return job.asks.flat().flatMap((ask) => (ask.kind === 'rollouts' ? [ask] : []));
}

export function completionAsks(job: SyntheticJob): CompletionAsk[] {
  return job.asks.flat().flatMap((ask) => (ask.kind === 'completion' ? [ask] : []));
}
