/** What is one API of the world: its parameters, its behaviour, and when two of its results agree? */
import type { RandomStream } from '../../../core/random.ts';
import { PyError } from '../python/error.ts';
import type { PyDict, PyValue } from '../python/value.ts';

/** Types as API-Bank declares them; only numbers and booleans are ever coerced. */
export type ParameterType = 'str' | 'int' | 'float' | 'bool' | 'list' | 'list(str)';

/** `type` is required, `type?` defaults to null, `type*` may be left out and is then unknown to the API. */
export type Parameter = ParameterType | `${ParameterType}?` | `${ParameterType}*`;

/** Parameter name → declaration, in the order of the call signature. */
export type ParameterTable = Readonly<Record<string, Parameter>>;

/** The arguments of one call after coercion; an API may replace what its result is to echo. */
export type Arguments<Parameters extends ParameterTable> = {
  -readonly [Name in keyof Parameters]: Parameters[Name] extends `${string}*`
    ? PyValue | undefined
    : PyValue;
};

/** What an API remembers between its calls. Stored values are never changed in place: a write replaces a row. */
export interface ApiObject {
  /** The database, read-only. */
  readonly rows: () => PyDict;
  /** The database to write to; copied from the initial one at the first write. */
  readonly ownRows: () => PyDict;
  /** Everything else that is kept for the life of the API object. */
  readonly memory: Map<string, PyValue>;
  /** The user who holds the token. @throws PyError when nobody does. */
  readonly userOf: (token: PyValue) => PyValue;
  /** Chance that depends on the arguments of this call only. */
  readonly random: () => RandomStream;
}

export interface ApiDefinition<Parameters extends ParameterTable = ParameterTable> {
  readonly name: string;
  readonly parameters: Parameters;
  /** Name of the initial database; absent when the API needs none. */
  readonly database?: string;
  /** Rows that the API brings itself, for want of a database. */
  readonly initialRows?: PyDict;
  /** How the result differs from `{api_name, input, output, exception}`. */
  readonly record?: {
    /** False: `api_name` is left out. */
    readonly named?: false;
    /** False: `input` is null. */
    readonly echoes?: false;
    /** True: an error leaves the call instead of becoming the result's exception. */
    readonly raises?: true;
  };
  /** The output. @throws PyError, whose text becomes the exception of the result. */
  call(args: Arguments<Parameters>, object: ApiObject): PyValue;
  /** Does the result count as the recorded one? @throws PyError where Python's comparison would raise. */
  check(result: PyValue, gold: PyValue): boolean;
}

/** Keeps the parameter names known inside `call`. */
export function defineApi<const Parameters extends ParameterTable>(
  definition: ApiDefinition<Parameters>,
): ApiDefinition {
  return definition;
}

/** The exception that an API raises by itself. */
export function failure(text: string): PyError {
  return new PyError('Exception', text);
}

/** Type of the error that stands for an endless loop of the original; it escapes every handler. */
export const hangType = 'HANG';

/** Type of the error of an API that needs a service or model that is not here. */
export const unavailableType = 'Unavailable';
