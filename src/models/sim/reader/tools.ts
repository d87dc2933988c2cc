/** What does a task say when its APIs are offered as functions? The same text as one that lists them. */
import type { Json, JsonObject } from '../../../core/json.ts';
import type { ToolSchema } from '../../../core/model.ts';
import { isObject, readTask } from './task.ts';

const TYPES: { readonly [type: string]: string } = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  array: 'list',
  object: 'dict',
};

const RETURNS = '\nReturns: ';

/** Functions that the dialogue describes itself are not listed: they were found, not given. */
export function taskWithTools(text: string, tools: readonly ToolSchema[]): string {
  const found = new Set(readTask(text)?.apis.map(({ name }) => name));
  const listed = tools.filter(({ name }) => !found.has(name));
  return [...listed.map((tool) => JSON.stringify(described(tool))), text].join('\n');
}

function described({ name, description, parameters }: ToolSchema): JsonObject {
  const at = description.lastIndexOf(RETURNS);
  const properties = parameters['properties'];
  return {
    name,
    description: at < 0 ? description : description.slice(0, at),
    input_parameters: Object.fromEntries(
      Object.entries(isObject(properties) ? properties : {}).map(
        ([parameter, schema]): [string, JsonObject] => [parameter, describedParameter(schema)],
      ),
    ),
    output_parameters: at < 0 ? {} : outputs(description.slice(at + RETURNS.length)),
  };
}

function describedParameter(schema: Json): JsonObject {
  const { type, description } = isObject(schema) ? schema : {};
  return {
    type: typeof type === 'string' ? (TYPES[type] ?? type) : '',
    description: typeof description === 'string' ? description : '',
  };
}

function outputs(json: string): JsonObject {
  try {
    const value = JSON.parse(json) as unknown;
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
