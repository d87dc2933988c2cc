/** How does one team do on some tasks, without a method and without a budget? */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { candidateDigest } from '../../core/candidate.ts';
import { datasetName } from '../../core/dataset.ts';
import { InterruptedError } from '../../core/errors.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { derivedSeed } from '../../core/random.ts';
import type { ReportRow } from '../../core/report-row.ts';
import type { Rollout, ToolCounts, Transcript } from '../../core/rollout.ts';
import { type AnswerMode, answeringTitle, answerModeOf } from '../../evaluation/answering.ts';
import type { EvaluatedTask } from '../../evaluation/evaluate-task.ts';
import { evaluatePatiently } from '../../evaluation/rollout-runner.ts';
import { totalToolCounts } from '../../evaluation/team/tool-counts.ts';
import { type CostRecord, costLines, type TeamCost, teamCost } from '../../evaluation/team-cost.ts';
import { workPool } from '../../evaluation/work-pool.ts';
import { writeFileSafely } from '../../store/files.ts';
import { pathSegment } from '../../store/path-segment.ts';
import type { Installation } from '../preparation/job-request.ts';
import { answerRows, type ReportBasis, reportBasis } from '../report-rows.ts';
import {
  type EvalEnvironment,
  type EvalRequest,
  openEvaluation,
  prepareEvaluation,
} from './open-eval.ts';
import { selectTasks } from './select-tasks.ts';

export interface EvalOutcome {
  readonly folder: string;
  readonly simulated: boolean;
  readonly title: string;
  /** What a score measures when it is a degree; null when it says right or wrong. */
  readonly measure: string | null;
  readonly answerMode: AnswerMode;
  /** Null when no functions were offered. */
  readonly tools: ToolCounts | null;
  /** In task order. */
  readonly rows: readonly EvalRow[];
  /** What a report is made of. */
  readonly report: EvalReport;
}

export interface EvalReport extends ReportBasis {
  readonly title: string;
  readonly simulated: boolean;
  readonly answerMode: AnswerMode;
  readonly arms: readonly [
    { readonly name: string; readonly rows: readonly ReportRow[]; readonly cost: TeamCost },
  ];
  /** A dataset's own lines. */
  readonly extra: readonly { readonly title: string; readonly lines: readonly string[] }[];
}

export interface EvalRow extends ReportRow {
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
  environment: EvalEnvironment,
): Promise<EvalOutcome> {
  const { prepared, candidate } = await prepareEvaluation(request, installation);
  const { protocol, dataset } = prepared;
  const tasks = await dataset.load(
    selectTasks(dataset, request.selection, installation.workingDirectory),
    environment.abort,
  );
  const name = datasetName(dataset);
  const opened = await openEvaluation(request, { prepared, name }, { installation, environment });
  let done = 0;
  const evaluated = await workPool(opened.concurrency).runAll(
    tasks.map((task) => async () => {
      if (environment.stop.aborted) throw new InterruptedError('stopped. Nothing was written.');
      const result = await evaluatePatiently(
        opened.evaluator,
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
  const answers = await answerRows(
    dataset,
    { tasks, answers: evaluated.map(({ rollout }) => rollout) },
    environment.abort,
  );
  const rows = answers.map((row, index) => evalRow(row, evaluated[index] as EvaluatedTask));
  const { folder, simulated, title, out, evaluator } = opened;
  const answerMode = answerModeOf(request.answering);
  writeEvaluation(folder, { out, rows, evaluated, answerMode });
  const tools = totalToolCounts(evaluated.map(({ rollout }) => rollout));
  const cost = teamCost(evaluated.map(({ rollout }) => rollout));
  const record: CostRecord = {
    price: simulated ? 'simulated' : 'unknown',
    perTask: { answers: cost },
  };
  const report: EvalReport = {
    title: `${name} × ${evaluator.topology.id} × ${evaluator.model}${answeringTitle(request.answering)}`,
    simulated,
    answerMode,
    arms: [{ name: 'answers', rows: answers, cost }],
    extra: [{ title: 'cost per task', lines: costLines({ cost: record as unknown as Json }) }],
    ...(await reportBasis(dataset, tasks, environment.abort)),
  };
  const measure = dataset.measure ?? null;
  return { folder, simulated, title, measure, answerMode, tools, rows, report };
}

function evalRow(row: ReportRow, { rollout, transcript }: EvaluatedTask): EvalRow {
  return {
    ...row,
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
    answerMode: AnswerMode;
  },
): void {
  const { out, rows, evaluated, answerMode } = content;
  for (const name of ['results.jsonl', 'predictions.jsonl', 'traces', 'report.json', 'report.md']) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
  const results = rows.map((row) => ({
    task_id: row.taskId,
    stratum: row.stratum,
    answer_mode: answerMode,
    score: row.score,
    correct: row.correct,
    stage: row.stage,
    error_class: row.errorClass,
    error: row.error,
    predicted: row.predicted,
    scores: row.scores,
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
