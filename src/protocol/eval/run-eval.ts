/** How does one team do on some tasks, without a method and without a budget? */
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Candidate, candidateDigest } from '../../core/candidate.ts';
import type { TaskRef } from '../../core/dataset.ts';
import {
  InterruptedError,
  PrerequisiteError,
  StoreConflictError,
  UsageError,
} from '../../core/errors.ts';
import { canonicalJson, type Json, type JsonObject } from '../../core/json.ts';
import { derivedSeed } from '../../core/random.ts';
import type { Rollout, Transcript } from '../../core/rollout.ts';
import type { EvaluatedTask, Evaluator } from '../../evaluation/evaluate-task.ts';
import { evaluatePatiently } from '../../evaluation/rollout-runner.ts';
import { workPool } from '../../evaluation/work-pool.ts';
import { readSealed, writeFileSafely } from '../../store/files.ts';
import { pathSegment } from '../../store/path-segment.ts';
import { checkJobModels, openJobModels, resolveJobModels } from '../preparation/job-models.ts';
import type { Installation, TeamRequest } from '../preparation/job-request.ts';
import { flagOf, type PreparedTeam, prepareTeam } from '../preparation/prepare-team.ts';
import type { JobEnvironment } from '../run-job.ts';
import { type EvalSelection, selectTasks } from './select-tasks.ts';

export interface EvalRequest extends TeamRequest {
  readonly selection: EvalSelection;
  /** A frozen.json to run instead of the seed prompts, or null. */
  readonly config: string | null;
  /** Folder that is emptied first; null: `runs/eval/<dataset>/<topology>/<model>`. */
  readonly outDir: string | null;
  /** Where the results go; null: results.jsonl in the folder. */
  readonly out: string | null;
}

export interface EvalOutcome {
  readonly folder: string;
  readonly simulated: boolean;
  readonly title: string;
  /** In task order. */
  readonly rows: readonly EvalRow[];
}

export interface EvalRow {
  readonly taskId: string;
  readonly stratum: string;
  /** Null when the rollout could not be observed. */
  readonly correct: boolean | null;
  readonly stage: string | null;
  readonly error: string | null;
  readonly answer: string;
  readonly predicted: Json;
}

/**
 * Runs the team greedily on the selected tasks and writes results.jsonl, predictions.jsonl and traces/. Interrupted, it
 * keeps nothing: an evaluation is cheap next to a job, and a half-filled folder would read like a whole one.
 */
export async function runEval(
  request: EvalRequest,
  installation: Installation,
  environment: Pick<JobEnvironment, 'stop' | 'abort'> & {
    readonly onTask: (done: number, planned: number) => void;
  },
): Promise<EvalOutcome> {
  const prepared = await prepareTeam(request, installation);
  const { protocol, dataset, topology, team } = prepared;
  const candidate = evalCandidate(request, prepared, installation);
  const tasks = await dataset.load(
    selectTasks(dataset, request.selection, installation.workingDirectory),
    environment.abort,
  );
  const models = await resolveJobModels(request, installation, protocol);
  const folder = evalFolder(request, models.task.alias, installation);
  refuseJobFolder(folder);
  const concurrency = request.concurrency ?? protocol.concurrency;
  await checkJobModels(models, { needsReflection: false, signal: environment.abort });
  const opened = await openJobModels(models, {
    concurrency,
    replies: null,
    stop: environment.stop,
    signal: environment.abort,
    needsReflection: false,
  });
  const evaluator: Evaluator = {
    dataset,
    topology,
    lineup: team.lineup,
    provider: opened.task,
    model: models.task.model,
  };
  let done = 0;
  const evaluated = await workPool(concurrency).runAll(
    tasks.map((task) => async () => {
      if (environment.stop.aborted) throw new InterruptedError('stopped. Nothing was written.');
      const result = await evaluatePatiently(
        evaluator,
        {
          candidate,
          candidateId: candidateDigest(candidate),
          task,
          seed: derivedSeed('evaluation', 'eval', request.seed, task.id),
          decoding: protocol.decoding.evaluation,
        },
        { signal: environment.abort, onFailedAttempt: () => undefined },
      );
      done += 1;
      environment.onTask(done, tasks.length);
      return result;
    }),
  );
  const rows = tasks.map((task, index) => evalRow(task, evaluated[index] as EvaluatedTask));
  const out = request.out === null ? null : resolve(installation.workingDirectory, request.out);
  writeEvaluation(folder, { out, rows, evaluated });
  return {
    folder,
    simulated: models.task.simulated,
    title: `${dataset.id} × ${topology.id} × ${models.task.model}${models.task.simulated ? ' · SIMULATED MODEL' : ''}`,
    rows,
  };
}

