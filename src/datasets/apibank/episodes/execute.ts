/** What does a call within an errand change, and what does the assistant see of it? */
import type { Json, JsonObject } from '../../../core/json.ts';
import type { Embedder } from '../../../core/model.ts';
import { type ApiTurn, asObject } from '../data/dialogues.ts';
import { TOOL_SEARCHER } from '../data/recordings.ts';
import type { ParseResult } from '../parse/result.ts';
import { encodeValue } from '../python/convert.ts';
import { PyError } from '../python/error.ts';
import { pyStr } from '../python/repr.ts';
import type { PyDict } from '../python/value.ts';
import { argumentMap } from '../scoring/prepare.ts';
import { type Candidate, normalizedKeywords, type SearchTables } from '../scoring/search.ts';
import { similaritySearch } from '../scoring/similarity.ts';
import { mostSharedWords } from '../tools/session.ts';
import type { World } from '../world/manager.ts';

export interface Executed {
  /** As the history of the errand keeps it. */
  readonly turn: ApiTurn;
  readonly world: World;
}

/** Looks keywords up where no recording knows them. */
export type Finder = (
  keywords: string,
  candidates: readonly Candidate[],
  signal: AbortSignal,
) => Promise<Candidate | null>;

/** By similarity, or without an embedding model by shared words: an errand must go on after any search. */
export function searchFinder(embedder: Embedder | null): Finder {
  if (embedder === null) {
    return (keywords, candidates) => Promise.resolve(mostSharedWords(keywords, candidates));
  }
  const search = similaritySearch(embedder);
  return async (keywords, candidates, signal) => await search.best(keywords, candidates, signal);
}

/**
 * Carries an answer out in a copy of the world. What a program would see as an exception becomes the exception of the
 * result, and so does the reason why an answer cannot be read.
 */
export async function execute(
  parsed: ParseResult,
  { world, tables, find }: { world: World; tables: SearchTables; find: Finder },
  signal: AbortSignal,
): Promise<Executed> {
  if (!parsed.ok) {
    return {
      world,
      turn: apiTurn('', null, { input: null, output: null, exception: parsed.error }),
    };
  }
  const { name } = parsed;
  if (name === TOOL_SEARCHER) {
    const record = await searched(parsed.arguments, { tables, find, signal });
    return { world, turn: apiTurn(name, parsed.arguments, record) };
  }
  const after = world.fork();
  return {
    world: after,
    turn: apiTurn(name, parsed.arguments, called(after, name, parsed.arguments)),
  };
}

function called(world: World, name: string, given: PyDict): JsonObject {
  try {
    return asObject(encodeValue(world.call(name, argumentMap(given)))) ?? {};
  } catch (error) {
    if (!(error instanceof PyError)) throw error;
    return { input: encodeValue(given), output: null, exception: `${error.type}: ${error.text}` };
  }
}

/** As lenient as the scoring of searches: other arguments are passed over, and no keywords are empty ones. */
async function searched(
  given: PyDict,
  { tables, find, signal }: { tables: SearchTables; find: Finder; signal: AbortSignal },
): Promise<JsonObject> {
  const keywords = argumentMap(given).get('keywords') ?? '';
  const input = encodeValue(given);
  const recorded = tables.outputsByKeyword.get(normalizedKeywords(keywords));
  if (recorded !== undefined) return { input, output: recorded.json, exception: null };
  const found = await find(pyStr(keywords), tables.official, signal);
  return found === null
    ? { input, output: null, exception: 'no API fits these keywords' }
    : { input, output: found.output, exception: null };
}

function apiTurn(apiName: string, given: PyDict | null, record: JsonObject): ApiTurn {
  const { input = null, output = null, exception = null } = record;
  const values: Json = given === null ? {} : encodeValue(given);
  return {
    role: 'API',
    apiName,
    arguments: asObject(values) ?? {},
    result: { ...record, input, output, exception },
  };
}
