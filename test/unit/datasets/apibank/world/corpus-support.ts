/** What do the corpus tests of the world share? */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../../../../../src/core/json.ts';
import { decodeValue } from '../../../../../src/datasets/apibank/python/convert.ts';
import { PyError } from '../../../../../src/datasets/apibank/python/error.ts';
import type { PyDict } from '../../../../../src/datasets/apibank/python/value.ts';
import {
  type Databases,
  prepareDatabases,
} from '../../../../../src/datasets/apibank/world/databases.ts';
import type { World } from '../../../../../src/datasets/apibank/world/manager.ts';
import { corpusPath } from '../../../../support/shared.ts';

export interface Call {
  readonly api: string;
  readonly kwargs: Readonly<Record<string, Json>>;
}

/** The initial databases of the benchmark. */
export function loadDatabases(): Databases {
  const folder = corpusPath('apibank/data/init_database') as string;
  const entries = readdirSync(folder).map((file): [string, Json] => [
    file.replace(/\.json$/, ''),
    JSON.parse(readFileSync(join(folder, file), 'utf8')) as Json,
  ]);
  return prepareDatabases(Object.fromEntries(entries));
}

export function run(world: World, { api, kwargs }: Call): PyDict {
  return world.call(
    api,
    Object.entries(kwargs).map(([name, value]) => [name, decodeValue(value)] as const),
  );
}

/** The value, or the text of the error that Python would have raised. */
export function outcome<Value>(action: () => Value): Value | string {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof PyError)) throw error;
    return error.type === 'HANG' ? 'HANG' : error.message;
  }
}

/** Objects with their keys in order, so that texts can be compared. */
export function sorted(json: Json): Json {
  if (Array.isArray(json)) return json.map(sorted);
  if (json === null || typeof json !== 'object') return json;
  const entries = Object.entries(json as Readonly<Record<string, Json>>);
  entries.sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, value]) => [key, sorted(value)]));
}
