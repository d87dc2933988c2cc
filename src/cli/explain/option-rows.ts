/** Which options does a method have? One row for each, from its schema. */
import type { Json } from '../../core/json.ts';

interface Schema {
  readonly type?: string;
  readonly properties?: { readonly [name: string]: Schema };
  readonly anyOf?: readonly { readonly const?: Json }[];
  readonly description?: string;
  readonly default?: Json;
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface OptionRow {
  /** As typed after `--option`; a nested one with dots. */
  readonly name: string;
  readonly type: 'integer' | 'number' | 'boolean' | 'choice' | 'text';
  readonly default: Json;
  /** `0 to 2`, `1 or more`, the choices, or empty. */
  readonly range: string;
  readonly description: string;
}

/** Options in the order of the schema; an object's own options in its place. */
export function optionRows(optionsSchema: object, prefix = ''): OptionRow[] {
  const { properties = {} } = optionsSchema as Schema;
  return Object.entries(properties).flatMap(([key, schema]) => {
    const name = `${prefix}${key}`;
    return schema.properties === undefined
      ? [optionRow(name, schema)]
      : optionRows(schema, `${name}.`);
  });
}

function optionRow(name: string, schema: Schema): OptionRow {
  const { description = '', default: preset = null } = schema;
  return { name, type: typeOf(schema), default: preset, range: rangeOf(schema), description };
}

function typeOf({ type, anyOf }: Schema): OptionRow['type'] {
  if (anyOf !== undefined) return 'choice';
  return type === 'integer' || type === 'number' || type === 'boolean' ? type : 'text';
}

function rangeOf({ type, anyOf, minimum, maximum }: Schema): string {
  if (anyOf !== undefined) return anyOf.map((option) => shownValue(option.const ?? null)).join('|');
  if (type === 'boolean') return 'true|false';
  if (minimum === undefined) return maximum === undefined ? '' : `${maximum} or less`;
  return maximum === undefined ? `${minimum} or more` : `${minimum} to ${maximum}`;
}

/** As it is typed after `NAME=`. */
export function shownValue(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
