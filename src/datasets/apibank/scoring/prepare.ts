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
import { type ApiSignatures, createWorld, declaredSignatures } from '../world/manager.ts';
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
  readonly signatures: { readonly base: ApiSignatures; readonly lv3: ApiSignatures };
}

export interface PreparedTask {
  readonly task: ApiBankTask;
  readonly goldArguments: GivenArguments;
  readonly goldResult: PyValue;
  /** Earlier calls of the reference's API; those of other APIs cannot change its state. */
  readonly replay: readonly GivenArguments[];
  /** The error that escapes while the earlier calls are replayed; every answer then fails. */
  readonly replayError: PyError | null;
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
    signatures: { base: declaredSignatures('base'), lv3: declaredSignatures('lv3') },
  };
}

export function prepareTask(task: ApiBankTask, tables: ScoringTables): PreparedTask {
  const { gold } = task;
  const goldArguments = recordedArguments(gold);
  const isSearch = gold.apiName === TOOL_SEARCHER;
  const earlier = earlierCalls(task).filter((turn) => turn.apiName !== TOOL_SEARCHER);
  const { output, exception } = gold.result;
  return {
    task,
    goldArguments,
    goldResult: fromJson(gold.result),
    replay: earlier.filter((turn) => turn.apiName === gold.apiName).map(recordedArguments),
    replayError: isSearch ? null : replayError(task, earlier, tables),
    search: isSearch
      ? searchGold(
          goldArguments.get('keywords') ?? '',
          { output: fromJson(output), exception: fromJson(exception) },
          tables.search[levelSetOf(task.level)],
        )
      : null,
  };
}

function replayError(
  task: ApiBankTask,
  earlier: readonly ApiTurn[],
  { databases }: ScoringTables,
): PyError | null {
  const world = createWorld({ levelSet: levelSetOf(task.level), databases });
  try {
    for (const turn of earlier) world.call(turn.apiName, recordedArguments(turn));
  } catch (error) {
    if (error instanceof PyError) return error;
    throw error;
  }
  return null;
}

/** Recorded text that spells a list, record or tuple becomes one, as in an answer. */
function recordedArguments(turn: ApiTurn): GivenArguments {
  return argumentMap(coerceRecordedArguments(turn.arguments));
}

/** The arguments of a call; their names are always text. */
export function argumentMap(values: PyDict): GivenArguments {
  return new Map([...values.entries()].map(([name, value]) => [name as string, value]));
}
