/** How did a file of predictions score, row by row and per level? */
import type { ErrorClass } from '../../../core/error-class.ts';
import type { Json } from '../../../core/json.ts';
import type { Scorer } from '../scoring/scorer.ts';
import type { ClassifiedVerdict } from '../scoring/verdict.ts';
import type { ApiBankTask } from '../tasks/task.ts';
import { type AnswerRules, answersToTasks, type Prediction } from './answers.ts';

/** One line of the output, in the order of the input. */
export type ScoredRow = {
  readonly task_id: string;
  /** Null when the scorer could not decide; counted as wrong. */
  readonly correct: boolean | null;
  readonly stage: string;
  readonly error_kind: string | null;
  /** Null when correct. */
  readonly error_class: ErrorClass | null;
  readonly error: string | null;
  readonly parsed: Json;
  readonly result: Json;
  /** For searches: every way of judging them. */
  readonly scorers: Json;
  /** `correct` under every scorer of the benchmark, by scorer id. */
  readonly scores: { readonly [scorer: string]: boolean | null };
};

export interface LevelSummary {
  readonly answers: number;
  /** Distinct tasks among them. */
  readonly tasks: number;
  readonly correct: number;
  readonly undecided: number;
  /** `correct / answers`; null without answers. */
  readonly accuracy: number | null;
}

/** What a score must be read with. */
export interface ScoreLabel {
  readonly scorer: { readonly id: string; readonly version: number };
  /** What accuracies are divided by. */
  readonly denominator: string;
  /** What else can change a score: hash of the data, parser policy, … */
  readonly identity: { readonly [name: string]: Json };
  /** How many tasks of the pool have an answer, of how many. */
  readonly pool: { readonly scored: number; readonly tasks: number };
}

export interface ScoredPredictions {
  readonly rows: readonly ScoredRow[];
  /** By stratum (`level-1` …), and `all`. */
  readonly summary: { readonly [stratum: string]: LevelSummary };
}

export interface PredictionScoring extends AnswerRules {
  readonly scorer: Scorer;
  /** The same answer under every scorer. */
  readonly scoreAll: (
    task: ApiBankTask,
    answer: string,
    signal: AbortSignal,
  ) => Promise<ScoredRow['scores']>;
  readonly signal: AbortSignal;
}

/**
 * Scores every prediction; rows come out in order.
 *
 * @throws UsageError for unknown tasks, a second answer to a task unless `repeated`, and other tasks than those `expected`.
 */
export async function scorePredictions(
  predictions: readonly Prediction[],
  options: PredictionScoring,
): Promise<ScoredPredictions> {
  const { scorer, scoreAll, signal } = options;
  const answered = answersToTasks(predictions, options);
  const rows: ScoredRow[] = [];
  for (const { prediction, task } of answered) {
    signal.throwIfAborted();
    const verdict = await scorer.decide(task, prediction.text, signal);
    const scores = await scoreAll(task, prediction.text, signal);
    rows.push(scoredRow(prediction.taskId, verdict, scores));
  }
  return {
    rows,
    summary: summarize(
      rows,
      answered.map(({ task }) => task),
    ),
  };
}

function scoredRow(
  taskId: string,
  verdict: ClassifiedVerdict,
  scores: ScoredRow['scores'],
): ScoredRow {
  return {
    task_id: taskId,
    correct: verdict.correct,
    stage: verdict.stage,
    error_kind: verdict.errorKind,
    error_class: verdict.errorClass,
    error: verdict.error,
    parsed: verdict.parsed,
    result: verdict.result,
    scorers: verdict.scorers as Json,
    scores,
  };
}

function summarize(
  rows: readonly ScoredRow[],
  tasks: readonly ApiBankTask[],
): { readonly [stratum: string]: LevelSummary } {
  const names = [...new Set(tasks.map((task) => task.stratum))].sort();
  const of = (name: string): LevelSummary => {
    const isOwn = (index: number): boolean => name === 'all' || tasks[index]?.stratum === name;
    const own = rows.filter((_, index) => isOwn(index));
    const correct = own.filter((row) => row.correct === true).length;
    return {
      answers: own.length,
      tasks: new Set(tasks.filter((_, index) => isOwn(index)).map((task) => task.id)).size,
      correct,
      undecided: own.filter((row) => row.correct === null).length,
      accuracy: own.length === 0 ? null : correct / own.length,
    };
  };
  return Object.fromEntries([...names, 'all'].map((name) => [name, of(name)]));
}
