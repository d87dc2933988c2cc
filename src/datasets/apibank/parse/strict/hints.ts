/** What did a text probably mean to say when no call can be read from it? */
import type { ParseErrorKind } from '../result.ts';

interface Explanation {
  readonly kind: ParseErrorKind;
  readonly error: string;
  readonly hint?: string;
}

/** Signs of a call that missed its form, the first that applies. */
const signs: readonly (Explanation & { readonly pattern: RegExp })[] = [
  {
    pattern: /[［（]/,
    kind: 'no_call',
    error: 'no bracketed call found',
    hint: 'full-width brackets: write [ ] ( )',
  },
  {
    pattern: /^(?:```\w*\s*)?[[{][\s\S]*"(?:name|api_name|function|tool)"\s*:/,
    kind: 'unparsable',
    error: 'the answer is JSON',
    hint: "JSON call: write [ApiName(argument='value')]",
  },
  {
    pattern: /\[\w*\\_[\w\\]*\(/,
    kind: 'unparsable',
    error: 'the call has a backslash in its name',
    hint: 'markdown escape: write _ without a backslash',
  },
  {
    pattern: /\[(?:[ \t]+[A-Za-z_]\w*[ \t]*|[A-Za-z_]\w*[ \t]+)\(/,
    kind: 'unparsable',
    error: 'the call has blanks around its name',
    hint: 'blank before or after the name: write [ApiName(',
  },
  {
    pattern: /\[[A-Za-z_]\w*\.[\w.]*\(/,
    kind: 'unparsable',
    error: 'the name of the call has a dot',
    hint: 'dotted name: write the name of the API alone',
  },
  {
    pattern: /(?:^|[^\w[])[A-Za-z_]\w*\([^()]*\)/,
    kind: 'no_call',
    error: 'no bracketed call found',
    hint: 'call without brackets: write [ApiName(…)]',
  },
];

/** Why a text without any bracketed call has none. */
export function explainMissingCall(text: string, hadReasoning: boolean): Explanation {
  const sign = signs.find(({ pattern }) => pattern.test(text));
  if (sign !== undefined) {
    const { kind, error, hint = '' } = sign;
    return { kind, error, hint };
  }
  const explanation = { kind: 'no_call', error: 'no bracketed call found' } as const;
  return hadReasoning && text === ''
    ? { ...explanation, hint: 'there is only reasoning: the answer may be cut off' }
    : explanation;
}

const excerptRadius = 30;

/** The place in a source as two lines: an excerpt and a caret below it. */
export function caretHint(source: string, position: number): string {
  const at = Math.max(0, Math.min(position, source.length));
  const from = Math.max(0, at - excerptRadius);
  const excerpt = source.slice(from, at + excerptRadius).replace(/\s/g, ' ');
  return `${excerpt}\n${' '.repeat(at - from)}^`;
}
