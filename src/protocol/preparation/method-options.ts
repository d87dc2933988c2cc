/** What do `--option key=value` flags say to a method? */
import { Ajv } from 'ajv';
import { didYouMean } from '../../config/did-you-mean.ts';
import { settingProblems } from '../../config/schema-problems.ts';
import { UsageError } from '../../core/errors.ts';
import type { Json, JsonObject } from '../../core/json.ts';

interface Schema {
  readonly type?: string;
  readonly properties?: { readonly [name: string]: Schema };
  readonly anyOf?: readonly { readonly const?: Json }[];
  readonly description?: string;
  readonly default?: Json;
}

/** What the user calls it. */
interface OptionWords {
  /** For example `--option`. */
  readonly flag: string;
  /** For example `method maspo`. */
  readonly owner: string;
}

/** {@link readOptions} of a method. */
export function methodOptions(
  method: string,
  schema: object,
  pairs: { readonly [key: string]: string },
): JsonObject {
  return readOptions({ flag: '--option', owner: `method ${method}` }, schema, pairs);
}

/**
 * Reads `key=value` pairs (`weights.local=0.5` for nested ones) against the method's options schema and fills in the
 * defaults.
 *
 * @throws UsageError with every problem at once: unknown key, value of the wrong kind or out of range
 */
export function readOptions(
  words: OptionWords,
  schema: object,
  pairs: { readonly [key: string]: string },
): JsonObject {
  const problems: string[] = [];
  const given: { [key: string]: Json } = {};
  for (const [key, text] of Object.entries(pairs)) {
    const problem = readPair({ key, text }, { schema, given, words });
    if (problem !== null) problems.push(problem);
  }
  const ajv = new Ajv({
    allErrors: true,
    useDefaults: true,
    strict: false,
    verbose: true,
    meta: false,
    validateSchema: false,
  });
  const validate = ajv.compile(schema);
  if (!validate(given)) {
    const wrong = settingProblems(validate.errors ?? [], given);
    problems.push(...wrong.map(({ message }) => `${words.flag} ${message}`));
  }
  if (problems.length > 0) throw new UsageError(problems);
  return given;
}

function readPair(
  { key, text }: { key: string; text: string },
  target: { schema: Schema; given: { [key: string]: Json }; words: OptionWords },
): string | null {
  const { flag, owner } = target.words;
  let schema: Schema = target.schema;
  let place = target.given;
  const path = key.split('.');
  for (const [depth, name] of path.entries()) {
    const known = Object.keys(schema.properties ?? {});
    const next = Object.hasOwn(schema.properties ?? {}, name)
      ? schema.properties?.[name]
      : undefined;
    if (next === undefined) {
      const where = known.length === 0 ? `; ${owner} has no such option` : didYouMean(name, known);
      return `unknown ${flag} ${JSON.stringify(key)} of ${owner}${where}`;
    }
    schema = next;
    if (depth < path.length - 1) place = nested(place, name);
    else place[name] = readValue(text, schema);
  }
  return null;
}

function nested(place: { [key: string]: Json }, name: string): { [key: string]: Json } {
  const inner = (place[name] ?? {}) as { [key: string]: Json };
  place[name] = inner;
  return inner;
}

/** Text as the schema's type; what does not read as that type stays text, so that the check names it. */
function readValue(text: string, schema: Schema): Json {
  if (schema.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (schema.type === 'integer' || schema.type === 'number') {
    return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
  }
  const choice = schema.anyOf?.find(
    (option) => JSON.stringify(option.const) === text || option.const === text,
  );
  return choice?.const ?? text;
}
