/** How far apart are the means of two groups of different tasks? */
import type { RandomStream } from '../core/random.ts';
import { type Interval, mean, wilsonInterval } from './summary.ts';

/**
 * 95 % interval of the difference of two independent success rates, first minus second: Newcombe (1998), method 10, the
 * Wilson intervals of both put together. It has width at 0 % and 100 %.
 *
 * @throws RangeError for a group without trials, or counts that are none
 */
export function newcombeInterval(
  first: { readonly successes: number; readonly trials: number },
  second: { readonly successes: number; readonly trials: number },
): Interval {
  if (first.trials === 0 || second.trials === 0) throw new RangeError('a rate needs trials');
  const [one, two] = [first, second].map(({ successes, trials }) => ({
    rate: successes / trials,
    ...wilsonInterval(successes, trials),
  })) as [Interval & { rate: number }, Interval & { rate: number }];
  const difference = one.rate - two.rate;
  return {
    low: difference - Math.hypot(one.rate - one.low, two.high - two.rate),
    high: difference + Math.hypot(one.high - one.rate, two.rate - two.low),
  };
}

const REPLICATES = 10_000;

/**
 * 95 % interval of mean(first) - mean(second), the groups drawn apart: Newcombe's where all values are 0 or 1, else the
 * percentile bootstrap over both groups.
 *
 * @param random drawn from in a fixed order, and only for the bootstrap
 * @throws RangeError for an empty group
 */
export function meanDifferenceInterval(
  first: readonly number[],
  second: readonly number[],
  random: RandomStream,
): Interval {
  if (first.length === 0 || second.length === 0) throw new RangeError('a mean needs values');
  if ([...first, ...second].every((value) => value === 0 || value === 1)) {
    return newcombeInterval(counted(first), counted(second));
  }
  const resampled = (values: readonly number[]): number =>
    mean(values.map(() => random.pick(values))) as number;
  const differences = Array.from(
    { length: REPLICATES },
    () => resampled(first) - resampled(second),
  ).sort((left, right) => left - right);
  return {
    low: differences[0.025 * REPLICATES] as number,
    high: differences[0.975 * REPLICATES - 1] as number,
  };
}

function counted(values: readonly number[]): { successes: number; trials: number } {
  return { successes: values.filter((value) => value === 1).length, trials: values.length };
}
