/** How many jobs are how far, how long do they take, and what did they cost? */
import { mean } from '../../statistics/summary.ts';
import { type Spent, spentIn } from '../run/spend-watch.ts';
import { folderOf, type JobState, type JobStatus } from './inspect.ts';
import type { Attempt } from './sweep-folder.ts';

export interface SweepSummary {
  readonly counts: { readonly [State in JobState]: number };
  /** Mean time of a job that was run to its end; null before any. */
  readonly usualMs: number | null;
  /** Of all jobs that are not done, one after the other, each as long as its method's jobs usually take; null before any. */
  readonly remainingMs: number | null;
  /** Of all jobs, finished or not, over all sessions; what was measured for sharing is not among them. */
  readonly spent: Spent;
}

export function sweepSummary(
  statuses: readonly JobStatus[],
  attempts: readonly Attempt[],
): SweepSummary {
  const counts: { [State in JobState]: number } = {
    done: 0,
    running: 0,
    stale: 0,
    failed: 0,
    stopped: 0,
    missing: 0,
    refused: 0,
  };
  for (const { state } of statuses) counts[state] += 1;
  const times = timesByMethod(statuses, attempts);
  const usualMs = mean([...times.values()].flat());
  const left = statuses.filter(({ state }) => state !== 'done');
  const remainingMs =
    usualMs === null
      ? null
      : left.reduce(
          (sum, { job }) => sum + (mean(times.get(job.request.method) ?? []) ?? usualMs),
          0,
        );
  return { counts, usualMs, remainingMs, spent: spentBy(statuses) };
}

/** Time that each finished job took over all its attempts. */
function timesByMethod(
  statuses: readonly JobStatus[],
  attempts: readonly Attempt[],
): Map<string, number[]> {
  const spent = new Map<string, number>();
  for (const { job, milliseconds } of attempts) {
    spent.set(job, (spent.get(job) ?? 0) + milliseconds);
  }
  const times = new Map<string, number[]>();
  for (const { job, state } of statuses) {
    const milliseconds = spent.get(job.key);
    if (state !== 'done' || milliseconds === undefined) continue;
    const { method } = job.request;
    times.set(method, [...(times.get(method) ?? []), milliseconds]);
  }
  return times;
}

function spentBy(statuses: readonly JobStatus[]): Spent {
  return statuses
    .filter(({ state }) => state !== 'missing' && state !== 'refused')
    .map(({ job }) => spentIn(folderOf(job)))
    .reduce<Spent>(
      (sum, { tokens, usd }) => ({
        tokens: sum.tokens + tokens,
        usd: sum.usd === null || usd === null ? null : sum.usd + usd,
      }),
      { tokens: 0, usd: 0 },
    );
}
