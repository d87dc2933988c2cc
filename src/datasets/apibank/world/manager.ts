/** What does the world answer to a call, and does that answer count as the recorded one? */
import { type RandomStream, randomStream } from '../../../core/random.ts';
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
import { type Databases, openStore, type Store } from './databases.ts';
import { levelThreeApis } from './lv3/apis.ts';

export type LevelSet = 'base' | 'lv3';

/** API name → its parameters. */
export type ApiSignatures = Readonly<Record<string, ParameterTable>>;

export interface WorldOptions {
  /** `base` for levels 1 and 2, `lv3` for level 3. */
  readonly levelSet: LevelSet;
  /** From `prepareDatabases`; level 3 needs none. */
  readonly databases: Databases;
  /** Replaces the declared parameters of single APIs. */
  readonly signatures?: ApiSignatures;
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
   * @throws PyError where Python would raise; type `HANG` where it would never return, `Unavailable` where a service is missing.
   */
  call(name: string, args: Iterable<readonly [string, PyValue]>): PyDict;
  /** The API's own comparison of a result with the recorded one. @throws PyError where Python would raise. */
  check(name: string, result: PyValue, gold: PyValue): boolean;
  /** The database that the API object sees now; null for an API without one. */
  database(name: string): PyDict | null;
}

/** A fresh world in its initial state. */
export function createWorld(options: WorldOptions): World {
  const apis = options.levelSet === 'base' ? baseApis : levelThreeApis;
  const flavour = options.flavour ?? 'peer';
  const stores = new Map<string, Store>();
  const memories = new Map<string, Map<string, PyValue>>();

  const storeOf = ({
    name,
    database,
    initialRows,
  }: Pick<ApiDefinition, 'name' | 'database' | 'initialRows'>): Store => {
    const key = flavour === 'upstream' && database !== undefined ? `file ${database}` : name;
    return remembered(stores, key, () =>
      openStore(
        database ?? name,
        database === undefined ? initialRows : options.databases.get(database),
      ),
    );
  };
  const userOf = (token: PyValue): PyValue =>
    holderOf(token, storeOf({ name: 'CheckToken', database: 'Account' }).rows());

  return {
    call: (name, given) => {
      const api = known(apis, name);
      const parameters = options.signatures?.[name] ?? api.parameters;
      const args = bindArguments({ api: name, parameters, flavour }, given);
      const random = (): RandomStream => randomStream('apibank', name, pyRepr(inputRecord(args)));
      const memory = remembered(memories, name, () => new Map<string, PyValue>());
      return run(api, args, { ...storeOf(api), memory, userOf, random });
    },
    check: (name, result, gold) => known(apis, name).check(result, gold),
    database: (name) => {
      const api = known(apis, name);
      const none = api.database === undefined && api.initialRows === undefined;
      return none ? null : storeOf(api).rows();
    },
  };
}

/** The parameters that the APIs of a set declare. */
export function declaredSignatures(levelSet: LevelSet): ApiSignatures {
  const apis = levelSet === 'base' ? baseApis : levelThreeApis;
  return Object.fromEntries([...apis.values()].map((api) => [api.name, api.parameters]));
}

function known(apis: ReadonlyMap<string, ApiDefinition>, name: string): ApiDefinition {
  const api = apis.get(name);
  if (api === undefined) throw failure('invalid tool name.');
  return api;
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

function holderOf(token: PyValue, accounts: PyDict): PyValue {
  for (const [user, account] of accounts.entries()) {
    if (pyEquals(field(account, 'token'), token)) return user;
  }
  throw failure('The token is invalid.');
}

function remembered<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const value = map.get(key);
  if (value !== undefined) return value;
  const created = create();
  map.set(key, created);
  return created;
}
