/** What do some jobs come to together? */
import { addBounds, type Bounds, exactly } from './bounds.ts';
import type { JobPlan } from './plan-jobs.ts';

export interface PlanTotals {
  readonly calls: Bounds;
  readonly inputTokens: Bounds;
  readonly outputTokens: Bounds;
  /** US dollars of those jobs whose price is known; null when it is of none. */
  readonly costUsd: Bounds | null;
  /** Model ids without a price that are asked, in order of appearance; they are in no sum. */
  readonly unknownPrices: readonly string[];
  /** One job after another; null unless it is known of all. */
  readonly milliseconds: Bounds | null;
}

export function planTotals(jobs: readonly JobPlan[]): PlanTotals {
  const sum = (of: (job: JobPlan) => Bounds): Bounds => jobs.map(of).reduce(addBounds, exactly(0));
  const known = jobs.flatMap(({ costUsd }) => (costUsd === null ? [] : [costUsd]));
  const times = jobs.flatMap(({ milliseconds }) => (milliseconds === null ? [] : [milliseconds]));
  const unknown = jobs.flatMap(({ unknownPrices, models }) =>
    unknownPrices.map((purpose) => models[purpose]),
  );
  return {
    calls: sum(({ calls }) => calls.total),
    inputTokens: sum(({ tokens }) => addBounds(tokens.task.input, tokens.reflection.input)),
    outputTokens: sum(({ tokens }) => addBounds(tokens.task.output, tokens.reflection.output)),
    costUsd: known.length === 0 ? null : known.reduce(addBounds),
    unknownPrices: [...new Set(unknown)],
    milliseconds: times.length < jobs.length ? null : times.reduce(addBounds, exactly(0)),
  };
}
