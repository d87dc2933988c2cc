/** Which answers does a file hold, each to which task, and is anything wrong with it? */
import { UsageError } from '../../../core/errors.ts';
import type { Json } from '../../../core/json.ts';
import { asObject } from '../data/dialogues.ts';
import { jsonErrorOffset } from '../data/json-error.ts';
import { resolveTaskId } from '../tasks/ids.ts';
import type { ApiBankTask } from '../tasks/task.ts';

export interface Prediction {
  /** As written; may lack the level prefix. */
  readonly taskId: string;
  readonly text: string;
  /** 1-based, for messages. */
  readonly line: number;
}

export interface Answered {
  readonly prediction: Prediction;
  readonly task: ApiBankTask;
}

/** Tasks that a file must answer, each of them and no other. */
export interface ExpectedTasks {
  /** As messages name the set, for example `pool`. */
  readonly name: string;
  readonly ids: readonly string[];
}

export interface AnswerRules {
  readonly tasks: ReadonlyMap<string, ApiBankTask>;
  /** Name of the source in messages. */
  readonly file: string;
  /** May a task have several answers, each a row of its own? Without it a second one is refused. */
  readonly repeated?: boolean;
  readonly expected?: ExpectedTasks | null;
}

/**
 * Reads JSON lines `{ "task_id": …, "text": … }`; text that is missing or null is an empty answer, blank lines are
 * passed over.
 *
 * @throws UsageError naming every malformed line, and where in it the JSON breaks.
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
      const read = readLine(content);
      if ('problem' in read) problems.push(`${file}:${line}${read.problem}`);
      else predictions.push({ ...read, line });
    });
  refuse(problems);
  return predictions;
}

function readLine(
  content: string,
): { readonly taskId: string; readonly text: string } | { readonly problem: string } {
  let value: Json;
  try {
    value = JSON.parse(content) as Json;
  } catch {
    return { problem: `:${(jsonErrorOffset(content) ?? 0) + 1}: not JSON` };
  }
  const row = asObject(value);
  if (row === null) return { problem: ': not a JSON object' };
  const { task_id: taskId, text = null } = row;
  if (typeof taskId !== 'string') return { problem: ': `task_id` is missing' };
  if (text !== null && typeof text !== 'string') return { problem: ': `text` is no text' };
  return { taskId, text: text ?? '' };
}

/**
 * The task of every prediction, in their order.
 *
 * @throws UsageError naming the line of every unknown task and of every second answer, and how far the answers are from
 * those expected.
 */
export function answersToTasks(predictions: readonly Prediction[], rules: AnswerRules): Answered[] {
  const { tasks, file, repeated = false, expected = null } = rules;
  const problems: string[] = [];
  const answered: Answered[] = [];
  const lines = new Map<string, number>();
  let hasRepeated = false;
  for (const prediction of predictions) {
    const { taskId, line } = prediction;
    const id = resolveTaskId(taskId, (candidate) => tasks.has(candidate));
    const task = id === null ? undefined : tasks.get(id);
    if (task === undefined) {
      problems.push(`${file}:${line}: unknown task ${JSON.stringify(taskId)}`);
      continue;
    }
    const first = lines.get(task.id);
    if (first === undefined) lines.set(task.id, line);
    else if (!repeated) {
      hasRepeated = true;
      problems.push(
        `${file}:${line}: a second answer to ${task.id}, the first is on line ${first}`,
      );
    }
    answered.push({ prediction, task });
  }
  if (expected !== null) problems.push(...unexpected([...lines.keys()], expected, file));
  refuse(
    problems,
    hasRepeated ? ['with `--repeated-answers` every answer is scored as a row of its own'] : [],
  );
  return answered;
}

function unexpected(
  answered: readonly string[],
  { name, ids }: ExpectedTasks,
  file: string,
): string[] {
  const given = new Set(answered);
  const wanted = new Set(ids);
  const missing = ids.filter((id) => !given.has(id));
  const strange = answered.filter((id) => !wanted.has(id));
  return [
    ...(missing.length === 0
      ? []
      : [
          `${file}: ${missing.length} of the ${ids.length} ${name} tasks have no answer: ${some(missing)}`,
        ]),
    ...(strange.length === 0 ? [] : [`${file}: answered, but no ${name} tasks: ${some(strange)}`]),
  ];
}

/** Ids named in a message; the number of the others says the rest. */
const NAMED_IDS = 3;

function some(ids: readonly string[]): string {
  const left = ids.length - NAMED_IDS;
  return `${ids.slice(0, NAMED_IDS).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}

/** Lines told of one file; after these, what is wrong is clear. */
const TOLD_PROBLEMS = 20;

/** @throws UsageError when there is any problem */
export function refuse(problems: readonly string[], hints: readonly string[] = []): void {
  if (problems.length === 0) return;
  const left = problems.length - TOLD_PROBLEMS;
  const more = left > 0 ? [`and ${left} more lines like these`] : [];
  throw new UsageError([...problems.slice(0, TOLD_PROBLEMS), ...more], { hints });
}
