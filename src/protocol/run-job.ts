/** How does one job go from its identity to a frozen, measured configuration? */
import type { SpendCaps } from '../core/attempt.ts';
import { BudgetExhaustedError, InterruptedError, ProtocolError } from '../core/errors.ts';
import type { JobListener } from '../core/events.ts';
import { digest, type Json, type JsonObject } from '../core/json.ts';
import type { ModelProvider } from '../core/model.ts';
import { answerModeOf } from '../evaluation/answering.ts';
import { workPool } from '../evaluation/work-pool.ts';
import type { AttemptBookOptions } from '../models/middleware/attempts.ts';
import {
  checkOwner,
  type JobFolder,
  openJobFolder,
  readJobDocument,
  type SealedName,
} from '../store/job-folder.ts';
import type { Fence, ProcessIdentity } from '../store/lock.ts';
import type { ReplyLog } from '../store/reply-log.ts';
import { type JobParts, type JobRun, sharedEvaluations } from './job-run.ts';
import { type JobSpec, jobIdentity } from './job-spec.ts';
import { manifestHead } from './manifest.ts';
import { BEST_SO_FAR, stoppedTest, stoppedValidation } from './phases/best-so-far.ts';
import { optimizePhase } from './phases/optimize.ts';
import { testPhase } from './phases/test.ts';
import { validatePhase } from './phases/validate.ts';
import { resultContent } from './result.ts';
import { closeSession } from './session.ts';
import { jobSpend } from './spend/job-spend.ts';
import { makeSplit, type Split } from './splits.ts';

export type JobPhase = 'all' | 'optimize' | 'validate' | 'test';

/** A prepared job: what to run, and everything it needs from outside. */
export interface Job {
  readonly spec: JobSpec;
  readonly conformanceProblems: readonly string[];
  readonly parts: JobParts;
  /** Job folder; made when it is not there. */
  readonly folder: string;
  readonly phase: JobPhase;
  /** Units of work side by side; never changes a result. */
  readonly concurrency: number;
  /** When to stop spending; changes no result, only when there is one. Absent: never. */
  readonly caps?: SpendCaps;
  /** Resolved settings and the command line as typed, kept as config.yaml beside the results. */
  readonly configText: string;
  /** Do the endpoints answer, and with the right models? Asked before the folder is made. @throws PrerequisiteError */
  checkModels(signal: AbortSignal): Promise<void>;
  /** Builds the chains in front of the providers, once the job's reply log is open. */
  openModels(ports: ModelPorts): Promise<JobModels>;
}

export interface ModelPorts {
  readonly replies: ReplyLog;
  /** Where every attempt is written down, and may be kept from leaving. */
  readonly attempts: Pick<AttemptBookOptions, 'log' | 'spend' | 'now'>;
  /** Once aborted, no further call starts; those in flight are finished. */
  readonly stop: AbortSignal;
  /** Cuts calls in flight. */
  readonly signal: AbortSignal;
}

export interface JobModels {
  readonly task: ModelProvider;
  readonly reflection: ModelProvider;
  /**
   * Asked before an answer that did not come is taken as final.
   *
   * @throws InfrastructureError when an endpoint is gone: then nothing can be said about one call
   */
  confirmReachable(): Promise<void>;
  /** Counters of calls, retries and cache hits for telemetry.json. */
  telemetry(): JsonObject;
}

export interface JobEnvironment {
  readonly process: ProcessIdentity;
  /** The lease of a queue under which the job is done; absent for a process that works for itself. */
  readonly fence?: Fence;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly listen: JobListener;
  /** First request to stop: finish what is in flight. */
  readonly stop: AbortSignal;
  /** Second request to stop: cut it. */
  readonly abort: AbortSignal;
}

export interface JobOutcome {
  readonly folder: string;
  /** Null when the asked phase ends before the test. */
  readonly result: JsonObject | null;
  /** True when nothing was left to do. */
  readonly alreadyDone: boolean;
}

/** What is on disk once nothing is left to do. */
const LAST_DOCUMENT: { readonly [Phase in JobPhase]: SealedName } = {
  optimize: 'optimization',
  validate: 'frozen',
  test: 'result',
  all: 'result',
};

/** After the first request to stop, calls in flight have this long before they are cut. */
export const STOP_GRACE_MS = 30_000;

/**
 * Runs what is missing of a job. Running a finished one reads its result and calls nothing.
 *
 * @throws StoreConflictError when the folder holds another job or is in use
 * @throws BudgetExhaustedError when a cap is reached: likewise, once it is raised
 * @throws InterruptedError when `stop` or `abort` fired: nothing is lost, the same call goes on
 * @throws InfrastructureError when too many rollouts could not be observed: likewise
 */
