/** Is an answer right? Parse, compare the API name, replay, call, compare results; searches have scorers of their own. */
import type { Json, JsonObject } from '../../../core/json.ts';
import { TOOL_SEARCHER } from '../data/recordings.ts';
import { parseAnswer } from '../parse/parse-answer.ts';
import { encodeValue } from '../python/convert.ts';
import { PyError } from '../python/error.ts';
import type { PyDict, PyValue } from '../python/value.ts';
import { levelSetOf } from '../tasks/task.ts';
import { hangType, unavailableType } from '../world/api.ts';
import { ArgumentError, type ArgumentProblem } from '../world/coercion.ts';
import type { World } from '../world/manager.ts';
import { type FeedbackFacts, feedbackOf } from './feedback.ts';
import { type ScoringOptions, searchScorerFor } from './options.ts';
import {
  argumentMap,
  type GivenArguments,
  type PreparedTask,
  type ScoringTables,
} from './prepare.ts';
import { judgeSearch, UPSTREAM_MISMATCH } from './search.ts';
import type { ErrorPlace, SearchVerdict, SearchVerdicts, Verdict } from './verdict.ts';

export interface JudgeContext {
  readonly tables: ScoringTables;
  readonly options: ScoringOptions;
}

/** A verdict without the parts that follow from the rest. */
interface Finding {
  readonly stage: Verdict['stage'];
  readonly correct: boolean | null;
  readonly errorKind?: string;
  readonly error?: string;
  readonly where?: ErrorPlace;
  readonly result?: Json;
  readonly scorers?: SearchVerdicts;
  /** The record of the call, where it came that far. */
  readonly record?: PyValue;
}

interface Call {
  readonly name: string;
  readonly given: GivenArguments;
  /** The call as a verdict shows it. */
  readonly shown: JsonObject;
}

const NO_ARGUMENTS: GivenArguments = new Map();

/** Pure, and never throws for an answer. A search that only an embedding model could decide has `correct: null`. */
export function judgeAnswer(
  prepared: PreparedTask,
  answer: string,
  context: JudgeContext,
): Verdict {
  const parsed = parseAnswer(answer, context.options.parserPolicy);
  if (!parsed.ok) {
    const finding: Finding = {
      stage: 'parse',
      correct: false,
      errorKind: parsed.kind,
      error: parsed.error,
    };
    return toVerdict(finding, prepared, null);
  }
  const call: Call = {
    name: parsed.name,
    given: argumentMap(parsed.arguments),
    shown: { name: parsed.name, kwargs: encodeValue(parsed.arguments) },
  };
  return toVerdict(judgeCall(call, prepared, context), prepared, call);
}

function judgeCall(call: Call, prepared: PreparedTask, context: JudgeContext): Finding {
  const expected = prepared.task.gold.apiName;
  if (call.name !== expected) {
    const error = `API name mismatch: ${call.name} != ${expected}`;
    return { stage: 'api_name', correct: false, errorKind: 'api_name_mismatch', error };
  }
  return prepared.search === null
    ? executeCall(call, prepared)
    : searchCall(call, prepared, context);
}

function executeCall(call: Call, prepared: PreparedTask): Finding {
  const { replayed } = prepared;
  if (replayed instanceof PyError) return raised(replayed, 'replay', 'call_exception');
  const world = replayed.fork();
  let record: PyDict;
  try {
    record = world.call(call.name, call.given);
  } catch (error) {
    if (!(error instanceof PyError)) throw error;
    return callFailure(error);
  }
  return checkRecord(world, record, prepared);
}

function checkRecord(world: World, record: PyDict, prepared: PreparedTask): Finding {
  const result = encodeValue(record);
  try {
    if (world.check(prepared.task.gold.apiName, record, prepared.goldResult)) {
      return { stage: 'score', correct: true, result, record };
    }
  } catch (error) {
    if (!(error instanceof PyError)) throw error;
    return { ...raised(error, 'check', 'check_exception'), result, record };
  }
  return {
    stage: 'score',
    correct: false,
    errorKind: 'result_mismatch',
    error: 'API result mismatch',
    result,
    record,
  };
}

const ARGUMENT_FAILURES: {
  readonly [problem in ArgumentProblem]: readonly [ErrorPlace, string];
} = {
  reserved: ['call', 'call_exception'],
  unknown: ['call', 'invalid_parameter_name'],
  type: ['coerce', 'type_coercion'],
  missing: ['call', 'missing_argument'],
};

