/** How does a plan become recorded steps? By calling the world. */
import type { Json, JsonObject } from '../../../core/json.ts';
import type { RandomStream } from '../../../core/random.ts';
import type { ApiEntry } from '../../apibank/data/catalog.ts';
import type { ApiTurn } from '../../apibank/data/dialogues.ts';
import { encodeValue, fromJson } from '../../apibank/python/convert.ts';
import type { Databases } from '../../apibank/world/databases.ts';
import { createWorld, type World } from '../../apibank/world/manager.ts';
import { SEARCH_PHRASES } from './apis/keywords.ts';
import { searchTurn } from './apis/searches.ts';

export interface RecorderOptions {
  /** API name → its entry. */
  readonly catalog: ReadonlyMap<string, ApiEntry>;
  readonly databases: Databases;
  /** Chooses the keywords of searches, and nothing else. */
  readonly random: RandomStream;
}

/** The steps of one sample, recorded as they are made. */
export class PlanRecorder {
  readonly #options: RecorderOptions;
  readonly #world: World;
  readonly #found = new Set<string>();
  readonly #steps: ApiTurn[] = [];

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#world = createWorld({ levelSet: 'lv3', databases: options.databases });
  }

  get steps(): readonly ApiTurn[] {
    return this.#steps;
  }

  /**
   * Calls an API, after a search for it when it was not yet found, and returns the output.
   *
   * @throws RangeError when the world refuses the call: an errand asks only for what there is.
   */
  call(name: string, input: JsonObject): Json {
    this.#find(name);
    const args = Object.entries(input).map(([key, value]) => [key, fromJson(value)] as const);
    const record = encodeValue(this.#world.call(name, args)) as ApiTurn['result'];
    if (record.exception !== null) {
      throw new RangeError(
        `${name}(${JSON.stringify(input)}) fails: ${JSON.stringify(record.exception)}`,
      );
    }
    this.#steps.push({ role: 'API', apiName: name, arguments: input, result: record });
    return record.output;
  }

  #find(name: string): void {
    if (this.#found.has(name)) return;
    this.#found.add(name);
    const entry = this.#options.catalog.get(name);
    const phrases = SEARCH_PHRASES[name];
    if (entry === undefined || phrases === undefined) {
      throw new RangeError(`the catalog of level 3 has no ${name}`);
    }
    this.#steps.push(searchTurn(entry, this.#options.random.pick(phrases)));
  }
}
