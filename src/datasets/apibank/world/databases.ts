/** How do the initial databases reach the API objects without being copied for nothing? */
import { PrerequisiteError } from '../../../core/errors.ts';
import type { Json } from '../../../core/json.ts';
import { fromJson } from '../python/convert.ts';
import { PyDict } from '../python/value.ts';

/** Database name (file name without `.json`) → its content, shared by every world and never changed. */
export type Databases = Pick<ReadonlyMap<string, PyDict>, 'has' | 'get'>;

/**
 * Converts the parsed `init_database` files, each once, when it is first asked for: the largest is read by one API only.
 * The names are the file names without `.json`. A file that holds a list of entries with a `url` becomes a dictionary by
 * url in which the first entry counts.
 *
 * @throws PrerequisiteError from `get` when the file has another shape.
 */
export function prepareDatabases(jsonByName: Readonly<Record<string, Json>>): Databases {
  const json = new Map(Object.entries(jsonByName));
  const converted = new Map<string, PyDict>();
  return {
    has: (name) => json.has(name),
    get(name) {
      const known = converted.get(name);
      const given = json.get(name);
      if (known !== undefined || given === undefined) return known;
      const rows = Array.isArray(given) ? firstByUrl(name, given) : rowsOf(name, given);
      converted.set(name, rows);
      return rows;
    },
  };
}

/**
 * One API object's view of a database: shared until it is first written to. Copying the outer dictionary is enough
 * because rows are replaced, never changed.
 */
export class Store {
  readonly #name: string;
  #rows: PyDict | undefined;
  #isOwn = false;

  constructor(name: string, initial: PyDict | undefined) {
    this.#name = name;
    this.#rows = initial;
  }

  /** Read-only. @throws PrerequisiteError when the database is missing. */
  rows(): PyDict {
    if (this.#rows !== undefined) return this.#rows;
    throw new PrerequisiteError(`API-Bank database ${this.#name} is missing`, {
      hints: [`put ${this.#name}.json into the init_database folder of the benchmark`],
    });
  }

  /** To write to; copied at the first write. @throws PrerequisiteError when the database is missing. */
  ownRows(): PyDict {
    const rows = this.#isOwn ? this.rows() : new PyDict(this.rows());
    this.#rows = rows;
    this.#isOwn = true;
    return rows;
  }

  /** A store with the same rows; what is written to either from now on is not seen by the other. */
  fork(): Store {
    this.#isOwn = false;
    return new Store(this.#name, this.#rows);
  }
}

function rowsOf(name: string, json: Json): PyDict {
  const value = fromJson(json);
  if (value instanceof PyDict) return value;
  throw wrongShape(name);
}

function firstByUrl(name: string, items: readonly Json[]): PyDict {
  const byUrl = new PyDict();
  for (const item of items) {
    const entry = rowsOf(name, item);
    const url = entry.get('url');
    if (typeof url !== 'string') throw wrongShape(name);
    if (!byUrl.has(url)) byUrl.set(url, entry);
  }
  return byUrl;
}

function wrongShape(name: string): PrerequisiteError {
  return new PrerequisiteError(
    `API-Bank database ${name} is neither a JSON object nor a list of entries with a url`,
    { hints: [`restore ${name}.json in the init_database folder of the benchmark`] },
  );
}