/** Did the arguments not fit, or did the API itself raise? */
function callFailure(error: PyError): Finding {
  if (!(error instanceof ArgumentError)) return raised(error, 'call', 'call_exception');
  const [where, errorKind] = ARGUMENT_FAILURES[error.problem];
  return raised(error, where, errorKind);
}

function raised(error: PyError, where: ErrorPlace, errorKind: string): Finding {
  if (error.type === hangType) {
    const result = `${hangType}: upstream loops forever on this input`;
    return { stage: 'score', correct: false, errorKind: 'hang', error: hangType, where, result };
  }
  const text = `${error.type}: ${error.text}`;
  if (error.type === unavailableType) {
    return { stage: 'score', correct: null, errorKind: 'unavailable', error: text, where };
  }
  return { stage: 'score', correct: false, errorKind, error: text, where, result: text };
}

function searchCall(
  call: Call,
  prepared: PreparedTask,
  { tables, options }: JudgeContext,
): Finding {
  const { level } = prepared.task;
  if (prepared.search === null) throw new RangeError(`${prepared.task.id} is no search`);
  const own = tables.search[levelSetOf(level)];
  const { verdicts, recorded } = judgeSearch(call.given, prepared.search, own);
  const scorer = searchScorerFor(level, options);
  const result =
    scorer === 'official' && recorded !== null ? searchRecord(call.given, recorded) : null;
  return { ...searchFinding(verdicts[scorer]), result, scorers: verdicts };
}

/** The finding that the configured way of judging a search leads to. */
function searchFinding(verdict: SearchVerdict): Finding {
  const { correct } = verdict;
  if (correct !== false) return { stage: 'score', correct };
  const kinds: { readonly [path: string]: string } = {
    bad_parameter: 'invalid_parameter_name',
    missing_parameter: 'missing_argument',
  };
  const errorKind = kinds[verdict.path ?? ''] ?? 'result_mismatch';
  return { stage: 'score', correct, errorKind, error: verdict.error ?? UPSTREAM_MISMATCH };
}

function searchRecord(given: GivenArguments, output: Json): JsonObject {
  const keywords = given.get('keywords');
  return {
    api_name: TOOL_SEARCHER,
    input: keywords === undefined ? {} : { keywords: encodeValue(keywords) },
    output,
    exception: null,
  };
}

export interface SearchResult {
  readonly scorer: 'official' | 'upstream';
  readonly outcome: SearchVerdict;
  /** What the search returned. */
  readonly output: Json;
}

/** The verdict once a similarity search was made, which judging alone leaves open. */
export function withSearchResult(
  verdict: Verdict,
  prepared: PreparedTask,
  { scorer, outcome, output }: SearchResult,
): Verdict {
  const { scorers, parsed } = verdict;
  if (scorers === null || parsed === null) return verdict;
  const finding: Finding = {
    ...searchFinding(outcome),
    result: { api_name: TOOL_SEARCHER, input: parsed['kwargs'] ?? {}, output, exception: null },
    scorers: { ...scorers, [scorer]: outcome },
  };
  const call: Call = { name: TOOL_SEARCHER, given: NO_ARGUMENTS, shown: parsed };
  return toVerdict(finding, prepared, call);
}

function toVerdict(finding: Finding, prepared: PreparedTask, call: Call | null): Verdict {
  const { stage, correct, errorKind = null, error = null, where = null, result = null } = finding;
  return {
    stage,
    correct,
    errorKind,
    error,
    where,
    parsed: call?.shown ?? null,
    result,
    scorers: finding.scorers ?? null,
    feedback: feedbackOf(factsOf(finding, prepared, call)),
  };
}

function factsOf(finding: Finding, prepared: PreparedTask, call: Call | null): FeedbackFacts {
  const { stage, correct, errorKind = null, record = null } = finding;
  const isSearchMiss = prepared.search !== null && errorKind === 'result_mismatch';
  return {
    stage,
    correct,
    errorKind: isSearchMiss ? 'search_mismatch' : errorKind,
    apiName: call?.name ?? null,
    given: call?.given ?? NO_ARGUMENTS,
    gold: prepared.goldArguments,
    result: record,
    goldResult: prepared.goldResult,
  };
}
