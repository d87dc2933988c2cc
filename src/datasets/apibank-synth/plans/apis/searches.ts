/** Which searches are recorded, and what does a recorded one look like? */
import { type ApiEntry, describedApi } from '../../../apibank/data/catalog.ts';
import type { ApiTurn } from '../../../apibank/data/dialogues.ts';
import { TOOL_SEARCHER } from '../../../apibank/data/recordings.ts';
import { planCatalog } from './catalog.ts';
import { SEARCH_PHRASES } from './keywords.ts';

/** A search that finds the API. */
export function searchTurn(entry: ApiEntry, keywords: string): ApiTurn {
  const input = { keywords };
  const output = describedApi(entry);
  return {
    role: 'API',
    apiName: TOOL_SEARCHER,
    arguments: input,
    result: { api_name: TOOL_SEARCHER, input, output, exception: null },
  };
}

/** One search for each phrase under which an API is found. */
export function planSearches(): readonly ApiTurn[] {
  return planCatalog().flatMap((entry) =>
    (SEARCH_PHRASES[entry.name] ?? []).map((phrase) => searchTurn(entry, phrase)),
  );
}
