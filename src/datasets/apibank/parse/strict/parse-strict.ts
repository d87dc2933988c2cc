/** Does a text hold exactly one call with every character of it accounted for? */
import { pyStrip } from '../../python/text.ts';
import { PyDict, type PyValue } from '../../python/value.ts';
import { type CallSpan, callSpans, callStarts } from '../call-spans.ts';
import { callShape, coerceText } from '../call-text.ts';
import { parseExpression } from '../expression/expression.ts';
import { type CallNode, type Node, PythonSyntaxError } from '../expression/syntax.ts';
import { removeReasoning } from '../reasoning.ts';
import { repairsOf } from '../repairs.ts';
import type { ParseErrorKind, ParseResult } from '../result.ts';
import { caretHint, explainMissingCall } from './hints.ts';
import { strictValue } from './value.ts';

/** Policy `strict`. Text around the call is allowed; a second call, an unread character or a bare word is an error. */
export function parseStrict(text: string): ParseResult {
  const { text: answer, removed } = removeReasoning(text);
  const trimmed = pyStrip(answer);
  const { regions, unclosed } = callRegions(answer);
  const repairs = repairsOf(removed, trimmed, regions);
  const [region] = regions;
  const fail = (failure: Failure): ParseResult => ({
    ok: false,
    callText: region === undefined ? trimmed : answer.slice(region.start, region.end),
    repairs,
    ...failure,
  });
  if (pyStrip(text) === '') return fail({ kind: 'empty', error: 'the answer is empty' });
  if (regions.length > 1) return fail(severalCalls(regions.length));
  if (unclosed !== null) return fail(unclosedCall(trimmed));
  if (region === undefined) return fail(explainMissingCall(trimmed, removed !== null));
  const callText = answer.slice(region.start, region.end);
  const reading = readStrictly(callText);
  return 'kind' in reading ? fail(reading) : { ok: true, ...reading, callText, repairs };
}

interface Failure {
  readonly kind: ParseErrorKind;
  readonly error: string;
  readonly hint?: string;
}

interface Reading {
  readonly name: string;
  readonly arguments: PyDict;
}

export interface Regions {
  /** Calls that do not lie in one another. */
  readonly regions: readonly CallSpan[];
  /** Where a call begins that never ends. */
  readonly unclosed: number | null;
}

/** The bracketed calls of a text, whether or not they can be read. */
export function callRegions(text: string): Regions {
  const ends = new Map(callSpans(text).map((span) => [span.start, span.end]));
  const regions: CallSpan[] = [];
  let unclosed: number | null = null;
  let readTo = 0;
  for (const start of callStarts(text)) {
    if (start < readTo) continue;
    const end = ends.get(start);
    if (end === undefined) unclosed ??= start;
    else {
      regions.push({ start, end });
      readTo = end;
    }
  }
  return { regions, unclosed };
}

function severalCalls(count: number): Failure {
  return {
    kind: 'multiple_calls',
    error: `${count} calls where exactly one is wanted`,
    hint: 'give one call; the policy "last" would take the last one',
  };
}

function unclosedCall(trimmed: string): Failure {
  return trimmed.endsWith(']')
    ? { kind: 'unparsable', error: 'a call is never closed', hint: 'unbalanced quotes or brackets' }
    : {
        kind: 'truncated',
        error: 'the text ends inside a call',
        hint: 'the answer may be cut off',
      };
}

function readStrictly(callText: string): Reading | Failure {
  const match = callShape.exec(callText);
  if (match === null) {
    return { kind: 'unparsable', error: 'there is text between the call and its closing bracket' };
  }
  const [, name = '', written = ''] = match;
  const source = pyStrip(written);
  if (source === '') return { name, arguments: new PyDict() };
  const prefix = 'f(';
  try {
    const node = parseExpression(`${prefix}${source})`, { rawLineEnds: true });
    const reading = readCall(node, source, prefix.length);
    return reading instanceof PyDict ? { name, arguments: reading } : reading;
  } catch (error) {
    if (!(error instanceof PythonSyntaxError)) throw error;
    return syntaxFailure(error, source, prefix.length);
  }
}

function syntaxFailure(error: PythonSyntaxError, source: string, offset: number): Failure {
  const codePoint = /U\+[0-9A-F]+/.exec(error.message)?.[0];
  const place = caretHint(source, error.position - offset);
  const hint = codePoint === undefined ? place : `${codePoint} has no meaning here\n${place}`;
  return { kind: 'unparsable', error: error.message, hint };
}

function readCall(node: Node, source: string, offset: number): PyDict | Failure {
  if (node.kind === 'tuple' && node.items.every((item) => item.kind === 'call')) {
    return severalCalls(node.items.length);
  }
  if (node.kind !== 'call' || node.callee.kind !== 'name') {
    return { kind: 'unparsable', error: 'there is more than one call between the brackets' };
  }
  if (node.positional > 0) {
    return { kind: 'positional_args', error: 'arguments must be named: name=value' };
  }
  return readKeywords(node, source, offset);
}

function readKeywords(call: CallNode, source: string, offset: number): PyDict | Failure {
  const values = new PyDict();
  for (const { name, value: node } of call.keywords) {
    const at = (position: number): string => caretHint(source, position - offset);
    if (name === null)
      return { kind: 'unparsable', error: '** is not supported', hint: at(node.start) };
    if (values.has(name)) {
      return { kind: 'unparsable', error: `argument ${name} is given twice`, hint: at(node.start) };
    }
    const value: PyValue | undefined = strictValue(node);
    if (value === undefined) {
      const position = node.kind === 'binary' ? node.left.end : node.start;
      const reason = node.kind === 'call' ? 'nested call' : 'no literal: put text in quotes';
      return {
        kind: 'unparsable',
        error: `the value of ${name} is no literal`,
        hint: `${reason}\n${at(position)}`,
      };
    }
    values.set(name, coerceText(value));
  }
  return values;
}
