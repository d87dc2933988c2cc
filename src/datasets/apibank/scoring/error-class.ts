/** Why is an answer wrong, in the classes that all benchmarks share? By meaning, not by the stage at which it failed. */
import type { ErrorClass } from '../../../core/error-class.ts';
import { asObject } from '../data/dialogues.ts';
import { TOOL_SEARCHER } from '../data/recordings.ts';
import { removeReasoning } from '../parse/reasoning.ts';
import { callRegions, parseStrict } from '../parse/strict/parse-strict.ts';
import { decodeValue } from '../python/convert.ts';
import { pyEquals } from '../python/equality.ts';
import { pyStrip } from '../python/text.ts';
import { isPyList, PyDict, type PyValue } from '../python/value.ts';
import { offeredApis } from '../tasks/offered.ts';
import { levelSetOf } from '../tasks/task.ts';
import type { ParameterTable } from '../world/api.ts';
import { declaredSignatures } from '../world/manager.ts';
import { argumentMap, type GivenArguments, type PreparedTask } from './prepare.ts';
import type { Verdict } from './verdict.ts';

interface ClassQuestion {
  readonly verdict: Verdict;
  readonly prepared: PreparedTask;
  readonly answer: string;
  /** Is this call, as the whole of an answer, right? */
  readonly isRight: (call: string) => boolean;
}

/**
 * Exactly one class for every answer that is not right, null for one that is.
 *
 * `several_calls`: the brackets hold more than one call, or the answer holds several bracketed calls outside one another
 * and one of the others alone would have been right. When none is right, the submitted one says why.
 */
export function errorClassOf(question: ClassQuestion): ErrorClass | null {
  const { verdict, prepared } = question;
  if (verdict.correct === true) return null;
  if (verdict.correct === null) return 'undecided';
  if (holdsRightCall(question)) return 'several_calls';
  if (verdict.stage === 'parse') return parseClass(question);
  if (verdict.stage === 'api_name') return nameClass(verdict, prepared);
  return argumentClass(verdict, prepared);
}

/** Every opening bracket but round ones, look-alikes included: two calls need two of them. */
const OPENING = /[^\P{Ps}(（]/gu;

function holdsRightCall({ verdict, answer, isRight }: ClassQuestion): boolean {
  if (verdict.errorKind === 'multiple_calls') return true;
  // Most wrong answers hold one call, and reading them a second time would halve the rate of scoring.
  if ((answer.match(OPENING)?.length ?? 0) < 2) return false;
  const { text } = removeReasoning(answer);
  const { regions } = callRegions(text);
  return regions.length > 1 && regions.some(({ start, end }) => isRight(text.slice(start, end)));
}

/**
 * Signs of a call without its square brackets: `Name(a=`, `Name()`, `Name['`, `Name (a=`, `Name（a=`, `Name: {"a"`, and calls
 * as JSON. A word with a parenthesis behind it, as `API(s)`, is none.
 */
const MEANT_CALLS = [
  /\w[([{（［]\s*(?:[)\]}）］]|['"“‘]|\w+\s*[=＝:])/u,
  /\w[ \t]+[([（［]\s*\w+\s*[=＝]/u,
  /\w:[ \t]*\{\s*["']/u,
  /"(?:name|api_name|function|tool)"\s*:/u,
];

function parseClass({ answer }: ClassQuestion): ErrorClass {
  const { text } = removeReasoning(answer);
  const trimmed = pyStrip(text);
  if (trimmed === '') return 'empty';
  const { regions, unclosed } = callRegions(text);
  const last = regions.at(-1);
  if (last !== undefined) {
    return holdsSeveral(text.slice(last.start, last.end)) ? 'several_calls' : 'unparsable';
  }
  // A call whose parentheses are closed was not cut off, it lacks its bracket.
  if (unclosed !== null) return /[)\]]$/u.test(trimmed) ? 'unparsable' : 'truncated';
  return MEANT_CALLS.some((sign) => sign.test(text)) ? 'unparsable' : 'no_call';
}

const QUOTED = /'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"/gu;

/** `[A(…), B(…)]`, and with another sign than the comma between the calls, which no reader takes. */
function holdsSeveral(bracketed: string): boolean {
  const reading = parseStrict(bracketed);
  if (!reading.ok && reading.kind === 'multiple_calls') return true;
  return /\)\s*(?:;|and\s|then\s)?\s*[A-Za-z_]\w*\(/u.test(bracketed.replaceAll(QUOTED, "''"));
}

function nameClass({ parsed }: Verdict, { task }: PreparedTask): ErrorClass {
  const name = parsed?.['name'];
  if (typeof name !== 'string') return 'other';
  if (!Object.hasOwn(declaredSignatures(levelSetOf(task.level)), name)) return 'unknown_api';
  return offeredApis(task).has(name) ? 'wrong_api' : 'unlisted_api';
}

const ARGUMENT_CLASSES: { readonly [errorKind: string]: ErrorClass } = {
  invalid_parameter_name: 'unknown_parameter',
  missing_argument: 'missing_parameter',
  type_coercion: 'wrong_type',
  hang: 'execution_exception',
};

function argumentClass(verdict: Verdict, prepared: PreparedTask): ErrorClass {
  // An earlier call of the recording failed: no answer could have been right.
  if (verdict.where === 'replay') return 'other';
  const known = ARGUMENT_CLASSES[verdict.errorKind ?? ''];
  if (known !== undefined) return known;
  const { task, goldArguments } = prepared;
  const given = givenArguments(verdict);
  const parameters = declaredSignatures(levelSetOf(task.level))[task.gold.apiName] ?? {};
  const isSearch = task.gold.apiName === TOOL_SEARCHER;
  if (isSearch && given.has('keywords')) return 'retrieval_miss';
  if ([...given.keys()].some((name) => !Object.hasOwn(parameters, name)))
    return 'unknown_parameter';
  if ([...goldArguments.keys()].some((name) => !given.has(name))) return 'missing_parameter';
  if (hasWrongType(given, goldArguments, parameters)) return 'wrong_type';
  const raised = verdict.errorKind !== 'result_mismatch';
  return raised || reportsError(verdict, prepared) ? 'execution_exception' : 'wrong_value';
}

/** Empty where no call was read. */
function givenArguments({ parsed }: Verdict): GivenArguments {
  const values = decodeValue(parsed?.['kwargs'] ?? {});
  return values instanceof PyDict ? argumentMap(values) : new Map();
}

/** Did the API answer with an error where the recorded call did not? */
function reportsError({ result }: Verdict, { task }: PreparedTask): boolean {
  const exception = asObject(result)?.['exception'] ?? null;
  return exception !== null && task.gold.result.exception === null;
}

/** A value that is not of the declared type, where the reference value is; numbers were converted before this. */
function hasWrongType(
  given: GivenArguments,
  gold: GivenArguments,
  parameters: ParameterTable,
): boolean {
  return [...given].some(([name, value]) => {
    const reference = gold.get(name);
    const declared = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (reference === undefined || declared === undefined || pyEquals(value, reference))
      return false;
    const type = declared.replace(/[?*]$/u, '');
    return !isOfType(value, type) && isOfType(reference, type);
  });
}

function isOfType(value: PyValue, type: string): boolean {
  if (type === 'str') return typeof value === 'string';
  if (type === 'list') return isPyList(value);
  if (type === 'list(str)')
    return isPyList(value) && value.every((item) => typeof item === 'string');
  if (type === 'bool') return typeof value === 'boolean' || value === 'True' || value === 'False';
  return true;
}
