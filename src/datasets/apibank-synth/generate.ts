/** How does a seed become a benchmark: data, pool and held-out tasks? */
import type { TaskRef } from '../../core/dataset.ts';
import { sha256 } from '../../core/json.ts';
import type { ApiEntry } from '../apibank/data/catalog.ts';
import type { ApiBankData } from '../apibank/data/content.ts';
import type { ApiTurn, Dialogue } from '../apibank/data/dialogues.ts';
import { LEVELS } from '../apibank/tasks/ids.ts';
import { allTasks } from '../apibank/tasks/task.ts';
import { prepareDatabases } from '../apibank/world/databases.ts';
import { baseCatalog, searchTurn } from './catalog/base-catalog.ts';
import { BASE_KEYWORDS } from './catalog/base-keywords.ts';
import { baseDialogues } from './dialogues/base-dialogues.ts';
import { heldOut, levelSizes } from './held-out.ts';
import type { PoolOptions } from './options.ts';
import { planGenerator } from './plans/plan-generator.ts';
import { baseRecords } from './records/base-records.ts';
import { sourceName } from './version.ts';

export interface SynthPool {
  readonly data: ApiBankData;
  /** Of the data and the ids, in their order. */
  readonly dataHash: string;
  /** By level, the first ones of each. */
  readonly pool: readonly TaskRef[];
  /** Subset of the pool, in its order. */
  readonly evaluation: readonly TaskRef[];
}

/** Pure: the same options give the same bytes, and a larger pool begins on every level with the tasks of a smaller one. */
export function generatePool(options: PoolOptions): SynthPool {
  const data = generateData(options);
  const sizes = levelSizes(options.datasetSize);
  const tasks = allTasks(data);
  const pool = LEVELS.flatMap((level) =>
    tasks
      .filter((task) => task.level === level)
      .slice(0, sizes[level])
      .map(({ id, stratum }) => ({ id, stratum })),
  );
  const evaluation = heldOut(pool, options.datasetSeed);
  const ids = [pool, evaluation].map((list) => list.map((task) => task.id));
  return { data, dataHash: sha256(JSON.stringify([data, ...ids])), pool, evaluation };
}

function generateData({ datasetSeed, datasetSize }: PoolOptions): ApiBankData {
  const sizes = levelSizes(datasetSize);
  const records = baseRecords(datasetSeed);
  const entries = baseCatalog();
  const catalog = new Map(entries.map((entry) => [entry.name, entry]));
  const world = { catalog, databases: prepareDatabases(records.databases) };
  const dialogues = (level: 1 | 2): Dialogue[] =>
    baseDialogues({ datasetSeed, level, tasks: sizes[level], records, world });
  return {
    catalog: [...entries, ...planGenerator.planCatalog()],
    databases: { ...records.databases, ...planGenerator.planDatabases(datasetSeed) },
    level1: dialogues(1),
    level2: dialogues(2),
    level3: planGenerator.planSamples(datasetSeed, sizes[3]),
    level3File: `${sourceName(datasetSeed)}.json`,
    searches: { base: baseSearches(catalog), lv3: planGenerator.planSearches() },
  };
}

/** Every keyword that finds an API of the base set, whether a dialogue uses it or not. */
function baseSearches(catalog: ReadonlyMap<string, ApiEntry>): ApiTurn[] {
  return Object.entries(BASE_KEYWORDS).flatMap(([api, phrases]) =>
    phrases.map((keywords) => searchTurn(catalog, api, keywords)),
  );
}
