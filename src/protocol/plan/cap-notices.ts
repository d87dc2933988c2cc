/** Would a job come to its end below the caps that it was given? */
import type { SpendCaps } from '../../core/attempt.ts';
import { addBounds, type Bounds } from './bounds.ts';
import type { JobEstimate } from './plan-job.ts';

/** One line for each cap that is likely to be reached, or may be. */
export function capNotices(
  caps: SpendCaps | undefined,
  { costUsd, tokens, milliseconds }: JobEstimate,
): string[] {
  if (caps === undefined) return [];
  const { task, reflection } = tokens;
  const all = [task.input, task.output, reflection.input, reflection.output].reduce(addBounds);
  return [
    ...notice('--max-cost', caps.usd, costUsd, (value) => `$${Number(value.toPrecision(3))}`),
    ...notice(
      '--max-tokens',
      caps.tokens,
      all,
      (value) => `${value.toLocaleString('en-US')} tokens`,
    ),
    ...notice('--max-time', caps.milliseconds, milliseconds, minutes),
  ];
}

function notice(
  flag: string,
  cap: number | null,
  bounds: Bounds | null,
  shown: (value: number) => string,
): string[] {
  if (cap === null || bounds === null || bounds.high <= cap) return [];
  const { likely, high } = bounds;
  return likely > cap
    ? [
        `${flag} ${shown(cap)} is below the likely ${shown(likely)}: the job would stop before its end, and a higher cap goes on`,
      ]
    : [`${flag} ${shown(cap)} may be reached: it can be up to ${shown(high)}`];
}

function minutes(milliseconds: number): string {
  return `${Number((milliseconds / 60_000).toPrecision(3))} min`;
}
