/** What has a job spent in its earlier sessions, however they ended? */
import { type AttemptRow, NO_CAPS, type SpendCaps } from '../../core/attempt.ts';
import type { JobListener } from '../../core/events.ts';
import type { JsonObject } from '../../core/json.ts';
import { Spend } from '../../models/middleware/spend.ts';

export interface JobSpend {
  readonly spend: Spend;
  /** Of earlier sessions, in order. */
  readonly onAttempt: (row: AttemptRow) => void;
  /** After the attempts. @param records every record of the journal */
  recallSessions(records: readonly JsonObject[]): void;
  /** Tells with the progress of a phase what the job has spent. */
  telling(listen: JobListener): JobListener;
}

export function jobSpend(caps: SpendCaps | undefined, now: () => number): JobSpend {
  const spend = new Spend({ caps: caps ?? NO_CAPS, now });
  const busy: Interval[] = [];
  return {
    spend,
    onAttempt(row) {
      spend.count(row);
      const from = Date.parse(row.at);
      busy.push({ from, to: from + (row.milliseconds ?? 0) });
    },
    recallSessions(records) {
      spend.recallTime(coveredMs([...busy, ...sessionsOf(records)]));
    },
    telling: (listen) => (event) => {
      if (event.kind !== 'phase-progressed') listen(event);
      else listen({ ...event, progress: { ...event.progress, spend: spend.snapshot() } });
    },
  };
}

export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** Milliseconds that at least one of the intervals covers: a session that was killed left only its attempts. */
export function coveredMs(intervals: readonly Interval[]): number {
  const sorted = [...intervals].sort((left, right) => left.from - right.from);
  let covered = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const { from, to } of sorted) {
    if (to <= end) continue;
    covered += to - Math.max(from, end);
    end = to;
  }
  return covered;
}

function sessionsOf(records: readonly JsonObject[]): Interval[] {
  return records.flatMap((record) => {
    if (record['kind'] !== 'session') return [];
    const from = Date.parse(record['startedAt'] as string);
    return [{ from, to: from + (record['milliseconds'] as number) }];
  });
}
