/** Which APIs do levels 1 and 2 know, and what is said of them? */

import type { Json } from '../../../core/json.ts';
import { type ApiEntry, describedApi, searchText } from '../../apibank/data/catalog.ts';
import type { ApiTurn } from '../../apibank/data/dialogues.ts';
import { TOOL_SEARCHER } from '../../apibank/data/recordings.ts';
import { ACCOUNT_TEXTS } from './accounts.ts';
import { apiEntries } from './entry.ts';
import { HEALTH_TEXTS } from './health.ts';
import { HOME_TEXTS } from './home.ts';
import { MEDIA_TEXTS } from './media.ts';
import { OFFICE_TEXTS } from './office.ts';

/** The API that gives the tokens. */
export const LOGIN = 'GetUserToken';

/** Everything of the base world but what needs a service of its own, and DeleteMeeting, whose results never compare. */
export function baseCatalog(): ApiEntry[] {
  return apiEntries('base', {
    ...ACCOUNT_TEXTS,
    ...OFFICE_TEXTS,
    ...HEALTH_TEXTS,
    ...HOME_TEXTS,
    ...MEDIA_TEXTS,
  });
}

/** A search as it is recorded: an API that takes a token is found together with the one that gives it. */
export function searchTurn(
  catalog: ReadonlyMap<string, ApiEntry>,
  name: string,
  keywords: string,
): ApiTurn {
  const input = { keywords };
  const result = { api_name: TOOL_SEARCHER, input, output: found(catalog, name), exception: null };
  return { role: 'API', apiName: TOOL_SEARCHER, arguments: input, result };
}

function found(catalog: ReadonlyMap<string, ApiEntry>, name: string): Json {
  const entry = known(catalog, name);
  if (entry.inputParameters['token'] === undefined) return describedApi(entry);
  const login = known(catalog, LOGIN);
  const text = searchText(login.name, login.description);
  return [{ ...describedApi(login), desc_for_search: text }, describedApi(entry)];
}

function known(catalog: ReadonlyMap<string, ApiEntry>, name: string): ApiEntry {
  const entry = catalog.get(name);
  if (entry === undefined) throw new RangeError(`no API ${name} in the catalog`);
  return entry;
}
