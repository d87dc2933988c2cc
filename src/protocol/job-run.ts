/** What do all phases of one running job share? */
import type { Candidate } from '../core/candidate.ts';
import type { Dataset } from '../core/dataset.ts';
import type { JobListener } from '../core/events.ts';
import type { Json, JsonObject } from '../core/json.ts';
import type { Embedder, ModelProvider } from '../core/model.ts';
import type { Optimizer } from '../core/optimizer.ts';
import type { Transcript } from '../core/rollout.ts';
import type { Lineup, Topology } from '../core/topology.ts';
import type { FailureLimit } from '../evaluation/failure-limit.ts';
import { type RolloutRunner, rolloutRunner } from '../evaluation/rollout-runner.ts';
import type { WorkPool } from '../evaluation/work-pool.ts';
import { type EvaluationCache, openEvaluationCache } from '../store/evaluation-cache.ts';
import type { JobFolder } from '../store/job-folder.ts';
import type { JobSpec } from './job-spec.ts';
import type { Split } from './splits.ts';

/** The parts that a job is made of. */
export interface JobParts {
  readonly dataset: Dataset;
  readonly topology: Topology;
  readonly lineup: Lineup;
  readonly optimizer: Optimizer;
  readonly embedder: Embedder | null;
  /** Folder shared by jobs of one condition, or null. */
  readonly evaluationCacheFolder: string | null;
}

export interface JobRun {
  readonly spec: JobSpec;
  readonly split: Split;
  /** SHA-256 of the job's identity: stands in every sealed file. */
  readonly identityHash: string;
  /** Empty when the job is conformant. */
  readonly conformanceProblems: readonly string[];
  readonly parts: JobParts;
  readonly folder: JobFolder;
  readonly pool: WorkPool;
  /** Middleware chains, ready to ask. */
  readonly taskModel: ModelProvider;
  readonly reflectionModel: ModelProvider;
  /** @throws InfrastructureError when an endpoint is gone, rather than one call having failed */
  readonly confirmReachable: () => Promise<void>;
  readonly evaluationCache: EvaluationCache | null;
  readonly listen: JobListener;
  /** Cuts calls in flight. */
  readonly signal: AbortSignal;
}

/** A rollout runner that journals failed attempts and counts them against the phase's limit. */
export function phaseRunner(run: JobRun, failures: FailureLimit): RolloutRunner {
  const { folder, parts, spec } = run;
  return rolloutRunner({
    evaluator: {
      dataset: parts.dataset,
      topology: parts.topology,
      lineup: parts.lineup,
      provider: run.taskModel,
      model: spec.model.model,
      ...(spec.answering === undefined ? {} : { answering: spec.answering }),
    },
    transcripts: {
      put: (transcript) => folder.traces.put(transcript),
      get: (hash) => folder.traces.get(hash) as Transcript,
    },
    signal: run.signal,
    onFailedAttempt(attempt) {
      failures.countAttempt(true);
      folder.journal.append({ kind: 'attempt-failed', ...(attempt as unknown as JsonObject) });
    },
  });
}

export function sharedEvaluations(parts: JobParts, folder: JobFolder): EvaluationCache | null {
  return parts.evaluationCacheFolder === null
    ? null
    : openEvaluationCache(parts.evaluationCacheFolder, folder.traces);
}

export function candidateJson(candidate: Candidate): Json {
  return candidate as unknown as Json;
}