function evalFolder(request: EvalRequest, alias: string, installation: Installation): string {
  if (request.outDir !== null) return resolve(installation.workingDirectory, request.outDir);
  const segments = [request.dataset, request.topology, alias].map(pathSegment);
  return join(installation.workingDirectory, 'runs', 'eval', ...segments);
}

/** The seed prompts under the flags' setting, or the frozen configuration as it is. */
function evalCandidate(
  request: EvalRequest,
  prepared: PreparedTeam,
  installation: Installation,
): Candidate {
  if (request.config === null) {
    return { roles: prepared.team.prompts, demonstrations: {}, parameters: prepared.parameters };
  }
  const path = resolve(installation.workingDirectory, request.config);
  const frozen = readSealed(path);
  if (frozen === null) {
    throw new PrerequisiteError(`${request.config} does not exist`, {
      hints: ['a job writes frozen.json into its folder when it has validated'],
    });
  }
  const problems = frozenProblems(frozen, prepared).map(
    (problem) => `${request.config} ${problem}`,
  );
  const flags = Object.keys(prepared.fixed).map(flagOf);
  if (flags.length > 0) {
    problems.push(`${flags.join(' and ')}: a frozen configuration brings its own; leave it out`);
  }
  if (problems.length > 0) throw new UsageError(problems);
  return frozen['candidate'] as unknown as Candidate;
}

/** Why this file is not what the team of this installation can run, in words that follow the file's name. */
function frozenProblems(frozen: JsonObject, prepared: PreparedTeam): string[] {
  const { topology, dataset, team } = prepared;
  if (frozen['schema'] !== 'frozen-1') return ['is not a frozen configuration'];
  const held = (frozen['dataset'] as { readonly id: string }).id;
  const problems: string[] = [];
  if (held !== dataset.id) problems.push(`is for dataset "${held}", not ${dataset.id}`);
  if (frozen['topology'] !== topology.id) {
    problems.push(`is for topology ${JSON.stringify(frozen['topology'])}, not ${topology.id}`);
  }
  if (problems.length > 0) return problems;
  const { parameters } = frozen['candidate'] as unknown as Candidate;
  const graph = topology.graph(team.lineup, parameters);
  return canonicalJson(graph) === canonicalJson(frozen['graph'])
    ? []
    : [`was found with other roles than configs/prompts/${topology.id}/${dataset.id} has now`];
}

/** An evaluation empties its folder: of a job it would take the transcripts. */
function refuseJobFolder(folder: string): void {
  if (!existsSync(join(folder, 'job.json'))) return;
  throw new StoreConflictError(
    `${folder} is the folder of a job, and an evaluation empties its own`,
    {
      hints: ['choose another folder with --out-dir'],
    },
  );
}

function evalRow(task: TaskRef, { rollout, transcript }: EvaluatedTask): EvalRow {
  return {
    taskId: task.id,
    stratum: task.stratum,
    correct: rollout.score === null ? null : rollout.score > 0,
    stage: rollout.failure?.stage ?? null,
    error: rollout.failure?.message ?? null,
    answer: rollout.answer,
    predicted: predictedCall(transcript),
  };
}

function predictedCall(transcript: Transcript | null): Json {
  const score = (transcript?.score ?? null) as JsonObject | null;
  const details = (score?.['details'] ?? null) as JsonObject | null;
  return details?.['parsed'] ?? null;
}

function writeEvaluation(
  folder: string,
  content: {
    out: string | null;
    rows: readonly EvalRow[];
    evaluated: readonly EvaluatedTask[];
  },
): void {
  const { out, rows, evaluated } = content;
  for (const name of ['results.jsonl', 'predictions.jsonl', 'traces']) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
  const results = rows.map(({ taskId, stratum, correct, stage, error, predicted }) => ({
    task_id: taskId,
    stratum,
    correct,
    stage,
    error,
    predicted,
  }));
  writeFileSafely(out ?? join(folder, 'results.jsonl'), jsonLines(results));
  const predictions = rows.map((row) => ({ task_id: row.taskId, text: row.answer }));
  writeFileSafely(join(folder, 'predictions.jsonl'), jsonLines(predictions));
  for (const { rollout, transcript } of evaluated) {
    const name = `${pathSegment(rollout.taskId)}.json`;
    writeFileSafely(join(folder, 'traces', name), traceText(rollout, transcript));
  }
}

function traceText(rollout: Rollout, transcript: Transcript | null): string {
  return `${JSON.stringify(transcript ?? { taskId: rollout.taskId, failure: rollout.failure }, null, 2)}\n`;
}

function jsonLines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}
