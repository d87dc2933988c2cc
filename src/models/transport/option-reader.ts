/** Are a provider's options what they must be? */
import { UsageError } from '../../core/errors.ts';

type Options = { readonly [name: string]: unknown };

/** @throws UsageError naming the options that the provider does not have. */
export function refuseUnknownOptions(
  provider: string,
  options: Options,
  known: readonly string[],
): void {
  const unknown = Object.keys(options).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new UsageError(
    unknown.map(
      (name) => `provider ${provider} has no option "${name}"; it has ${known.join(', ')}`,
    ),
  );
}

export function booleanOption(options: Options, name: string): boolean | null {
  const value = options[name];
  if (value === undefined || typeof value === 'boolean') return value ?? null;
  throw badOption(name, 'true or false', value);
}

export function positiveIntegerOption(options: Options, name: string): number | null {
  const value = options[name];
  if (value === undefined) return null;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  throw badOption(name, 'a positive integer', value);
}

export function textOption(options: Options, name: string): string | null {
  const value = options[name];
  if (value === undefined || typeof value === 'string') return value ?? null;
  throw badOption(name, 'a text', value);
}

export function badOption(name: string, expected: string, value: unknown): UsageError {
  return new UsageError(`option "${name}" must be ${expected}, got ${JSON.stringify(value)}`);
}
