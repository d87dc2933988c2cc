/** How does a rollout survive a flaky endpoint, and where does its transcript go? */

import type { Candidate, CandidateDigest, RoleId } from '../core/candidate.ts';
import type { TaskRef } from '../core/dataset.ts';
import type { Decoding } from '../core/model.ts';
import type { MessageEdit } from '../core/optimizer.ts';
import type { BlobHash, Failure, Rollout, Transcript } from '../core/rollout.ts';
import {
  type EvaluatedTask,
  type Evaluator,
  evaluateTask,
  type RolloutRequest,
} from './evaluate-task.ts';

/** Further tries of a rollout after an infrastructure failure, with the same seed. */
const ROLLOUT_RETRIES = 2;

export interface TranscriptStore {
  put(transcript: Transcript): BlobHash;
  get(hash: BlobHash): Transcript;
}

export interface RolloutJob {
  readonly candidate: Candidate;
  /** `candidateDigest(candidate)`. */
  readonly candidateId: CandidateDigest;
  readonly task: TaskRef;
  readonly seed: number;
  readonly decoding: Decoding;
  /** Rollout whose unchanged turns are taken over; one without a transcript is ignored. */
  readonly base?: Rollout;
  readonly edit?: MessageEdit;
  readonly mask?: readonly RoleId[];
  readonly maskAgents?: readonly number[];
}

export interface FailedAttempt {
  readonly taskId: string;
  readonly candidate: string;
  /** 1-based. */
  readonly attempt: number;
  readonly failure: Failure;
}

export interface RolloutRunner {
  /** Resolves with an observed rollout, or with the infrastructure failure that was left after all tries. */
  run(job: RolloutJob): Promise<Rollout>;
}

export interface RolloutRunnerOptions {
  readonly evaluator: Evaluator;
  readonly transcripts: TranscriptStore;
  /** Hard abort: in-flight calls are cut. */
  readonly signal: AbortSignal;
  readonly onFailedAttempt: (attempt: FailedAttempt) => void;
}

export function rolloutRunner(options: RolloutRunnerOptions): RolloutRunner {
  const { evaluator, transcripts, signal, onFailedAttempt } = options;
  return {
    async run(job) {
      const request = rolloutRequest(job, transcripts);
      const { rollout, transcript } = await evaluatePatiently(evaluator, request, {
        signal,
        onFailedAttempt,
      });
      return transcript === null ? rollout : { ...rollout, trace: transcripts.put(transcript) };
    },
  };
}

/** Evaluates a task, and tries again with the same seed when nothing was observed. */
export async function evaluatePatiently(
  evaluator: Evaluator,
  request: RolloutRequest,
  watch: Pick<RolloutRunnerOptions, 'signal' | 'onFailedAttempt'>,
): Promise<EvaluatedTask> {
  for (let attempt = 1; ; attempt += 1) {
    const evaluated = await evaluateTask(evaluator, request, watch.signal);
    const { outcome, failure, taskId } = evaluated.rollout;
    if (outcome !== 'infrastructure_failure' || failure === null) return evaluated;
    watch.onFailedAttempt({ taskId, candidate: request.candidateId, attempt, failure });
    if (attempt > ROLLOUT_RETRIES) return evaluated;
  }
}

function rolloutRequest(job: RolloutJob, transcripts: TranscriptStore): RolloutRequest {
  const { base: baseRollout, ...request } = job;
  const trace = baseRollout?.trace ?? null;
  return trace === null ? request : { ...request, base: transcripts.get(trace) };
}
