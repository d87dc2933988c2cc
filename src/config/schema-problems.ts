/** What does a failed schema check mean in the words of someone editing the file? */
import type { ErrorObject } from 'ajv';
import { didYouMean } from './did-you-mean.ts';
import type { SettingPath } from './yaml-source.ts';
import { pathLabel } from './yaml-source.ts';

export interface SettingProblem {
  readonly path: SettingPath;
  /** Point at the key instead of the value. */
  readonly atKey: boolean;
  readonly message: string;
}

/** One problem per thing to mend, in the order of the check. Branches of a union are told as one problem. */
export function settingProblems(errors: readonly ErrorObject[], data: unknown): SettingProblem[] {
  const unions = errors.filter(isUnion);
  const told = errors.filter((error) => !unions.some((union) => isBranchOf(error, union)));
  return told.flatMap((error) => {
    if (!isUnion(error)) return [problemOf(error, data)];
    const branches = errors.filter((other) => isBranchOf(other, error));
    return unionProblems(error, branches, data);
  });
}

function isUnion(error: ErrorObject): boolean {
  return error.keyword === 'anyOf' || error.keyword === 'oneOf';
}

function isBranchOf(error: ErrorObject, union: ErrorObject): boolean {
  return (
    error !== union &&
    error.schemaPath.startsWith(`${union.schemaPath}/`) &&
    error.instancePath.startsWith(union.instancePath)
  );
}

/**
 * A union of plain values lists them. Otherwise the branch whose value went deepest before failing is the one the
 * author meant, and its problems are told; when none went deeper than the value itself, all accepted types are named.
 */
function unionProblems(
  union: ErrorObject,
  branches: readonly ErrorObject[],
  data: unknown,
): SettingProblem[] {
  const literals = branches.filter((error) => error.keyword === 'const');
  const literalBranches = new Set(literals.map((error) => branchOf(error, union)));
  const others = branches.filter((error) => !literalBranches.has(branchOf(error, union)));
  const path = parsePointer(union.instancePath, data);
  const inside = branches.filter(
    (error) => error.instancePath !== union.instancePath || isKeyProblem(error),
  );
  const closest = closestBranch(union, inside);
  if (closest !== null) {
    return settingProblems(
      branches.filter((error) => branchOf(error, union) === closest),
      data,
    );
  }
  const label = pathLabel(path);
  if (others.length === 0) {
    const allowed = literals.map(literalOf);
    return [{ path, atKey: false, message: notAllowed(label, union.data, allowed) }];
  }
  const types = others.flatMap((error) => (error.keyword === 'type' ? typeNames(error) : []));
  const texts = literals.map((error) => JSON.stringify(literalOf(error)));
  const words = [...new Set([...types, ...texts])];
  const wanted = words.length > 0 ? words.join(' or ') : 'one of the documented forms';
  const message = `${label} must be ${wanted}, got ${shownValue(union.data)}${quoteHint(types, union.data)}`;
  return [{ path, atKey: false, message }];
}

function closestBranch(union: ErrorObject, inside: readonly ErrorObject[]): string | null {
  const counts = new Map<string, number>();
  for (const error of inside) {
    const branch = branchOf(error, union);
    counts.set(branch, (counts.get(branch) ?? 0) + 1);
  }
  const ranked = [...counts].sort((left, right) => left[1] - right[1]);
  return ranked[0]?.[0] ?? null;
}

function branchOf(error: ErrorObject, union: ErrorObject): string {
  return error.schemaPath.slice(union.schemaPath.length + 1).split('/')[0] ?? '';
}

function isKeyProblem(error: ErrorObject): boolean {
  return error.keyword === 'additionalProperties' || error.keyword === 'required';
}

function literalOf(error: ErrorObject): unknown {
  return (error.params as { allowedValue: unknown }).allowedValue;
}

const messages: { readonly [keyword: string]: (error: ErrorObject, label: string) => string } = {
  type: typeMessage,
  enum: (error, label) =>
    notAllowed(label, error.data, (error.params as { allowedValues: unknown[] }).allowedValues),
  const: (error, label) => notAllowed(label, error.data, [literalOf(error)]),
  minimum: limitMessage,
  maximum: limitMessage,
  exclusiveMinimum: limitMessage,
  exclusiveMaximum: limitMessage,
  minItems: countMessage('item'),
  maxItems: countMessage('item'),
  minLength: countMessage('character'),
  maxLength: countMessage('character'),
  minProperties: countMessage('setting'),
  maxProperties: countMessage('setting'),
  uniqueItems: (error, label) => {
    const { i, j } = error.params as { i: number; j: number };
    return `${label} holds the same value twice (positions ${Math.min(i, j)} and ${Math.max(i, j)})`;
  },
  pattern: (error, label) =>
    `${label} must match ${(error.params as { pattern: string }).pattern}, got ${shownValue(error.data)}`,
};

