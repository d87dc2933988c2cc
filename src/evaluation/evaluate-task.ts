/** What does one candidate do on one task? */
import { setImmediate } from 'node:timers/promises';
import type { Candidate, CandidateDigest, RoleId } from '../core/candidate.ts';
import type { Dataset, TaskRef } from '../core/dataset.ts';
import { ModelError, PrerequisiteError } from '../core/errors.ts';
import { type Decoding, type ModelProvider, NO_USAGE } from '../core/model.ts';
import type { MessageEdit } from '../core/optimizer.ts';
import { emptyRollout, type Failure, type Rollout, type Transcript } from '../core/rollout.ts';
import type { Lineup, Topology } from '../core/topology.ts';
import { answerClass } from './answer-class.ts';
import { type ToolAnswering, toldTask } from './answering.ts';
import { runTeam, type TeamRun } from './team/run-team.ts';

/** What stays the same for every rollout of a job. */
export interface Evaluator {
  readonly dataset: Dataset;
  readonly topology: Topology;
  readonly lineup: Lineup;
  readonly provider: ModelProvider;
  /** The server's model id. */
  readonly model: string;
  /** Absent: answers are written as text. */
  readonly answering?: ToolAnswering;
}

export interface RolloutRequest {
  readonly candidate: Candidate;
  /** `candidateDigest(candidate)`, computed once for many rollouts. */
  readonly candidateId: CandidateDigest;
  readonly task: TaskRef;
  /** Sampling seed of the rollout; a function of task and replicate, never of the candidate. */
  readonly seed: number;
  readonly decoding: Decoding;
  /** Transcript to take unchanged turns from. */
  readonly base?: Transcript;
  readonly edit?: MessageEdit;
  readonly mask?: readonly RoleId[];
  readonly maskAgents?: readonly number[];
}

/** A rollout that is not stored yet: `trace` is null until the transcript is kept. */
export interface EvaluatedTask {
  readonly rollout: Rollout;
  readonly transcript: Transcript | null;
}

/**
 * Runs the team once and scores its answer.
 *
 * A wrong, malformed or empty answer is a `semantic_failure` with score 0. A failed model call is an
 * `infrastructure_failure` with no score, except a prompt that does not fit the model: that is the candidate's doing.
 * Errors that no retry can mend (key refused, model unknown) and interruptions are thrown.
 */
export async function evaluateTask(
  evaluator: Evaluator,
  request: RolloutRequest,
  signal: AbortSignal,
): Promise<EvaluatedTask> {
  const { dataset, topology, lineup } = evaluator;
  const { brief, tools } = toldTask(dataset, request.task, evaluator.answering);
  let run: TeamRun;
  try {
    run = await runTeam({
      topology,
      graph: topology.graph(lineup, request.candidate.parameters),
      brief,
      ...(tools === undefined ? {} : { tools }),
      candidate: request.candidate,
      decoding: request.decoding,
      seed: request.seed,
      voteKey: (answer) => dataset.voteKey(answer),
      ask: (turn, turnSignal) =>
        evaluator.provider.generate(
          {
            model: evaluator.model,
            channel: 'task',
            messages: turn.messages,
            decoding: turn.decoding,
            seed: turn.seed,
            sample: 0,
            role: turn.role,
            ...(turn.tools === undefined ? {} : { tools: turn.tools }),
          },
          turnSignal,
        ),
      signal,
      ...(request.base === undefined ? {} : { base: request.base }),
      ...(request.edit === undefined ? {} : { edit: request.edit }),
      ...(request.mask === undefined ? {} : { mask: request.mask }),
      ...(request.maskAgents === undefined ? {} : { maskAgents: request.maskAgents }),
    });
  } catch (error) {
    return { rollout: failedRollout(request.task.id, error), transcript: null };
  }
  try {
    // The requests of other teams that this team's last reply made room for leave first.
    await setImmediate();
    return await score(evaluator.dataset, request, run);
  } catch (error) {
    // A score may need a model too, for example to compare texts: it fails like any other call.
    return { rollout: failedRollout(request.task.id, error), transcript: null };
  }
}

async function score(
  dataset: Dataset,
  request: RolloutRequest,
  run: TeamRun,
): Promise<EvaluatedTask> {
  const { answer } = run.answer;
  const verdict = await dataset.score(request.task, answer);
  const solved = answer.trim() !== '';
  const failure: Failure | null = verdict.correct
    ? null
    : {
        stage: solved ? verdict.stage : 'solve',
        kind: solved ? (verdict.errorKind ?? 'wrong') : 'no_answer',
        message: solved ? (verdict.error ?? 'wrong') : 'the team gave no answer',
      };
  const rollout: Rollout = {
    taskId: request.task.id,
    outcome: verdict.score > 0 ? 'success' : 'semantic_failure',
    score: verdict.score,
    answer,
    failure,
    errorClass: answerClass(verdict, run),
    feedback: verdict.feedback,
    roleOutputs: run.roleOutputs,
    format: run.format,
    ...(run.tools === null ? {} : { tools: run.tools }),
    ...(run.masked.length === 0 ? {} : { masked: run.masked }),
    usage: run.usage,
    trace: null,
  };
  return {
    rollout,
    transcript: {
      taskId: request.task.id,
      candidate: request.candidateId,
      turns: run.turns,
      answer: run.answer,
      score: {
        score: verdict.score,
        stage: verdict.stage,
        errorKind: verdict.errorKind,
        error: verdict.error,
        decided: verdict.decided,
        details: verdict.details,
      },
    },
  };
}

function failedRollout(taskId: string, error: unknown): Rollout {
  if (!(error instanceof ModelError) || error.kind === 'aborted') throw error;
  if (error.kind === 'authentication' || error.kind === 'not-found') {
    throw new PrerequisiteError(error.message, { hints: error.hints, cause: error });
  }
  if (error.kind === 'context-overflow') {
    return {
      ...emptyRollout(taskId, NO_USAGE),
      outcome: 'semantic_failure',
      score: 0,
      failure: { stage: 'solve', kind: 'context_overflow', message: error.message },
      // Nothing was generated, so nothing was cut: the team has no answer.
      errorClass: 'empty',
      feedback: 'The prompt was too long for the model, so no answer could be given.',
    };
  }
  return infrastructureFailure(taskId, error);
}

function infrastructureFailure(taskId: string, error: ModelError): Rollout {
  return {
    ...emptyRollout(taskId, NO_USAGE),
    failure: { stage: 'infrastructure', kind: error.kind, message: error.message },
    errorClass: 'infrastructure',
  };
}
