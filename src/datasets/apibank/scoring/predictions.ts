/** How did a file of predictions score, row by row and per level? */
import { UsageError } from '../../../core/errors.ts';
import type { Json } from '../../../core/json.ts';
import { asObject } from '../data/dialogues.ts';
import { resolveTaskId } from '../tasks/ids.ts';
import type { ApiBankTask } from '../tasks/task.ts';
import type { Scorer } from './scorer.ts';

export interface Prediction {
  /** As written; may lack the level prefix. */
  readonly taskId: string;
  readonly text: string;
  /** 1-based, for messages. */
  readonly line: number;
}

/** One line of the output, in the order of the input. */
export type ScoredRow = {
  readonly task_id: string;
  /** Null when the scorer could not decide; counted as wrong. */
  readonly correct: boolean | null;
  readonly stage: string;
  readonly error_kind: string | null;
  readonly error: string | null;
  readonly parsed: Json;
  readonly result: Json;
  readonly scorers: Json;
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

export interface ScoredPredictions {
  readonly rows: readonly ScoredRow[];
  /** By stratum (`level-1` …), and `all`. */
  readonly summary: { readonly [stratum: string]: LevelSummary };
}

/**
 * Reads JSON lines `{ "task_id": …, "text": … }`; text that is missing or null is an empty answer, blank lines are
 * passed over.
 *
 * @throws UsageError naming every malformed line.
 */
export function parsePredictions(source: string, file: string): Prediction[] {
  const predictions: Prediction[] = [];
  const problems: string[] = [];
  // Windows editors begin a file with a byte order mark.
  source
    .replace(/^\uFEFF/, '')
    .split('\n')
    .forEach((content, index) => {
      if (content.trim() === '') return;
      const line = index + 1;
      const row = parseRow(content);
      const taskId = row?.['task_id'];
      const text = row?.['text'] ?? '';
      if (row === null) problems.push(`${file}:${line}: not a JSON object`);
      else if (typeof taskId !== 'string') problems.push(`${file}:${line}: \`task_id\` is missing`);
      else if (typeof text !== 'string') problems.push(`${file}:${line}: \`text\` is no text`);
      else predictions.push({ taskId, text, line });
    });
  refuse(problems);
  return predictions;
}

/**
 * Scores every prediction; rows come out in order. A task may have several answers: each is a row of its own.
 *
 * @throws UsageError naming the line of every unknown task id.
 */
export async function scorePredictions(
  predictions: readonly Prediction[],
  {
    tasks,
    scorer,
    signal,
    file,
  }: {
    readonly tasks: ReadonlyMap<string, ApiBankTask>;
    readonly scorer: Scorer;
    readonly signal: AbortSignal;
    /** Name of the source in messages. */
    readonly file: string;
  },
): Promise<ScoredPredictions> {
  const resolved = resolveTasks(predictions, tasks, file);
  const rows: ScoredRow[] = [];
  for (const { prediction, task } of resolved) {
    signal.throwIfAborted();
    const verdict = await scorer.decide(task, prediction.text, signal);
    rows.push({
      task_id: prediction.taskId,
      correct: verdict.correct,
      stage: verdict.stage,
      error_kind: verdict.errorKind,
      error: verdict.error,
      parsed: verdict.parsed,
      result: verdict.result,
      scorers: verdict.scorers as Json,
    });
  }
  return {
    rows,
    summary: summarize(
      rows,
      resolved.map(({ task }) => task),
    ),
  };
}

/** @throws UsageError naming the line of every unknown task id. */
export function resolveTasks(
  predictions: readonly Prediction[],
  tasks: ReadonlyMap<string, ApiBankTask>,
  file: string,
): { prediction: Prediction; task: ApiBankTask }[] {
  const problems: string[] = [];
  const resolved: { prediction: Prediction; task: ApiBankTask }[] = [];
  for (const prediction of predictions) {
    const { taskId, line } = prediction;
    const id = resolveTaskId(taskId, (candidate) => tasks.has(candidate));
    const task = id === null ? undefined : tasks.get(id);
    if (task === undefined) {
      problems.push(`${file}:${line}: unknown task ${JSON.stringify(taskId)}`);
      continue;
    }
    resolved.push({ prediction, task });
  }
  refuse(problems);
  return resolved;
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

/** Lines told of one file; after these, what is wrong is clear. */
const TOLD_PROBLEMS = 20;

/** @throws UsageError when there is any problem */
function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return;
  const left = problems.length - TOLD_PROBLEMS;
  const more = left > 0 ? [`and ${left} more lines like these`] : [];
  throw new UsageError([...problems.slice(0, TOLD_PROBLEMS), ...more]);
}

function parseRow(content: string): { readonly [key: string]: Json } | null {
  try {
    return asObject(JSON.parse(content) as Json);
  } catch {
    return null;
  }
}
