/** What does the world answer to a call, and does that answer count as the recorded one? */
import { randomStream } from '../../../core/random.ts';
import type { LevelSet } from '../data/catalog.ts';
import { pyEquals } from '../python/equality.ts';
import { PyError } from '../python/error.ts';
import { pyRepr } from '../python/repr.ts';
import { PyDict, type PyValue } from '../python/value.ts';
import {
  type ApiDefinition,
  type ApiObject,
  type Arguments,
  failure,
  hangType,
  type ParameterTable,
} from './api.ts';
import { baseApis } from './base/apis.ts';
import { bindArguments, type Flavour } from './coercion.ts';
import { field } from './compare.ts';
import { type Databases, Store } from './databases.ts';
import { levelThreeApis } from './lv3/apis.ts';

/** API name → its parameters. */
export type ApiSignatures = Readonly<Record<string, ParameterTable>>;

export interface WorldOptions {
  /** `base` for levels 1 and 2, `lv3` for level 3. */
  readonly levelSet: LevelSet;
  /** From `prepareDatabases`; the APIs of level 3 bring rows for those that are missing. */
  readonly databases: Databases;
  /**
   * `peer` (default): each API object has its own copy of its database. `upstream`: one copy per database, shared by all
   * APIs, and the stricter argument types of API-Bank's own manager.
   */
  readonly flavour?: Flavour;
}

/** The APIs and their state for one scored prediction. Cheap to create; never shared between predictions. */
export interface World {
  /**
   * Runs one call; later calls see what earlier ones changed.
   *
   * @returns the record `{api_name?, input, output, exception}`
   * @throws ArgumentError when the arguments do not fit; PyError where Python would raise, of type `HANG` where it would
   * never return and `Unavailable` where a service is missing.
   */
  call(name: string, args: Iterable<readonly [string, PyValue]>): PyDict;
  /** The API's own comparison of a result with the recorded one. @throws PyError where Python would raise. */
  check(name: string, result: PyValue, gold: PyValue): boolean;
  /** The database that the API object sees now; null for an API that has none or was given none. */
  database(name: string): PyDict | null;
  /** A world in the same state; from now on neither sees what is called in the other. */
  fork(): World;
}

/** A fresh world in its initial state. */
export function createWorld(options: WorldOptions): World {
  return new ApiWorld(options);
}

class ApiWorld implements World {
  readonly #options: WorldOptions;
  readonly #apis: ReadonlyMap<string, ApiDefinition>;
  readonly #stores = new Map<string, Store>();
  readonly #memories = new Map<string, Map<string, PyValue>>();

  constructor(options: WorldOptions) {
    this.#options = options;
    this.#apis = apisOf(options.levelSet);
  }

  call(name: string, given: Iterable<readonly [string, PyValue]>): PyDict {
    const api = this.#known(name);
    const { flavour = 'peer' } = this.#options;
    const args = bindArguments({ api: name, parameters: api.parameters, flavour }, given);
    const store = this.#storeOf(api);
    return run(api, args, {
      rows: () => store.rows(),
      ownRows: () => store.ownRows(),
      memory: this.#memoryOf(name),
      userOf: (token) => holderOf(token, this.#storeOf(accounts).rows()),
      random: () => randomStream('apibank', name, pyRepr(inputRecord(args))),
    });
  }

  check(name: string, result: PyValue, gold: PyValue): boolean {
    return this.#known(name).check(result, gold);
  }

  database(name: string): PyDict | null {
    const api = this.#known(name);
    const own = api.database === undefined && api.initialRows !== undefined;
    const given = api.database !== undefined && this.#options.databases.has(api.database);
    return own || given ? this.#storeOf(api).rows() : null;
  }

  fork(): World {
    const fork = new ApiWorld(this.#options);
    for (const [key, store] of this.#stores) fork.#stores.set(key, store.fork());
    for (const [name, memory] of this.#memories) fork.#memories.set(name, new Map(memory));
    return fork;
  }

  #known(name: string): ApiDefinition {
    const api = this.#apis.get(name);
    if (api === undefined) throw failure('invalid tool name.');
    return api;
  }

  #storeOf({ name, database, initialRows }: StoreOwner): Store {
    const isShared = this.#options.flavour === 'upstream' && database !== undefined;
    const key = isShared ? `file ${database}` : name;
    const known = this.#stores.get(key);
    if (known !== undefined) return known;
    const given = database === undefined ? undefined : this.#options.databases.get(database);
    const store = new Store(database ?? name, given ?? initialRows);
    this.#stores.set(key, store);
    return store;
  }

  #memoryOf(name: string): Map<string, PyValue> {
    const known = this.#memories.get(name);
    if (known !== undefined) return known;
    const memory = new Map<string, PyValue>();
    this.#memories.set(name, memory);
    return memory;
  }
}

type StoreOwner = Pick<ApiDefinition, 'name' | 'database' | 'initialRows'>;

/** Whose tokens the other APIs ask about. */
const accounts: StoreOwner = { name: 'CheckToken', database: 'Account' };

function apisOf(levelSet: LevelSet): ReadonlyMap<string, ApiDefinition> {
  return levelSet === 'base' ? baseApis : levelThreeApis;
}

/** The parameters that the APIs of a set declare. */
export function declaredSignatures(levelSet: LevelSet): ApiSignatures {
  return Object.fromEntries(
    [...apisOf(levelSet).values()].map((api) => [api.name, api.parameters]),
  );
}

function run(api: ApiDefinition, args: Arguments<ParameterTable>, object: ApiObject): PyDict {
  let output: PyValue = null;
  let exception: PyValue = null;
  try {
    output = api.call(args, object);
  } catch (error) {
    if (!(error instanceof PyError) || escapes(api, error)) throw error;
    exception = error.text;
  }
  const record = new PyDict();
  if (api.record?.named !== false) record.set('api_name', api.name);
  // After the call, because some APIs tidy up their arguments in place.
  record.set('input', api.record?.echoes === false ? null : inputRecord(args));
  return record.set('output', output).set('exception', exception);
}

function escapes(api: ApiDefinition, error: PyError): boolean {
  return api.record?.raises === true || error.type === hangType;
}

function inputRecord(args: Arguments<ParameterTable>): PyDict {
  return new PyDict(Object.entries(args));
}

function holderOf(token: PyValue, rows: PyDict): PyValue {
  for (const [user, account] of rows.entries()) {
    if (pyEquals(field(account, 'token'), token)) return user;
  }
  throw failure('The token is invalid.');
}
