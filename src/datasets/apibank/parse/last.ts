/** Which call does a text submit when the last one that parses counts? */
import { pyStrip } from '../python/text.ts';
import { type CallSpan, callSpans } from './call-spans.ts';
import { type CallReading, readCallText } from './call-text.ts';
import { removeReasoning } from './reasoning.ts';
import { repairsOf } from './repairs.ts';
import type { ParseResult } from './result.ts';

/** Policy `last`: reasoning removed, then the last bracketed call that reads as a Python call with keyword arguments. */
export function parseLast(text: string): ParseResult {
  const { text: answer, removed } = removeReasoning(text);
  const trimmed = pyStrip(answer);
  const spans = callSpans(answer);
  let callText = trimmed;
  let reading: CallReading | null = null;
  for (let index = spans.length - 1; index >= 0; index -= 1) {
    const span = spans[index] as CallSpan;
    const candidate = answer.slice(span.start, span.end);
    const candidateReading = readCallText(candidate);
    const isCall = readsAsCall(candidateReading);
    if (isCall || reading === null) {
      callText = candidate;
      reading = candidateReading;
    }
    if (isCall) break;
  }
  reading ??= readCallText(trimmed);
  const repairs = repairsOf(removed, trimmed, spans);
  return reading.ok
    ? { ok: true, name: reading.name, arguments: reading.arguments, callText, repairs }
    : { ok: false, kind: reading.kind, error: reading.error, callText, repairs };
}

/** A call whose values are no literals still counts as a call; one that is no Python, or has positional arguments, does not. */
function readsAsCall(reading: CallReading): boolean {
  return reading.ok || reading.kind === 'star_kwargs' || reading.kind === 'unsupported_expression';
}
