/** What does the generator of level 3 (`plans/`) owe the rest of the generator? */
import type { Json } from '../../core/json.ts';
import type { ApiEntry } from '../apibank/data/catalog.ts';
import type { ApiTurn, PlanSample } from '../apibank/data/dialogues.ts';

/** Pure functions of their arguments: the same bytes on every machine. */
export interface PlanGenerator {
  /** Every API of level 3 with ToolSearcher, sorted by module, `levelSet` `lv3`. */
  planCatalog(): readonly ApiEntry[];
  /** Initial databases that the APIs of level 3 name; names must differ from those of the base set. */
  planDatabases(datasetSeed: number): { readonly [name: string]: Json };
  /**
   * Whole samples, the fewest whose calls number at least `tasks`; the pool takes the first `tasks` calls. Sample k is
   * the same however many are asked for, and every recorded result is what the world returns for the calls before it.
   */
  planSamples(datasetSeed: number, tasks: number): readonly PlanSample[];
  /**
   * ToolSearcher turns for every keyword phrasing that any sample may use, whatever the seed, and for further ones: several
   * per API. They make scoring the same for a small and a large pool. The output is the API's record as
   * `describedApi` gives it; one phrasing finds one API.
   */
  planSearches(): readonly ApiTurn[];
}
