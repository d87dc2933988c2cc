/** How is a job run inside the test's own process? */
import { processIdentity } from '../../../src/cli/process-identity.ts';
import type { JobEvent } from '../../../src/core/events.ts';
import { type JobOutcome, runJob } from '../../../src/protocol/run-job.ts';
import { type TinyJobParts, type TinyJobRequest, tinyJob } from './tiny-job.ts';

export interface RunHere extends TinyJobParts {
  readonly stop?: AbortSignal;
  readonly abort?: AbortSignal;
  readonly listen?: (event: JobEvent) => void;
}

export async function runHere(request: TinyJobRequest, how: RunHere = {}): Promise<JobOutcome> {
  const { stop, abort, listen, ...parts } = how;
  const never = new AbortController().signal;
  return runJob(await tinyJob(request, parts), {
    process: processIdentity(),
    now: Date.now,
    listen: listen ?? (() => undefined),
    stop: stop ?? never,
    abort: abort ?? never,
  });
}
