/** What does one bracketed call say, read as a Python call with keyword arguments only? */
import type { Json, JsonObject } from '../../../core/json.ts';
import { fromJson } from '../python/convert.ts';
import { pyStrip } from '../python/text.ts';
import { PyDict, type PyValue } from '../python/value.ts';
import { parseExpression } from './expression/expression.ts';
import { literalValue, parseLiteral } from './expression/literal.ts';
import { type Node, PythonSyntaxError } from './expression/syntax.ts';
import type { ParseErrorKind } from './result.ts';

export type CallReading =
  | { readonly ok: true; readonly name: string; readonly arguments: PyDict }
  | { readonly ok: false; readonly kind: ParseErrorKind; readonly error: string };

/** A call as a whole: name and what stands between the parentheses. */
export const callShape = /^\[([A-Za-z_][\p{L}\p{N}_]*)\(([\s\S]*)\)\]$/u;

/** Units of a rejected value that its error text shows. */
const shownLength = 200;

/** Reads `[Name(argument=value, …)]`. Error texts are those of the reference scorer except after `syntax` and `unsupported_expression`. */
export function readCallText(callText: string): CallReading {
  const match = callShape.exec(callText);
  if (match === null) return failure('no_call', 'no [ApiName(...)] call found');
  const [, name = '', written = ''] = match;
  const source = pyStrip(written);
  if (source === '') return { ok: true, name, arguments: new PyDict() };
  try {
    return readArguments(name, `f(${source})`);
  } catch (error) {
    if (!(error instanceof PythonSyntaxError)) throw error;
    return failure('syntax', `invalid API call syntax: ${error.message}`);
  }
}

function readArguments(name: string, source: string): CallReading {
  const call = parseExpression(source);
  if (call.kind !== 'call' || call.positional > 0) {
    return failure('not_keyword_only', 'API call must use keyword arguments only');
  }
  const values = new PyDict();
  for (const keyword of call.keywords) {
    if (keyword.name === null) {
      return failure('star_kwargs', '**kwargs are not supported in API calls');
    }
    const value = argumentValue(keyword.value);
    if (value === undefined) {
      const { start, end } = keyword.value;
      const shown = source.slice(start, Math.min(end, start + shownLength));
      return failure('unsupported_expression', `unsupported argument expression: ${shown}`);
    }
    values.set(keyword.name, value);
  }
  return { ok: true, name, arguments: values };
}

/** A bare name is its text, anything else must be a literal. */
function argumentValue(node: Node): PyValue | undefined {
  if (node.kind === 'name') return node.name;
  const value = literalValue(node);
  return value === undefined ? undefined : coerceText(value);
}

/** A text that begins like a container and is a Python literal becomes that literal; everything else stays. */
export function coerceText(value: PyValue): PyValue {
  if (typeof value !== 'string' || !/^[[{(]/.test(value)) return value;
  const literal = parseLiteral(value);
  return literal === undefined ? value : literal;
}

/** The arguments of a recorded call as the scorer reads them: texts that are container literals become containers. */
export function coerceRecordedArguments(recorded: JsonObject): PyDict {
  const values = new PyDict();
  for (const [name, value] of Object.entries<Json>(recorded))
    values.set(name, coerceText(fromJson(value)));
  return values;
}

function failure(kind: ParseErrorKind, text: string): CallReading {
  return { ok: false, kind, error: `ValueError: ${text}` };
}
