/** What is worked out once per task before any answer is scored? */
import type { ApiBankData } from '../data/content.ts';
import type { ApiTurn } from '../data/dialogues.ts';
import { catalogItems, recordingsOf, TOOL_SEARCHER } from '../data/recordings.ts';
import { coerceRecordedArguments } from '../parse/call-text.ts';
import { fromJson } from '../python/convert.ts';
import { PyError } from '../python/error.ts';
import type { PyDict, PyValue } from '../python/value.ts';
import { type ApiBankTask, earlierCalls, levelSetOf } from '../tasks/task.ts';
import { type Databases, prepareDatabases } from '../world/databases.ts';
import { createWorld, type World } from '../world/manager.ts';
import {
  normalizedKeywords,
  type SearchGold,
  type SearchTables,
  searchGold,
  searchTables,
} from './search.ts';

export type GivenArguments = ReadonlyMap<string, PyValue>;

/** Shared by all tasks of one data set. */
export interface ScoringTables {
  readonly databases: Databases;
  readonly search: { readonly base: SearchTables; readonly lv3: SearchTables };
}

export interface PreparedTask {
  readonly task: ApiBankTask;
  readonly goldArguments: GivenArguments;
  readonly goldResult: PyValue;
  /**
   * The world after the earlier calls, to be forked for each answer; or the error that one of them raised, with which
   * every answer then fails.
   */
  readonly replayed: World | PyError;
  /** Only for reference calls of ToolSearcher. */
  readonly search: SearchGold | null;
}

export function scoringTables(data: ApiBankData): ScoringTables {
  const recordings = recordingsOf(data, (keywords) => normalizedKeywords(fromJson(keywords)));
  const upstreamItems = catalogItems(data.catalog, 'base');
  return {
    databases: prepareDatabases(data.databases),
    search: {
      base: searchTables(recordings.base, { upstreamItems, loginFirst: true }),
      lv3: searchTables(recordings.lv3, { upstreamItems, loginFirst: false }),
    },
  };
}

export function prepareTask(task: ApiBankTask, tables: ScoringTables): PreparedTask {
  const { gold } = task;
  const goldArguments = recordedArguments(gold);
  const isSearch = gold.apiName === TOOL_SEARCHER;
  const { output, exception } = gold.result;
  return {
    task,
    goldArguments,
    goldResult: fromJson(gold.result),
    replayed: replayed(task, tables),
    search: isSearch
      ? searchGold(
          goldArguments.get('keywords') ?? '',
          { output: fromJson(output), exception: fromJson(exception) },
          tables.search[levelSetOf(task.level)],
        )
      : null,
  };
}

/** Searches are passed over, and not replayed for either: they change nothing. */
function replayed(task: ApiBankTask, { databases }: ScoringTables): World | PyError {
  const world = createWorld({ levelSet: levelSetOf(task.level), databases });
  if (task.gold.apiName === TOOL_SEARCHER) return world;
  try {
    for (const turn of earlierCalls(task)) {
      if (turn.apiName !== TOOL_SEARCHER) world.call(turn.apiName, recordedArguments(turn));
    }
    return world;
  } catch (error) {
    if (error instanceof PyError) return error;
    throw error;
  }
}

/** Recorded text that spells a list, record or tuple becomes one, as in an answer. */
function recordedArguments(turn: ApiTurn): GivenArguments {
  return argumentMap(coerceRecordedArguments(turn.arguments));
}

/** The arguments of a call; their names are always text. */
export function argumentMap(values: PyDict): GivenArguments {
  return new Map(values.entries() as Iterable<readonly [string, PyValue]>);
}
