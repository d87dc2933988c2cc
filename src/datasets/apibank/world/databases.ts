/** How do the initial databases reach the API objects without being copied for nothing? */
import { PrerequisiteError } from '../../../core/errors.ts';
import type { Json } from '../../../core/json.ts';
import { fromJson } from '../python/convert.ts';
import { PyDict, type PyValue } from '../python/value.ts';

/** Database name (file name without `.json`) → its content, shared by every world and never changed. */
export type Databases = ReadonlyMap<string, PyValue>;

/** Converts the parsed `init_database` files once; the names are the file names without `.json`. */
export function prepareDatabases(jsonByName: Readonly<Record<string, Json>>): Databases {
  return new Map(Object.entries(jsonByName).map(([name, json]) => [name, fromJson(json)]));
}

/** One API object's view of a database: shared until it is first written to. */
export interface Store {
  readonly database: () => PyValue;
  readonly rows: () => PyDict;
  readonly ownRows: () => PyDict;
}

/**
 * A store over an initial database. Copying the outer dictionary is enough because rows are replaced, never changed.
 *
 * @throws PrerequisiteError from the accessors when the database is missing or no dictionary.
 */
export function openStore(name: string, initial: PyValue | undefined): Store {
  let content = initial;
  let owned = false;
  const database = (): PyValue => {
    if (content !== undefined) return content;
    throw new PrerequisiteError(`API-Bank database ${name} is missing`, {
      hints: [`put ${name}.json into the init_database folder of the benchmark`],
    });
  };
  const rows = (): PyDict => {
    const value = database();
    if (value instanceof PyDict) return value;
    throw new PrerequisiteError(`API-Bank database ${name} is not a JSON object`, {
      hints: [`restore ${name}.json in the init_database folder of the benchmark`],
    });
  };
  const ownRows = (): PyDict => {
    const current = rows();
    if (owned) return current;
    const copy = new PyDict(current);
    content = copy;
    owned = true;
    return copy;
  };
  return { database, rows, ownRows };
}