function problemOf(error: ErrorObject, data: unknown): SettingProblem {
  const path = parsePointer(error.instancePath, data);
  if (error.keyword === 'additionalProperties') return unknownKey(error, path);
  if (error.keyword === 'required') {
    const name = (error.params as { missingProperty: string }).missingProperty;
    const place = path.length === 0 ? '' : ` in ${pathLabel(path)}`;
    return { path, atKey: path.length > 0, message: `"${name}" is missing${place}` };
  }
  if (error.keyword === 'propertyNames') {
    const name = (error.params as { propertyName: string }).propertyName;
    return { path: [...path, name], atKey: true, message: `"${name}" is not a name allowed here` };
  }
  const label = pathLabel(path);
  const message = messages[error.keyword]?.(error, label) ?? `${label} ${error.message ?? ''}`;
  return { path, atKey: false, message };
}

function unknownKey(error: ErrorObject, path: SettingPath): SettingProblem {
  const name = (error.params as { additionalProperty: string }).additionalProperty;
  const schema = error.parentSchema as { properties?: object } | undefined;
  const known = Object.keys(schema?.properties ?? {});
  const place = path.length === 0 ? '' : ` in ${pathLabel(path)}`;
  const suggestion = didYouMean(name, known);
  const list = suggestion === '' && known.length > 0 ? `. Known: ${known.join(', ')}` : suggestion;
  return {
    path: [...path, name],
    atKey: true,
    message: `unknown key ${JSON.stringify(name)}${place}${list}`,
  };
}

function typeMessage(error: ErrorObject, label: string): string {
  const wanted = typeNames(error);
  const quote = quoteHint(wanted, error.data);
  return `${label} must be ${wanted.join(' or ')}, got ${shownValue(error.data)}${quote}`;
}

/** Text that YAML reads as something else only needs quotes. */
function quoteHint(wanted: readonly string[], value: unknown): string {
  return wanted.includes('text') && value !== null ? '; quote it' : '';
}

function typeNames(error: ErrorObject): string[] {
  const names: { readonly [type: string]: string } = {
    string: 'text',
    integer: 'an integer',
    number: 'a number',
    boolean: 'true or false',
    object: 'a mapping of settings',
    array: 'a list',
    null: 'null',
  };
  const types = (error.params as { type: string | string[] }).type;
  return (typeof types === 'string' ? types.split(',') : types).map((type) => names[type] ?? type);
}

function limitMessage(error: ErrorObject, label: string): string {
  const { comparison, limit } = error.params as { comparison: string; limit: number };
  const words: { readonly [comparison: string]: string } = {
    '>=': 'at least',
    '<=': 'at most',
    '>': 'more than',
    '<': 'less than',
  };
  return `${label} must be ${words[comparison] ?? comparison} ${limit}, got ${shownValue(error.data)}`;
}

function countMessage(unit: string): (error: ErrorObject, label: string) => string {
  return (error, label) => {
    const limit = (error.params as { limit: number }).limit;
    const bound = error.keyword.startsWith('min') ? 'at least' : 'at most';
    return `${label} must have ${bound} ${limit} ${unit}${limit === 1 ? '' : 's'}`;
  };
}

function notAllowed(label: string, value: unknown, allowed: readonly unknown[]): string {
  const list = allowed.map((item) => JSON.stringify(item)).join(', ');
  const names = allowed.filter((item) => typeof item === 'string');
  const suggestion = typeof value === 'string' ? didYouMean(value, names) : '';
  const form = allowed.length === 1 ? `must be ${list}` : `must be one of ${list}`;
  return `${label} ${form}, got ${shownValue(value)}${suggestion}`;
}

function shownValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (value !== null && typeof value === 'object') return 'a mapping';
  if (typeof value === 'number') return `number ${value}`;
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** Positions in lists become numbers, so that they are told as `[2]`. */
function parsePointer(pointer: string, data: unknown): SettingPath {
  const path: (string | number)[] = [];
  let value: unknown = data;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) {
      path.push(Number(name));
      value = value[Number(name)];
    } else {
      path.push(name);
      value = (value as { readonly [key: string]: unknown } | undefined)?.[name];
    }
  }
  return path;
}
