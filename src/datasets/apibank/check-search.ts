/** Does the embedding model find what the recorded searches found? */
import { isDeepStrictEqual } from 'node:util';
import type { DataCheck } from '../../core/dataset.ts';
import type { Embedder } from '../../core/model.ts';
import type { ApiBankData } from './data/content.ts';
import { scoringTables } from './scoring/prepare.ts';
import type { SearchTables } from './scoring/search.ts';
import { similaritySearch } from './scoring/similarity.ts';

const NAME = 'embedding model finds what was recorded';

/**
 * Searches for all recorded keywords. The model of the benchmark finds every API of level 2 that was found then; one that
 * finds fewer than half is not worth asking. Level 3's keywords are names without blanks, and told apart less well.
 */
export async function searchCheck(
  data: ApiBankData,
  embedder: Embedder | null,
  signal: AbortSignal,
): Promise<DataCheck['checks'][number]> {
  if (embedder === null) {
    const detail =
      'no model is named in APIBANK_TOOLSEARCHER_MODEL: searches outside the recordings stay undecided';
    return { name: NAME, passed: true, detail };
  }
  const { search } = scoringTables(data);
  const base = await foundAgain(search.base, embedder, signal);
  const lv3 = await foundAgain(search.lv3, embedder, signal);
  const shown = ({ found, all }: Found): string => `${found} of ${all}`;
  return {
    name: NAME,
    passed: 2 * base.found >= base.all,
    detail: `${embedder.id}: ${shown(base)} on level 2, ${shown(lv3)} on level 3`,
  };
}

interface Found {
  readonly found: number;
  readonly all: number;
}

async function foundAgain(
  tables: SearchTables,
  embedder: Embedder,
  signal: AbortSignal,
): Promise<Found> {
  const search = similaritySearch(embedder);
  let found = 0;
  for (const [keywords, recorded] of tables.outputsByKeyword) {
    const best = await search.best(keywords, tables.official, signal);
    if (isDeepStrictEqual(best?.output, recorded.json)) found += 1;
  }
  return { found, all: tables.outputsByKeyword.size };
}
