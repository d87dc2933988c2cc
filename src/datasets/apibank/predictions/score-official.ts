/** How does a file of predictions do in API-Bank's own evaluation of levels 1 and 2? */
import type { Json } from '../../../core/json.ts';
import { type OfficialSummary, scoreOfficial, summarizeOfficial } from '../scoring/official.ts';
import type { Databases } from '../world/databases.ts';
import { type AnswerRules, answersToTasks, type Prediction, refuse } from './answers.ts';

export interface OfficialRow {
  readonly task_id: string;
  /** Null for a call that only an outside service could decide; counted as wrong. */
  readonly correct: boolean | null;
  readonly category: string;
  readonly error: string | null;
  readonly parsed: Json;
  readonly result: Json;
}

export interface OfficialPredictions {
  /** In the order of the predictions. */
  readonly rows: readonly OfficialRow[];
  /**
   * By stratum, over every answer, and every call of the predicted levels that has none: such a call counts as wrong.
   * With one answer per call that is the benchmark's own figure.
   */
  readonly summary: { readonly [stratum: string]: OfficialSummary };
}

/** @throws UsageError as `answersToTasks`, and naming the line of every task of level 3. */
export function scoreOfficialPredictions(
  predictions: readonly Prediction[],
  options: AnswerRules & { readonly databases: Databases },
): OfficialPredictions {
  const resolved = answersToTasks(predictions, options);
  const problems = resolved
    .filter(({ task }) => task.level === 3)
    .map(({ prediction, task }) => {
      const place = `${options.file}:${prediction.line}`;
      return `${place}: ${task.id} is of level 3, which this evaluation does not cover`;
    });
  refuse(problems, [
    "API-Bank's own evaluation is for levels 1 and 2; score level 3 the ordinary way",
  ]);
  const scored = resolved.map(({ prediction, task }) => ({
    taskId: prediction.taskId,
    task,
    verdict: scoreOfficial(task, prediction.text, options.databases),
  }));
  const answered = new Set(scored.map(({ task }) => task.id));
  const levels = new Set(scored.map(({ task }) => task.level));
  const missing = [...options.tasks.values()].filter(
    (task) => levels.has(task.level) && !answered.has(task.id),
  );
  return {
    rows: scored.map(({ taskId, verdict: { correct, category, error, parsed, result } }) => ({
      task_id: taskId,
      correct,
      category,
      error,
      parsed,
      result,
    })),
    summary: summarizeOfficial([
      ...scored.map(({ task, verdict }) => ({ task, verdict })),
      ...missing.map((task) => ({ task, verdict: null })),
    ]),
  };
}
