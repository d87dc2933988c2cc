/** In which order does the method go, and what does that make of it? */
import { namedEntry } from '../../config/names.ts';
import type { Optimizer } from '../../core/optimizer.ts';
import { schedules } from '../../registry.ts';
import type { JobSpec } from '../job-spec.ts';
import { readOptions } from './method-options.ts';

/** As typed. */
export interface ScheduleRequest {
  readonly id: string;
  readonly options: { readonly [key: string]: string };
}

export interface ScheduledMethod {
  /** Runs in the order that was asked for. */
  readonly optimizer: Optimizer;
  /** To be spread into the job: empty for the method's own order. */
  readonly ordered: Pick<JobSpec, 'schedule'>;
}

/** @throws UsageError for an unknown schedule or option */
export async function scheduledMethod(
  method: Optimizer,
  request: ScheduleRequest | undefined,
): Promise<ScheduledMethod> {
  if (request === undefined) return { optimizer: method, ordered: {} };
  const schedule = await namedEntry(schedules, request.id, 'schedule')();
  const { id, version, optionsSchema } = schedule;
  const words = { flag: '--schedule-option', owner: `schedule ${id}` };
  const options = readOptions(words, optionsSchema, request.options);
  return {
    optimizer: schedule.wrap(method, options as never),
    ordered: { schedule: { id, version, options } },
  };
}
