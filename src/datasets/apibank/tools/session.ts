/** What does an agent see when it carries out its own calls, in a world that nobody else sees? */
import type { ToolResult, ToolSession } from '../../../core/dataset.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { Embedder } from '../../../core/model.ts';
import type { ApiBankData } from '../data/content.ts';
import { asObject } from '../data/dialogues.ts';
import { TOOL_SEARCHER } from '../data/recordings.ts';
import { coerceRecordedArguments, readCallText } from '../parse/call-text.ts';
import { encodeValue } from '../python/convert.ts';
import { PyError } from '../python/error.ts';
import { pyStr } from '../python/repr.ts';
import type { PyDict } from '../python/value.ts';
import { argumentMap, type ScoringTables, scoringTables } from '../scoring/prepare.ts';
import type { Candidate } from '../scoring/search.ts';
import { similaritySearch } from '../scoring/similarity.ts';
import { shownOutput } from '../tasks/brief.ts';
import { type ApiBankTask, earlierCalls, levelSetOf } from '../tasks/task.ts';
import { createWorld, type World } from '../world/manager.ts';
import { callAnswer } from './answer.ts';
import { offeredTools } from './schemas.ts';

export interface SessionMaker {
  open(task: ApiBankTask): ToolSession;
}

/** The state after a task's dialogue is made once and forked for every session. */
export function sessionMaker(data: ApiBankData, embedder: Embedder | null): SessionMaker {
  const tables = scoringTables(data);
  const search = embedder === null ? null : similaritySearch(embedder);
  const worlds = new Map<string, World>();
  const find: Finder = async (keywords, candidates, signal) =>
    search === null
      ? mostSharedWords(keywords, candidates)
      : await search.best(keywords, candidates, signal);
  return {
    open(task) {
      const known = worlds.get(task.id) ?? worldAfter(task, tables);
      worlds.set(task.id, known);
      return session({ task, tables, find, world: known.fork() });
    },
  };
}

type Finder = (
  keywords: string,
  candidates: readonly Candidate[],
  signal: AbortSignal,
) => Promise<Candidate | null>;

/** Unlike scoring, which replays nothing before a search: a session must not tell which call is the right one. */
function worldAfter(task: ApiBankTask, { databases }: ScoringTables): World {
  const world = createWorld({ levelSet: levelSetOf(task.level), databases });
  for (const turn of earlierCalls(task)) {
    if (turn.apiName === TOOL_SEARCHER) continue;
    try {
      world.call(turn.apiName, argumentMap(coerceRecordedArguments(turn.arguments)));
    } catch (error) {
      if (!(error instanceof PyError)) throw error;
    }
  }
  return world;
}

interface SessionParts {
  readonly task: ApiBankTask;
  readonly tables: ScoringTables;
  readonly find: Finder;
  readonly world: World;
}

function session(parts: SessionParts): ToolSession {
  const tools = offeredTools(parts.task);
  return {
    execute: async (call, signal) => {
      const tool = tools.find(({ schema }) => schema.name === call.name);
      if (tool === undefined) return refusal(call.name, `no function of this name is offered`);
      const answer = callAnswer({ api: tool.api, arguments: call.arguments });
      const read = answer.reading === 'damaged' ? null : readCallText(answer.text);
      if (read?.ok !== true) return refusal(tool.api, 'the arguments are not one JSON object');
      return tool.api === TOOL_SEARCHER
        ? await searched(parts, read.arguments, signal)
        : called(parts.world, tool.api, read.arguments);
    },
  };
}

function called(world: World, api: string, given: PyDict): ToolResult {
  try {
    return shown(asObject(encodeValue(world.call(api, argumentMap(given)))) ?? {});
  } catch (error) {
    if (!(error instanceof PyError)) throw error;
    return refusal(api, `${error.type}: ${error.text}`);
  }
}

async function searched(
  { task, tables, find }: SessionParts,
  given: PyDict,
  signal: AbortSignal,
): Promise<ToolResult> {
  const keywords = argumentMap(given).get('keywords');
  if (keywords === undefined || given.size !== 1) {
    return refusal(TOOL_SEARCHER, 'it takes one argument, keywords');
  }
  const candidates = tables.search[levelSetOf(task.level)].official;
  const found = await find(pyStr(keywords), candidates, signal);
  if (found === null) return refusal(TOOL_SEARCHER, 'no API fits these keywords');
  const input: JsonObject = { keywords: encodeValue(keywords) };
  const output = shownOutput(TOOL_SEARCHER, found.output);
  return shown({ api_name: TOOL_SEARCHER, input, output, exception: null });
}

/** Without an embedding model: the candidate that shares most words with the keywords, the first of equals. */
export function mostSharedWords(
  keywords: string,
  candidates: readonly Candidate[],
): Candidate | null {
  const wanted = new Set(wordsOf(keywords));
  let best: Candidate | null = null;
  let most = 0;
  for (const candidate of candidates) {
    const words = new Set(wordsOf(candidate.searchText));
    const shared = [...wanted].filter((word) => words.has(word)).length;
    if (shared > most) {
      most = shared;
      best = candidate;
    }
  }
  return best;
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
}

/** A result in the words that the dialogue tells earlier ones in. */
function shown(record: JsonObject): ToolResult {
  const exception: Json = record['exception'] ?? null;
  return { text: JSON.stringify(record), failed: exception !== null };
}

function refusal(api: string, exception: string): ToolResult {
  return shown({ api_name: api, output: null, exception });
}
