/** What was passed over in a text that is more than its call? */
import type { CallSpan } from './call-spans.ts';
import type { Repair } from './result.ts';

/** `trimmed` is the text without its reasoning, `spans` the bracketed calls in it. */
export function repairsOf(
  removed: string | null,
  trimmed: string,
  spans: readonly CallSpan[],
): readonly Repair[] {
  const repairs: Repair[] = removed === null ? [] : ['reasoning'];
  const [first] = spans;
  if (first === undefined || (spans.length === 1 && isWhole(trimmed, first))) return repairs;
  if (spans.length > 1) repairs.push('other-calls');
  if (trimmed.startsWith('```') || trimmed.endsWith('```')) repairs.push('code-fence');
  else if (!spans.some((span) => isWhole(trimmed, span))) repairs.push('surrounding-text');
  return repairs;
}

function isWhole(trimmed: string, span: CallSpan): boolean {
  return span.end - span.start === trimmed.length;
}
