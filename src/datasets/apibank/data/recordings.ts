/** What did ToolSearcher answer in the recorded dialogues, and which APIs can a search return? */
import type { Json, JsonObject } from '../../../core/json.ts';
import { type ApiEntry, describedApi, searchText } from './catalog.ts';
import type { ApiBankData } from './content.ts';
import { type ApiTurn, apiTurns, asObject } from './dialogues.ts';

/** The name of the API that finds other APIs. */
export const TOOL_SEARCHER = 'ToolSearcher';

/** One API that a search can return. */
export interface SearchItem {
  readonly name: string;
  /** The text that is embedded and compared with the keywords. */
  readonly searchText: string;
  /** The record that is returned. */
  readonly payload: JsonObject;
}

export interface Recordings {
  /** Normalised keywords to the recorded output; the first recording wins. */
  readonly outputsByKeyword: ReadonlyMap<string, Json>;
  /** Candidates of the similarity search, in order: of equally similar ones the first wins. */
  readonly searchItems: readonly SearchItem[];
}

/** `normalise` is the scorer's rule for keywords. Level 1 shares the table of level 2. */
export function recordingsOf(
  data: ApiBankData,
  normalise: (keywords: Json) => string,
): { readonly base: Recordings; readonly lv3: Recordings } {
  const searches = (turns: readonly ApiTurn[]): ApiTurn[] =>
    turns.filter((turn) => turn.apiName === TOOL_SEARCHER);
  const { base = [], lv3 = [] } = data.searches ?? {};
  const level2 = searches([...data.level2.flatMap(apiTurns), ...base]);
  const level3 = searches([...data.level3.flatMap((sample) => sample.steps), ...lv3]);
  return {
    base: { outputsByKeyword: outputs(level2, normalise), searchItems: recordedItems(level2) },
    lv3: {
      outputsByKeyword: outputs(level3, normalise),
      searchItems: catalogItems(data.catalog, 'lv3'),
    },
  };
}

/** Every API of a set but ToolSearcher itself, as upstream's search lists them. */
export function catalogItems(
  catalog: readonly ApiEntry[],
  set: ApiEntry['levelSet'],
): SearchItem[] {
  return catalog
    .filter((entry) => entry.levelSet === set && entry.name !== TOOL_SEARCHER)
    .map((entry) => ({
      name: entry.name,
      searchText: searchText(entry.name, entry.description),
      payload: describedApi(entry),
    }));
}

function outputs(
  searches: readonly ApiTurn[],
  normalise: (keywords: Json) => string,
): Map<string, Json> {
  const found = new Map<string, Json>();
  for (const search of searches) {
    const keywords = normalise(search.arguments['keywords'] ?? null);
    if (!found.has(keywords)) found.set(keywords, search.result.output);
  }
  return found;
}

/** The APIs that recorded outputs name, in order of first appearance. */
function recordedItems(searches: readonly ApiTurn[]): SearchItem[] {
  const items = new Map<string, SearchItem>();
  for (const { result } of searches) {
    const output = result.output;
    const listed = Array.isArray(output) ? (output as readonly Json[]) : [output];
    for (const item of listed.map(searchItem)) {
      if (item !== null && !items.has(item.name)) items.set(item.name, item);
    }
  }
  return [...items.values()];
}

function searchItem(value: Json): SearchItem | null {
  const payload = asObject(value);
  const { name, description, desc_for_search: recorded } = payload ?? {};
  if (payload === null || typeof name !== 'string' || typeof description !== 'string') return null;
  const text = typeof recorded === 'string' ? recorded : searchText(name, description);
  return { name, searchText: text, payload };
}
