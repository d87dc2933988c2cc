/** What does API-Bank's own evaluation say of an answer on levels 1 and 2? One call, no replay, upstream's categories. */
import type { Json, JsonObject } from '../../../core/json.ts';
import { TOOL_SEARCHER } from '../data/recordings.ts';
import { parseAnswer } from '../parse/parse-answer.ts';
import { encodeValue, fromJson } from '../python/convert.ts';
import { isTruthy, pyEquals } from '../python/equality.ts';
import { PyError } from '../python/error.ts';
import { PyDict, type PyValue } from '../python/value.ts';
import { stratumOf } from '../tasks/ids.ts';
import { type ApiBankTask, levelSetOf } from '../tasks/task.ts';
import { hangType } from '../world/api.ts';
import type { Databases } from '../world/databases.ts';
import { createWorld, type World } from '../world/manager.ts';
import { argumentMap } from './prepare.ts';

/** Upstream's words, and four of ours for what it does not count. */
export type OfficialCategory =
  | 'CORRECT'
  | 'NO_API_CALL'
  | 'FAILED_PARSE_API_CALL'
  | 'API_NAME_MISMATCH'
  | 'INVALID_INPUT_PARAMETER'
  | 'MISS_INPUT_ARGUMENT'
  | 'KEY_ERROR'
  | 'HAS_EXCEPTION'
  | 'OUTPUT_MISMATCH'
  | 'INPUT_MISMATCH'
  /** The check said no although output and input agree; counted as wrong only. */
  | 'UNCATEGORIZED'
  /** An error that would end upstream's run. */
  | 'CRASH'
  /** A call that would never return. */
  | 'HANG'
  /** A call that needs an outside service or model. */
  | 'EXTERNAL';

export interface OfficialVerdict {
  readonly category: OfficialCategory;
  /** Null for `EXTERNAL`. */
  readonly correct: boolean | null;
  readonly parsed: JsonObject | null;
  readonly error: string | null;
  /** The record of the call; null when it did not return. */
  readonly result: Json;
}

/** Upstream gives these to a web service, a search index or an embedding model. */
const EXTERNAL_APIS: readonly string[] = ['Dictionary', 'SearchEngine', 'Translate', TOOL_SEARCHER];

/** Level 1 or 2 tasks only. Pure; never throws for an answer. */
export function scoreOfficial(
  task: ApiBankTask,
  answer: string,
  databases: Databases,
): OfficialVerdict {
  const parsed = parseAnswer(answer, 'upstream');
  if (!parsed.ok) return verdict('NO_API_CALL', {});
  const call = { name: parsed.name, kwargs: encodeValue(parsed.arguments) };
  if (call.name !== task.gold.apiName) return verdict('API_NAME_MISMATCH', { parsed: call });
  if (EXTERNAL_APIS.includes(call.name)) return verdict('EXTERNAL', { parsed: call });
  const world = createWorld({ levelSet: levelSetOf(task.level), databases, flavour: 'upstream' });
  try {
    const record = world.call(call.name, argumentMap(parsed.arguments));
    return { ...checked(world, record, task), parsed: call };
  } catch (error) {
    if (!(error instanceof PyError)) throw error;
    // Upstream never comes back from a hanging call, so it has no record of what it read.
    return { ...failed(error, null), parsed: error.type === hangType ? null : call };
  }
}

export interface OfficialSummary {
  readonly calls: number;
  readonly correct: number;
  /** `correct / calls`, answers that are missing counted as wrong; null without calls. */
  readonly accuracy: number | null;
  readonly categories: { readonly [category: string]: number };
}

/** One summary per level, as upstream prints it. `verdicts` of null are missing predictions. */
export function summarizeOfficial(
  rows: readonly { readonly task: ApiBankTask; readonly verdict: OfficialVerdict | null }[],
): { readonly [level: string]: OfficialSummary } {
  const groups = new Map<string, (OfficialVerdict | null)[]>();
  for (const { task, verdict: found } of rows) {
    const level = stratumOf(task.level);
    groups.set(level, [...(groups.get(level) ?? []), found]);
  }
  return Object.fromEntries(
    [...groups].map(([level, verdicts]) => {
      const correct = verdicts.filter((found) => found?.correct === true).length;
      const categories: { [category: string]: number } = {};
      for (const found of verdicts) {
        const category = found?.category ?? 'MISSING';
        categories[category] = (categories[category] ?? 0) + 1;
      }
      const accuracy = verdicts.length === 0 ? null : correct / verdicts.length;
      return [level, { calls: verdicts.length, correct, accuracy, categories }];
    }),
  );
}

function checked(world: World, record: PyDict, task: ApiBankTask): OfficialVerdict {
  const gold = fromJson(task.gold.result);
  const result = encodeValue(record);
  try {
    if (world.check(task.gold.apiName, record, gold)) return verdict('CORRECT', { result });
  } catch (error) {
    if (!(error instanceof PyError)) throw error;
    return failed(error, result);
  }
  if (isTruthy(record.get('exception') ?? null)) return verdict('HAS_EXCEPTION', { result });
  for (const [field, category] of [
    ['output', 'OUTPUT_MISMATCH'],
    ['input', 'INPUT_MISMATCH'],
  ] as const) {
    if (!pyEquals(fieldOf(record, field), fieldOf(gold, field)))
      return verdict(category, { result });
  }
  return verdict('UNCATEGORIZED', { result });
}

/** Upstream tells errors apart by their text, wherever they were raised; only a check's KeyError is caught first. */
function failed(error: PyError, result: Json): OfficialVerdict {
  if (error.type === hangType) return verdict('HANG', { error: hangType });
  const text = `${error.type}: ${error.text}`;
  if (result !== null && error.type === 'KeyError')
    return verdict('KEY_ERROR', { error: text, result });
  if (error.type === 'AssertionError') {
    if (error.text.includes('The API name is not correct.')) {
      return verdict('API_NAME_MISMATCH', { error: text, result });
    }
    const invalid = error.text.includes('invalid parameter name');
    return verdict(invalid ? 'INVALID_INPUT_PARAMETER' : 'CRASH', { error: text, result });
  }
  if (error.text.includes('missing') && error.text.includes('required positional argument')) {
    return verdict('MISS_INPUT_ARGUMENT', { error: text, result });
  }
  return verdict('CRASH', { error: text, result });
}

function verdict(
  category: OfficialCategory,
  { parsed = null, error = null, result = null }: Partial<OfficialVerdict>,
): OfficialVerdict {
  const correct = category === 'EXTERNAL' ? null : category === 'CORRECT';
  return { category, correct, parsed, error, result };
}

function fieldOf(record: PyValue, name: string): PyValue {
  return (record instanceof PyDict ? record.get(name) : undefined) ?? null;
}
