/** Which API call does an answer submit? */
import { parseLast } from './last.ts';
import type { ParsePolicy, ParseResult } from './result.ts';
import { parseStrict } from './strict/parse-strict.ts';
import { parseUpstream } from './upstream.ts';

const parsers: { readonly [policy in ParsePolicy]: (text: string) => ParseResult } = {
  last: parseLast,
  strict: parseStrict,
  upstream: parseUpstream,
};

/**
 * Never throws, however broken the text. Policies: `last` submits the last bracketed call that parses, `strict` wants exactly
 * one call with every character of it accounted for, `upstream` sees what API-Bank's own expressions see.
 */
export function parseAnswer(text: string, policy: ParsePolicy): ParseResult {
  return parsers[policy](text);
}
