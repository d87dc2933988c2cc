/** Does a search find what the recorded one found? */
import type { Json } from '../../../core/json.ts';
import { asObject } from '../data/dialogues.ts';
import type { Recordings, SearchItem } from '../data/recordings.ts';
import { TOOL_SEARCHER } from '../data/recordings.ts';
import { fromJson } from '../python/convert.ts';
import { isTruthy, pyEquals } from '../python/equality.ts';
import { pyRepr, pyStr } from '../python/repr.ts';
import { pyLower, pySplitWhitespace } from '../python/text.ts';
import type { PyValue } from '../python/value.ts';
import type { SearchVerdict, SearchVerdicts } from './verdict.ts';

/** One candidate of a similarity search and what the search returns when it wins. */
export interface Candidate {
  readonly searchText: string;
  readonly output: Json;
}

/** What is prepared once for a set of APIs. */
export interface SearchTables {
  readonly outputsByKeyword: ReadonlyMap<string, { readonly json: Json; readonly value: PyValue }>;
  readonly official: readonly Candidate[];
  /** Upstream searches the base set on every level. */
  readonly upstream: readonly Candidate[];
}

/** The reference of one ToolSearcher task. */
export interface SearchGold {
  readonly keywords: string;
  readonly output: PyValue;
  readonly failed: boolean;
  /** Can upstream's search return the recorded output at all? */
  readonly upstreamPossible: boolean;
}

export const OFFICIAL_MISMATCH = 'ToolSearcher official frozen API result mismatch';
export const UPSTREAM_MISMATCH = 'ToolSearcher official API result mismatch';

/** Trimmed, in lower case, white space runs as one blank. */
function normalizedText(text: string): string {
  return pySplitWhitespace(pyLower(text)).join(' ');
}

/** Falsy values count as empty. */
export function normalizedKeywords(value: PyValue): string {
  return isTruthy(value) ? normalizedText(pyStr(value)) : '';
}

export function searchTables(
  own: Recordings,
  { upstreamItems, loginFirst }: { upstreamItems: readonly SearchItem[]; loginFirst: boolean },
): SearchTables {
  return {
    outputsByKeyword: new Map(
      [...own.outputsByKeyword].map(([keywords, json]) => [
        keywords,
        { json, value: fromJson(json) },
      ]),
    ),
    official: candidates(own.searchItems, loginFirst),
    upstream: candidates(upstreamItems, true),
  };
}

export function searchGold(
  keywords: PyValue,
  { output, exception }: { output: PyValue; exception: PyValue },
  tables: SearchTables,
): SearchGold {
  return {
    keywords: normalizedKeywords(keywords),
    output,
    failed: exception !== null,
    upstreamPossible:
      exception === null &&
      tables.upstream.some((candidate) => pyEquals(fromJson(candidate.output), output)),
  };
}

/** Every way of judging at once, as far as it goes without an embedding model. */
export function judgeSearch(
  given: ReadonlyMap<string, PyValue>,
  gold: SearchGold,
  tables: SearchTables,
): { readonly verdicts: SearchVerdicts; readonly recorded: Json | null } {
  const recording = tables.outputsByKeyword.get(normalizedText(searchedText(given)));
  return {
    verdicts: {
      keyword: keywordVerdict(normalizedKeywords(given.get('keywords') ?? ''), gold.keywords),
      official:
        recording === undefined
          ? { path: 'similarity', correct: null, error: null }
          : { path: 'recorded', ...searchOutcome(recording.value, gold, OFFICIAL_MISMATCH) },
      upstream: upstreamVerdict(given, gold),
    },
    recorded: recording?.json ?? null,
  };
}

/** The text that is searched for; without keywords nothing is. */
function searchedText(given: ReadonlyMap<string, PyValue>): string {
  const keywords = given.get('keywords');
  return keywords === undefined ? '' : pyStr(keywords);
}

/** The verdict on what a search returned; `mismatch` is the error when it is not the recorded output. */
export function searchOutcome(
  output: PyValue,
  gold: SearchGold,
  mismatch: string,
): Pick<SearchVerdict, 'correct' | 'error'> {
  const correct = !gold.failed && pyEquals(output, gold.output);
  return { correct, error: correct ? null : mismatch };
}

function keywordVerdict(predicted: string, gold: string): SearchVerdict {
  if (predicted === gold) return { correct: true, error: null };
  const error = `ToolSearcher keyword mismatch: ${pyRepr(predicted)} != ${pyRepr(gold)}`;
  return { correct: false, error };
}

function upstreamVerdict(given: ReadonlyMap<string, PyValue>, gold: SearchGold): SearchVerdict {
  const unknown = [...given.keys()].find((name) => name !== 'keywords');
  if (unknown !== undefined) {
    const error = `AssertionError: invalid parameter name. parameter: ${unknown}`;
    return { path: 'bad_parameter', correct: false, error };
  }
  if (given.size === 0) {
    const error = `TypeError: ${TOOL_SEARCHER}.call() missing 1 required positional argument: 'keywords'`;
    return { path: 'missing_parameter', correct: false, error };
  }
  if (!gold.upstreamPossible) return { path: 'impossible', correct: false, error: null };
  return { path: 'similarity', correct: null, error: null };
}

/** An API that needs a token comes with the login API in front of it. */
function candidates(items: readonly SearchItem[], loginFirst: boolean): Candidate[] {
  const login = items.find((item) => item.name === 'GetUserToken');
  return items.map(({ searchText, payload }) => {
    const needsToken = asObject(payload['input_parameters'])?.['token'] !== undefined;
    const paired = loginFirst && needsToken && login !== undefined;
    return { searchText, output: paired ? [withSearchText(login), payload] : payload };
  });
}

/** Upstream forgets to remove the search text from the login API's record, and the recordings show it. */
function withSearchText({ payload, searchText }: SearchItem): Json {
  return { ...payload, desc_for_search: searchText };
}
