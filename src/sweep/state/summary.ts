/** How many jobs are how far, how long do they take, and what did the finished ones use? */
import type { JsonObject } from '../../core/json.ts';
import { mean } from '../../statistics/summary.ts';
import type { JobState, JobStatus } from './inspect.ts';
import type { Attempt } from './sweep-folder.ts';

export interface SweepSummary {
  readonly counts: { readonly [State in JobState]: number };
  /** Mean time of a job that was run to its end; null before any. */
  readonly usualMs: number | null;
  /** Of all jobs that are not done, one after the other, each as long as its method's jobs usually take; null before any. */
  readonly remainingMs: number | null;
  /** Of the search and the test of all jobs that are done. */
  readonly usage: {
    readonly modelCalls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
  };
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
  return { counts, usualMs, remainingMs, usage: usageOf(statuses) };
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

function usageOf(statuses: readonly JobStatus[]): SweepSummary['usage'] {
  const usage = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };
  for (const { result } of statuses) {
    if (result !== null) addUsage(usage, [result['optimization'], result['test']]);
  }
  return usage;
}

/** Usage stands at several depths: by channel in the search, at once in the test. */
function addUsage(
  sum: { modelCalls: number; inputTokens: number; outputTokens: number },
  parts: unknown[],
): void {
  for (const part of parts) {
    const usage = (part as JsonObject | null | undefined)?.['usage'];
    for (const counts of [usage, ...Object.values((usage ?? {}) as JsonObject)]) {
      if (typeof counts !== 'object' || counts === null || Array.isArray(counts)) continue;
      for (const name of ['modelCalls', 'inputTokens', 'outputTokens'] as const) {
        const count = (counts as JsonObject)[name];
        if (typeof count === 'number') sum[name] += count;
      }
    }
  }
}
