/** How does a short description of an API become a catalog entry? */
import type { ApiEntry } from '../../../apibank/data/catalog.ts';

/** Name → type and description. */
type Described = Readonly<Record<string, readonly [type: string, description: string]>>;

export interface EntryDraft {
  readonly name: string;
  readonly module: string;
  readonly description: string;
  readonly inputs: Described;
  readonly outputs: Described;
  readonly database?: string;
  /** Parameters of the constructor; none unless given. */
  readonly constructed?: readonly string[];
}

export function entryOf(draft: EntryDraft): ApiEntry {
  return {
    name: draft.name,
    levelSet: 'lv3',
    module: draft.module,
    description: draft.description,
    inputParameters: described(draft.inputs),
    outputParameters: described(draft.outputs),
    databaseName: draft.database ?? null,
    initParameters: draft.constructed ?? [],
    callParameters: Object.keys(draft.inputs).map((name) => ({
      name,
      kind: 'positional_or_keyword',
      required: true,
    })),
  };
}

function described(parameters: Described): ApiEntry['inputParameters'] {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, [type, description]]) => [name, { type, description }]),
  );
}
