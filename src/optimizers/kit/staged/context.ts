/** What does a method see that is given only a part of the job: a share of the budget, and a part of what may change? */
import type { Candidate } from '../../../core/candidate.ts';
import type {
  AnswersOf,
  Ask,
  CompletionAsk,
  OptimizerContext,
  RolloutsAsk,
} from '../../../core/optimizer.ts';
import type { RandomPath } from '../../../core/random.ts';
import { notRun, type Rollout } from '../../../core/rollout.ts';
import { pinnedSpace } from '../../../core/space.ts';

export interface Part {
  readonly seedCandidate: Candidate;
  readonly optimize: OptimizerContext['optimize'];
  /** Rollouts that the part may charge. */
  readonly allowance: number;
  /** Stands before the method's own paths, so that two parts never draw the same. */
  readonly path: RandomPath;
  /** Added to the samples of completions: a request of an earlier part that is made again gets another reply. */
  readonly firstSample: number;
}

/**
 * A context of its own on the same job. What its allowance does not cover is answered as not run, without being asked
 * for; everything else goes through the job's context, step by step.
 */
export function partContext(context: OptimizerContext, part: Part): OptimizerContext {
  const { seedCandidate, optimize } = part;
  const before = context.budget().charged;
  const maximum = Math.min(part.allowance, context.budget().remaining);
  const charged = (): number => context.budget().charged - before;
  return {
    ...context,
    seedCandidate,
    optimize,
    space: optimize.topology ? context.space : pinnedSpace(seedCandidate.parameters),
    random: (...path) => context.random(...part.path, ...path),
    budget: () => ({ maximum, charged: charged(), remaining: maximum - charged() }),
    step: async <const A extends readonly Ask[]>(asks: A): Promise<AnswersOf<A>> => {
      const granted = grants(asks, maximum - charged());
      const kept = asks.flatMap((ask, index): readonly Ask[] => {
        const count = granted[index] ?? 0;
        if (ask.kind === 'completion') return [resampled(ask, part.firstSample)];
        if (ask.kind !== 'rollouts' || ask.tasks.length === count) return [ask];
        return count === 0 ? [] : [beginning(ask, count)];
      });
      const answers: readonly unknown[] = kept.length === 0 ? [] : await context.step(kept);
      return completed(asks, granted, answers) as unknown as AnswersOf<A>;
    },
  };
}

/** Tasks of each ask that the allowance covers, reserved in ask order as the job does. */
function grants(asks: readonly Ask[], allowance: number): number[] {
  let free = allowance;
  return asks.map((ask) => {
    if (ask.kind !== 'rollouts') return 0;
    const wanted = ask.tasks.length;
    const count = wanted <= free ? wanted : ask.whenShort === 'skip' ? 0 : free;
    free -= count;
    return count;
  });
}

/** Requests without a sample are not repeated on purpose: equal ones may share their reply. */
function resampled(ask: CompletionAsk, first: number): CompletionAsk {
  return ask.sample === undefined ? ask : { ...ask, sample: first + ask.sample };
}

function beginning(ask: RolloutsAsk, count: number): RolloutsAsk {
  const from = ask.from === undefined ? {} : { from: ask.from.slice(0, count) };
  return { ...ask, tasks: ask.tasks.slice(0, count), ...from };
}

/** Every ask with its answer, rows beyond the allowance as not run. */
function completed(
  asks: readonly Ask[],
  granted: readonly number[],
  answers: readonly unknown[],
): unknown[] {
  let next = 0;
  return asks.map((ask, index) => {
    const count = granted[index] ?? 0;
    if (ask.kind === 'rollouts' && count === 0 && ask.tasks.length > 0)
      return ask.tasks.map(({ id }) => notRun(id));
    const answer = answers[next];
    next += 1;
    if (ask.kind !== 'rollouts' || ask.tasks.length === count) return answer;
    return [
      ...(answer as readonly Rollout[]),
      ...ask.tasks.slice(count).map(({ id }) => notRun(id)),
    ];
  });
}
