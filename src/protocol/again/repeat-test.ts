/** How far apart are two measurements of one and the same configuration? */
import { join } from 'node:path';
import { readProtocolConfig } from '../../config/protocol.ts';
import { type Candidate, candidateDigest } from '../../core/candidate.ts';
import type { TaskRef } from '../../core/dataset.ts';
import { InterruptedError, StoreError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { derivedSeed } from '../../core/random.ts';
import { FailureLimit } from '../../evaluation/failure-limit.ts';
import { evaluatePatiently } from '../../evaluation/rollout-runner.ts';
import { workPool } from '../../evaluation/work-pool.ts';
import { readSealed, writeSealed } from '../../store/files.ts';
import { REPEATS, readJobDocument } from '../../store/job-folder.ts';
import { checkJobModels, openJobModels, resolveJobModels } from '../preparation/job-models.ts';
import type { Installation, JobRequest } from '../preparation/job-request.ts';
import { readConfig } from '../preparation/prepare-team.ts';
import type { Job, JobEnvironment } from '../run-job.ts';
import { jobAgain, requestOfJob } from './request-of-job.ts';

export interface RepeatWish {
  /** Repetitions that the folder has in the end, those that are there included. */
  readonly times: number;
  readonly concurrency: number | null;
}

export type RepeatEnvironment = Pick<JobEnvironment, 'stop' | 'abort'> & {
  readonly onTask: (done: number, planned: number) => void;
};

/**
 * Measures the frozen configuration of a finished job anew, with the requests of its test: what comes out otherwise is the
 * model server's own noise. Every call is made; each repetition is written when it is whole.
 *
 * @returns repetitions that were made
 * @throws StoreError when the job is not finished
 * @throws PrerequisiteError when this installation would run another job, or a model does not answer
 * @throws InfrastructureError when more tasks stayed unobserved than the job allows
 */
export async function repeatTest(
  folder: string,
  { times, concurrency }: RepeatWish,
  { installation, environment }: { installation: Installation; environment: RepeatEnvironment },
): Promise<number> {
  const [job, test, frozen] = (['job', 'test', 'frozen'] as const).map((name) => {
    const content = readJobDocument(folder, name);
    if (content === null) throw new StoreError(`${folder}/${name}.json is missing`);
    return content;
  }) as [JsonObject, JsonObject, JsonObject];
  const kept = keptRepeats(folder, test);
  if (kept.length >= times) return 0;
  const place = { out: folder, concurrency, commandLine: '' };
  const { job: prepared } = await jobAgain(folder, place, installation);
  const measure = await measurer(
    { request: requestOfJob(job, place), job: prepared },
    { installation, environment },
  );
  const ids = (test['rows'] as unknown as readonly { readonly id: string }[]).map(({ id }) => id);
  const tasks = await prepared.parts.dataset.load(ids, environment.abort);
  const candidate = frozen['candidate'] as unknown as Candidate;
  const planned = (times - kept.length) * tasks.length;
  let done = 0;
  const told = (): void => {
    done += 1;
    environment.onTask(done, planned);
  };
  for (let made = kept.length; made < times; made += 1) {
    kept.push(await measure(candidate, { tasks, told }));
    writeSealed(join(folder, REPEATS), {
      schema: 'aa-1',
      job: test['job'] ?? null,
      configuration: test['frozenDigest'] ?? null,
      repeats: kept,
    });
  }
  return planned / tasks.length;
}

/** Of this configuration; a file of another one says nothing. */
function keptRepeats(folder: string, test: JsonObject): (number | null)[][] {
  const held = readSealed(join(folder, REPEATS));
  if (held === null || held['configuration'] !== test['frozenDigest']) return [];
  return held['repeats'] as unknown as (number | null)[][];
}

type Measure = (
  candidate: Candidate,
  on: { readonly tasks: readonly TaskRef[]; readonly told: () => void },
) => Promise<(number | null)[]>;

async function measurer(
  { request, job }: { readonly request: JobRequest; readonly job: Job },
  { installation, environment }: { installation: Installation; environment: RepeatEnvironment },
): Promise<Measure> {
  const { stop, abort: signal } = environment;
  const protocol = await readConfig(installation, 'protocol.yaml', readProtocolConfig);
  const models = await resolveJobModels(request, installation, protocol);
  await checkJobModels(models, { needsReflection: false, signal });
  const { concurrency, spec, parts } = job;
  const opened = await openJobModels(models, {
    ...{ concurrency, stop, signal },
    replies: null,
    needsReflection: false,
  });
  const evaluator = {
    ...{ dataset: parts.dataset, topology: parts.topology, lineup: parts.lineup },
    provider: opened.task,
    model: spec.model.model,
    ...(spec.answering === undefined ? {} : { answering: spec.answering }),
  };
  return async (candidate, { tasks, told }) => {
    const failures = new FailureLimit(spec.infrastructureRate, tasks.length);
    return await workPool(concurrency).runAll(
      tasks.map((task) => async () => {
        if (stop.aborted) throw new InterruptedError('stopped. Whole repetitions are kept.');
        const { rollout } = await evaluatePatiently(
          evaluator,
          {
            candidate,
            candidateId: candidateDigest(candidate),
            task,
            // That of the test: two equal requests.
            seed: derivedSeed('evaluation', 'test', spec.seed, task.id),
            decoding: spec.decoding.evaluation,
          },
          { signal, onFailedAttempt: () => failures.countAttempt(true) },
        );
        if (rollout.score === null) failures.countMissing(rollout.failure);
        told();
        return rollout.score;
      }),
    );
  };
}
