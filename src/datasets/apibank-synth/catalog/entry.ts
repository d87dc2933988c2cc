/** How does a description in our words become an entry of the catalog? */
import type { JsonObject } from '../../../core/json.ts';
import type { ApiEntry, LevelSet } from '../../apibank/data/catalog.ts';
import { declaredSignatures } from '../../apibank/world/manager.ts';

export interface ApiTexts {
  readonly description: string;
  /** Parameter name to its meaning and the form of its value, in the order of the call. */
  readonly inputs: { readonly [parameter: string]: string };
  /** Name to type and meaning. */
  readonly outputs: { readonly [name: string]: readonly [type: string, description: string] };
  readonly database?: string;
}

const OPTIONAL = /[?*]$/u;

/**
 * Types and optional parameters are those of the world, so that what is described is what can be called.
 *
 * @throws RangeError when the texts describe other parameters than the API takes.
 */
export function apiEntry(levelSet: LevelSet, name: string, texts: ApiTexts): ApiEntry {
  const declared = declaredSignatures(levelSet)[name];
  const described = Object.keys(texts.inputs).join(', ');
  const taken = Object.keys(declared ?? {}).join(', ');
  if (declared === undefined || described !== taken) {
    throw new RangeError(`${name} takes (${taken}), but (${described}) is described`);
  }
  const parameters = Object.entries(declared);
  return {
    name,
    levelSet,
    module: moduleName(name),
    description: texts.description,
    inputParameters: Object.fromEntries(
      parameters.map(([parameter, type]) => [
        parameter,
        { type: type.replace(OPTIONAL, ''), description: texts.inputs[parameter] ?? '' },
      ]),
    ),
    outputParameters: outputParameters(texts),
    databaseName: texts.database ?? null,
    initParameters: texts.database === undefined ? [] : ['init_database'],
    callParameters: parameters.map(([parameter, type]) => ({
      name: parameter,
      kind: 'positional_or_keyword',
      required: !OPTIONAL.test(type),
    })),
  };
}

function outputParameters({ outputs }: ApiTexts): JsonObject {
  return Object.fromEntries(
    Object.entries(outputs).map(([name, [type, description]]) => [name, { type, description }]),
  );
}

/** `GetUserToken` becomes `get_user_token`. */
function moduleName(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, '_').toLowerCase();
}

/** Texts by API name as entries, sorted as a catalog is. */
export function apiEntries(
  levelSet: LevelSet,
  texts: { readonly [name: string]: ApiTexts },
): ApiEntry[] {
  const entries = Object.entries(texts).map(([name, text]) => apiEntry(levelSet, name, text));
  return entries.sort((left, right) => (left.module < right.module ? -1 : 1));
}
