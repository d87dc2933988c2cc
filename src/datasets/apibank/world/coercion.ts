/** Which arguments does a call accept, and what do they become before the API sees them? */
import { PyError } from '../python/error.ts';
import { toPyFloat, toPyInt } from '../python/numbers.ts';
import { pyStr } from '../python/repr.ts';
import type { PyValue } from '../python/value.ts';
import type { Arguments, Parameter, ParameterTable, ParameterType } from './api.ts';

/** `peer` is lenient as the scorer of MAS-PromptBench, `upstream` strict as API-Bank's own tool manager. */
export type Flavour = 'peer' | 'upstream';

/** Names that the manager's own call signature takes, per flavour. */
const reserved = {
  peer: { owner: 'LazyApiBankManager', names: ['self', 'api_name'] },
  upstream: { owner: 'ToolManager', names: ['self', 'tool_name'] },
} as const;

const digits = '\\p{Nd}\\u00b2\\u00b3\\u00b9\\u2070\\u2074-\\u2079\\u2080-\\u2089';
const digitsOnly = new RegExp(`^[${digits}]+$`, 'u');
const decimalOnly = new RegExp(`^(?:[${digits}]+\\.?[${digits}]*|\\.[${digits}]+)$`, 'u');

export interface CallSignature {
  readonly api: string;
  readonly parameters: ParameterTable;
  readonly flavour: Flavour;
}

/** What is wrong with the arguments of a call. `reserved`: a name that the original's own call signature takes. */
export type ArgumentProblem = 'reserved' | 'unknown' | 'type' | 'missing';

/** The arguments of a call do not fit its signature. */
export class ArgumentError extends PyError {
  readonly problem: ArgumentProblem;

  constructor(problem: ArgumentProblem, type: string, text: string) {
    super(type, text);
    this.problem = problem;
  }
}

/**
 * The arguments in the order of the signature, coerced, with null for optional ones.
 *
 * @throws ArgumentError for an unknown name, a value that cannot be coerced, or a missing argument; in this order, as they come.
 */
export function bindArguments(
  signature: CallSignature,
  given: Iterable<readonly [string, PyValue]>,
): Arguments<ParameterTable> {
  const { parameters, flavour } = signature;
  const values = new Map(given);
  refuseReserved(values.keys(), flavour);
  for (const [name, value] of values) {
    const declared = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (declared === undefined) {
      const text = `invalid parameter name. parameter: ${name}`;
      throw new ArgumentError('unknown', 'AssertionError', text);
    }
    values.set(name, coerced(value, typeOf(declared), flavour));
  }
  return filled(signature, values);
}

function typeOf(declared: Parameter): ParameterType {
  const isPlain = !declared.endsWith('?') && !declared.endsWith('*');
  return (isPlain ? declared : declared.slice(0, -1)) as ParameterType;
}

function coerced(value: PyValue, type: ParameterType, flavour: Flavour): PyValue {
  try {
    return flavour === 'peer' ? coerce(type, value) : coerceStrictly(type, value);
  } catch (error) {
    if (!(error instanceof PyError)) throw error;
    throw new ArgumentError('type', error.type, error.text);
  }
}

function refuseReserved(names: Iterable<string>, flavour: Flavour): void {
  const { owner, names: taken } = reserved[flavour];
  for (const name of names) {
    if ((taken as readonly string[]).includes(name)) {
      const text = `${owner}.api_call() got multiple values for argument '${name}'`;
      throw new ArgumentError('reserved', 'TypeError', text);
    }
  }
}

function coerce(type: ParameterType, value: PyValue): PyValue {
  if (type === 'int') return toPyInt(value);
  if (type === 'float') return toPyFloat(value);
  if (type === 'bool') return typeof value === 'boolean' ? value : pyStr(value) === 'True';
  return value;
}

function coerceStrictly(type: ParameterType, value: PyValue): PyValue {
  if (type === 'int') {
    requireText(value, digitsOnly);
    return toPyInt(value);
  }
  if (type === 'float') {
    requireText(value, decimalOnly);
    return toPyFloat(value);
  }
  return type === 'bool' ? value === 'True' : value;
}

function requireText(value: PyValue, pattern: RegExp): void {
  if (typeof value === 'string' && !pattern.test(value)) {
    throw new PyError('AssertionError', `invalid parameter type. parameter: ${value}`);
  }
}

function filled(
  { api, parameters }: CallSignature,
  values: ReadonlyMap<string, PyValue>,
): Arguments<ParameterTable> {
  const args: Arguments<ParameterTable> = {};
  const missing: string[] = [];
  for (const [name, declared] of Object.entries(parameters)) {
    const value = values.get(name);
    if (value !== undefined) args[name] = value;
    else if (declared.endsWith('?')) args[name] = null;
    else if (!declared.endsWith('*')) missing.push(`'${name}'`);
  }
  if (missing.length === 0) return args;
  const noun = missing.length === 1 ? 'argument' : 'arguments';
  const text = `${api}.call() missing ${missing.length} required positional ${noun}: ${listed(missing)}`;
  throw new ArgumentError('missing', 'TypeError', text);
}

function listed(names: readonly string[]): string {
  if (names.length <= 2) return names.join(' and ');
  return `${names.slice(0, -1).join(', ')}, and ${names.at(-1) ?? ''}`;
}
