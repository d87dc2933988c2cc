/** Which functions does a task offer, made from the descriptions that its text shows at this point? */
import type { Json, JsonObject } from '../../../core/json.ts';
import type { ToolSchema } from '../../../core/model.ts';
import { asObject } from '../data/dialogues.ts';
import { TOOL_SEARCHER } from '../data/recordings.ts';
import { listedApis, shownOutput } from '../tasks/brief.ts';
import { type ApiBankTask, earlierCalls, levelSetOf } from '../tasks/task.ts';
import { type ApiSignatures, declaredSignatures } from '../world/manager.ts';

export interface OfferedTool {
  /** The API's own name, which the function's may differ from. */
  readonly api: string;
  readonly schema: ToolSchema;
}

/** Listed APIs first, then those that earlier searches returned, in the order found; the last description of a name counts. */
export function offeredTools(task: ApiBankTask): readonly OfferedTool[] {
  const signatures = declaredSignatures(levelSetOf(task.level));
  return toolsOf([...listedApis(task), ...foundApis(task)], signatures);
}

/** `descriptions` as in a brief: `{ name, description, input_parameters, output_parameters }`. */
export function toolsOf(
  descriptions: readonly JsonObject[],
  signatures: ApiSignatures,
): readonly OfferedTool[] {
  const byName = new Map(
    descriptions.map((description) => [textOf(description['name']), description]),
  );
  const taken = new Set<string>();
  return [...byName].map(([api, description]) => {
    const name = legalName(api, taken);
    taken.add(name);
    return { api, schema: schemaOf(name, description, signatures[api] ?? {}) };
  });
}

function foundApis(task: ApiBankTask): readonly JsonObject[] {
  return earlierCalls(task)
    .filter((call) => call.apiName === TOOL_SEARCHER)
    .flatMap((call) => describedIn(shownOutput(TOOL_SEARCHER, call.result.output)));
}

function describedIn(output: Json): JsonObject[] {
  if (Array.isArray(output)) return (output as readonly Json[]).flatMap(describedIn);
  const record = asObject(output);
  const isDescription =
    typeof record?.['name'] === 'string' && asObject(record['input_parameters']) !== null;
  return record !== null && isDescription ? [record] : [];
}

const LONGEST_NAME = 64;

/** As both wire formats take it, and unlike the others. */
function legalName(api: string, taken: ReadonlySet<string>): string {
  const name = api.replaceAll(/[^\w-]/g, '_').slice(0, LONGEST_NAME) || '_';
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `_${number}`;
    const candidate = name.slice(0, LONGEST_NAME - suffix.length) + suffix;
    if (!taken.has(candidate)) return candidate;
  }
}

function schemaOf(
  name: string,
  description: JsonObject,
  signature: ApiSignatures[string],
): ToolSchema {
  const parameters = asObject(description['input_parameters']) ?? {};
  const outputs = asObject(description['output_parameters']) ?? {};
  const says = textOf(description['description']);
  const properties = Object.entries(parameters).map(
    ([parameter, declared]): [string, JsonObject] => [parameter, propertyOf(declared)],
  );
  return {
    name,
    // Function tools have no place for what comes back, and agents that read the task as text are told.
    description:
      Object.keys(outputs).length === 0 ? says : `${says}\nReturns: ${JSON.stringify(outputs)}`,
    parameters: {
      type: 'object',
      properties: Object.fromEntries(properties),
      required: Object.keys(parameters).filter((parameter) => !mayBeLeftOut(signature, parameter)),
      additionalProperties: false,
    },
  };
}

/** By the API's own signature; what is not declared there is asked for. */
function mayBeLeftOut(signature: ApiSignatures[string], parameter: string): boolean {
  const declared = Object.hasOwn(signature, parameter) ? signature[parameter] : undefined;
  return declared !== undefined && /[?*]$/.test(declared);
}

function propertyOf(declared: Json): JsonObject {
  const { type, description } = asObject(declared) ?? {};
  const says = textOf(description);
  const known = typeSchema(textOf(type));
  if (known !== null) return { ...known, description: says };
  const named = textOf(type);
  return { description: named === '' ? says : `${says} (${named})` };
}

/** Null for a type that JSON Schema has no word for. */
function typeSchema(type: string): JsonObject | null {
  const word = type.trim().toLowerCase();
  const list = /^list(?:[([]\s*(\w+)\s*[)\]])?$/.exec(word);
  if (list !== null) return { type: 'array', items: typeSchema(list[1] ?? '') ?? {} };
  const names: { readonly [word: string]: string } = {
    str: 'string',
    int: 'integer',
    float: 'number',
    bool: 'boolean',
    dict: 'object',
    json: 'object',
  };
  const name = Object.hasOwn(names, word) ? names[word] : undefined;
  return name === undefined ? null : { type: name };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