export async function runJob(job: Job, environment: JobEnvironment): Promise<JobOutcome> {
  const { id, pool, evaluation } = job.parts.dataset;
  const split = makeSplit({ dataset: id, pool, evaluation }, job.spec.split);
  const identity = jobIdentity(job.spec, split);
  checkOwner(job.folder, identity);
  const finished = readJobDocument(job.folder, 'result');
  if (finished !== null || readJobDocument(job.folder, LAST_DOCUMENT[job.phase]) !== null) {
    return { folder: job.folder, result: finished, alreadyDone: true };
  }
  // Before the folder is made: a server that is not there yet must leave nothing behind that refuses another try.
  await job.checkModels(environment.abort);
  const { now } = environment;
  const money = jobSpend(job.caps, now);
  const folder = openJobFolder({
    path: job.folder,
    identity,
    description: jobDescription(job, split),
    process: environment.process,
    ...(environment.fence === undefined ? {} : { fence: environment.fence }),
    now,
    onAttempt: money.onAttempt,
  });
  const startedAt = now();
  money.recallSessions(folder.records);
  const grace = graceSignal(environment.stop, environment.abort);
  let models: JobModels | null = null;
  try {
    folder.writeDerived('config.yaml', job.configText);
    announce(folder, environment.listen);
    models = await job.openModels({
      replies: folder.replies,
      attempts: { log: folder.ledger, spend: money.spend, now },
      stop: environment.stop,
      signal: grace.signal,
    });
    const listen = money.telling(environment.listen);
    const run = jobRun(job, { split, identity, folder, models, listen, signal: grace.signal });
    return { folder: job.folder, result: await runPhases(job, run), alreadyDone: false };
  } catch (error) {
    throw interruption(error, environment);
  } finally {
    grace.cancel();
    closeSession(folder, {
      process: environment.process,
      listen: environment.listen,
      ...{ startedAt, endedAt: now(), concurrency: job.concurrency },
      models: models?.telemetry() ?? null,
      manifest: manifestHead(job.spec, { dataset: job.parts.dataset, identity }),
    });
  }
}

async function runPhases(job: Job, run: JobRun): Promise<JsonObject | null> {
  const optimization = await optimizePhase(run);
  run.folder.dropDerived(BEST_SO_FAR);
  if (job.phase === 'optimize') return null;
  const frozen = await capped(validatePhase(run, optimization), (error) =>
    stoppedValidation(run, error, optimization),
  );
  if (job.phase === 'validate') return null;
  await capped(testPhase(run, frozen), (error) => stoppedTest(run, error));
  const result = resultContent(run);
  run.folder.write('result', result);
  return result;
}

/** What the user is told when a cap ends the work. */
async function capped<Value>(
  work: Promise<Value>,
  told: (error: BudgetExhaustedError) => Error,
): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof BudgetExhaustedError ? told(error) : error;
  }
}

function jobRun(
  job: Job,
  open: {
    split: Split;
    identity: JsonObject;
    folder: JobFolder;
    models: JobModels;
    listen: JobListener;
    signal: AbortSignal;
  },
): JobRun {
  return {
    spec: job.spec,
    split: open.split,
    identityHash: digest(open.identity),
    conformanceProblems: job.conformanceProblems,
    parts: job.parts,
    folder: open.folder,
    pool: workPool(job.concurrency),
    taskModel: open.models.task,
    reflectionModel: open.models.reflection,
    confirmReachable: () => open.models.confirmReachable(),
    evaluationCache: sharedEvaluations(job.parts, open.folder),
    listen: open.listen,
    signal: open.signal,
  };
}

function jobDescription(job: Job, split: Split): JsonObject {
  return {
    simulated: job.spec.model.simulated,
    answerMode: answerModeOf(job.spec.answering),
    conformant: job.conformanceProblems.length === 0,
    notConformantBecause: job.conformanceProblems,
    models: {
      task: job.spec.model as unknown as Json,
      reflection: job.spec.reflection as unknown as Json,
    },
    seedCandidate: job.spec.seedCandidate as unknown as Json,
    split: split as unknown as Json,
  };
}

function announce(folder: JobFolder, listen: JobListener): void {
  if (folder.tornBytes > 0) {
    listen({
      kind: 'notice',
      message: `the last run was cut while writing: ${folder.tornBytes} bytes moved to journal.ndjson.torn`,
    });
  }
  const rollouts = folder.records.filter(
    (record) => record['kind'] === 'rollout' || record['kind'] === 'evaluation',
  ).length;
  if (folder.records.length > 0) {
    listen({
      kind: 'job-resumed',
      message: `continuing: ${rollouts} rollouts and ${folder.replies.size} model replies are there already`,
    });
  }
}

/** A signal that fires at `abort`, or some time after `stop`. */
function graceSignal(
  stop: AbortSignal,
  abort: AbortSignal,
): { signal: AbortSignal; cancel: () => void } {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const arm = (): void => {
    timer = setTimeout(() => late.abort(), STOP_GRACE_MS);
  };
  if (stop.aborted) arm();
  else stop.addEventListener('abort', arm, { once: true });
  return {
    signal: AbortSignal.any([abort, late.signal]),
    cancel() {
      clearTimeout(timer);
      stop.removeEventListener('abort', arm);
    },
  };
}

/** What was asked for wins over what broke because of it. */
function interruption(error: unknown, environment: JobEnvironment): unknown {
  if (!environment.stop.aborted && !environment.abort.aborted) return error;
  const isOwn =
    error instanceof ProtocolError && error.code !== 'model' && error.code !== 'interrupted';
  if (isOwn) return error;
  return new InterruptedError('stopped. Nothing is lost.', { cause: error });
}
