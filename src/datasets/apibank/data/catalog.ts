/** What is known of each API: texts, declared parameters, database, signature? */
import { PrerequisiteError } from '../../../core/errors.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { asObject } from './dialogues.ts';
import { type PythonClass, readPythonClasses } from './python-source/classes.ts';
import { pythonError } from './python-source/lines.ts';

/** Levels 1 and 2 use the base set, level 3 its own. */
export type LevelSet = 'base' | 'lv3';

export interface CallParameter {
  readonly name: string;
  /** The words of Python's `inspect`, for example `positional_or_keyword` or `var_keyword`. */
  readonly kind: string;
  readonly required: boolean;
  /** Undefined when there is none. */
  readonly default?: Json;
}

/** One class of upstream's `apis/` or `lv3_apis/`. */
export interface ApiEntry {
  readonly name: string;
  readonly levelSet: LevelSet;
  /** File name without `.py`; the catalog is sorted by it within a set. */
  readonly module: string;
  readonly description: string;
  /** Name to `{ type, description }`, in declared order. */
  readonly inputParameters: {
    readonly [name: string]: { readonly type: string; readonly description: string };
  };
  readonly outputParameters: JsonObject;
  readonly databaseName: string | null;
  /** Parameters of the constructor without `self`. */
  readonly initParameters: readonly string[];
  /** Parameters of `call` without `self`, in declared order. */
  readonly callParameters: readonly CallParameter[];
}

/** What a prompt or a search result shows of an API. */
export function describedApi(entry: ApiEntry): JsonObject {
  return {
    name: entry.name,
    description: entry.description,
    input_parameters: entry.inputParameters,
    output_parameters: entry.outputParameters,
  };
}

/** The text that upstream embeds for retrieval: class name split at capitals, then the description at once. */
export function searchText(name: string, description: string): string {
  const words = name.replaceAll(/\p{Lu}/gu, (capital) => ` ${capital.toLowerCase()}`).trim();
  return words + description;
}

/** The form in which the catalog is stored; a data pack carries the same. */
export function catalogToJson(catalog: readonly ApiEntry[]): Json {
  return catalog.map((entry) => ({
    name: entry.name,
    level_set: entry.levelSet,
    module: entry.module,
    description: entry.description,
    input_parameters: entry.inputParameters,
    output_parameters: entry.outputParameters,
    database_name: entry.databaseName,
    needs_token_checker: entry.initParameters.includes('token_checker'),
    init_parameters: [...entry.initParameters],
    call_parameters: entry.callParameters.map(({ name, kind, required, default: value }) =>
      value === undefined ? { name, kind, required } : { name, kind, required, default: value },
    ),
    desc_for_search: searchText(entry.name, entry.description),
  }));
}

/** @throws PrerequisiteError naming the file and the first entry that lacks something. */
export function catalogFromJson(value: Json, file: string): ApiEntry[] {
  if (!Array.isArray(value)) throw catalogError(file, 'expected a list of APIs');
  return (value as readonly Json[]).map((item, index) => {
    const entry = asObject(item);
    const name = entry === null ? null : asText(entry['name']);
    const place = `entry ${index + 1}${name === null ? '' : ` (${name})`}`;
    if (entry === null) throw catalogError(file, `${place} is not an object`);
    return entryFromJson(entry, (problem) => catalogError(file, `${place} ${problem}`));
  });
}

function entryFromJson(entry: JsonObject, fail: (problem: string) => Error): ApiEntry {
  const text = (key: string): string => {
    const value = asText(entry[key]);
    if (value === null) throw fail(`lacks the text \`${key}\``);
    return value;
  };
  const levelSet = text('level_set');
  if (levelSet !== 'base' && levelSet !== 'lv3') throw fail(`has the unknown set \`${levelSet}\``);
  const { database_name: database = null, init_parameters: init, call_parameters: call } = entry;
  if (database !== null && typeof database !== 'string') throw fail('has a bad `database_name`');
  if (!isTextList(init)) throw fail('lacks the list `init_parameters`');
  if (!Array.isArray(call)) throw fail('lacks the list `call_parameters`');
  return {
    name: text('name'),
    levelSet,
    module: text('module'),
    description: text('description'),
    inputParameters: inputParameters(entry['input_parameters'], fail),
    outputParameters:
      asObject(entry['output_parameters']) ?? failWith(fail('lacks `output_parameters`')),
    databaseName: database,
    initParameters: init,
    callParameters: (call as readonly Json[]).map((item) => callParameter(item, fail)),
  };
}

function callParameter(value: Json, fail: (problem: string) => Error): CallParameter {
  const { name, kind, required, default: preset } = asObject(value) ?? {};
  if (typeof name !== 'string' || typeof kind !== 'string' || typeof required !== 'boolean') {
    throw fail('has a bad entry in `call_parameters`');
  }
  return preset === undefined
    ? { name, kind, required }
    : { name, kind, required, default: preset };
}

function inputParameters(
  value: Json | undefined,
  fail: (problem: string) => Error,
): ApiEntry['inputParameters'] {
  const parameters = asObject(value);
  if (parameters === null) throw fail('lacks `input_parameters`');
  for (const [name, parameter] of Object.entries(parameters)) {
    const { type, description } = asObject(parameter) ?? {};
    if (typeof type !== 'string' || typeof description !== 'string') {
      throw fail(`has a parameter \`${name}\` without type or description`);
    }
  }
  return parameters as ApiEntry['inputParameters'];
}

const ATTRIBUTES = ['description', 'input_parameters', 'output_parameters', 'database_name'];

/** The API that a Python file of upstream declares; null when it declares none (the base class, helpers). */
export function apiFromPython(
  source: string,
  { file, module, levelSet }: { file: string; module: string; levelSet: LevelSet },
): ApiEntry | null {
  const declared = readPythonClasses(source, file, ATTRIBUTES).filter(
    (found) => found.bases.includes('API') && found.attributes['input_parameters'] !== undefined,
  );
  const [api, second] = declared;
  if (api === undefined) return null;
  if (second !== undefined) throw pythonError(file, second.line, 'more than one API in a file');
  return entryFromJson(classToJson(api, module, levelSet), (problem) =>
    pythonError(file, api.line, `class ${api.name} ${problem}`),
  );
}

function classToJson(api: PythonClass, module: string, levelSet: LevelSet): JsonObject {
  const { __init__: init = [], call = [] } = api.methods;
  return {
    name: api.name,
    level_set: levelSet,
    module,
    ...api.attributes,
    init_parameters: init.map((parameter) => parameter.name),
    call_parameters: call.map(({ name, kind, default: value }) => {
      const required = value === undefined && !kind.startsWith('var_');
      return value === undefined
        ? { name, kind, required }
        : { name, kind, required, default: value };
    }),
  };
}

function catalogError(file: string, problem: string): PrerequisiteError {
  return new PrerequisiteError(`${file}: ${problem}`, {
    hints: ['take the file from a complete data pack, or import an upstream checkout instead'],
  });
}

function failWith(error: Error): never {
  throw error;
}

function asText(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function isTextList(value: Json | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
