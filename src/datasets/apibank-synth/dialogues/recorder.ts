/** How does a dialogue come about: what is said, and what the world answers to each call? */
import type { JsonObject } from '../../../core/json.ts';
import type { ApiEntry } from '../../apibank/data/catalog.ts';
import { type ApiTurn, asObject, isApiTurn, type Turn } from '../../apibank/data/dialogues.ts';
import { coerceRecordedArguments } from '../../apibank/parse/call-text.ts';
import { encodeValue, fromJson } from '../../apibank/python/convert.ts';
import { PyError } from '../../apibank/python/error.ts';
import { argumentMap } from '../../apibank/scoring/prepare.ts';
import type { Databases } from '../../apibank/world/databases.ts';
import { createWorld, type World } from '../../apibank/world/manager.ts';
import { LOGIN, searchTurn } from '../catalog/base-catalog.ts';

/** The world does not do what a dialogue asks for: the dialogue is thrown away and another one drawn. */
export class RefusedError extends Error {}

export interface BaseWorld {
  readonly catalog: ReadonlyMap<string, ApiEntry>;
  readonly databases: Databases;
}

/** One dialogue while it is made. */
export class DialogueRecorder {
  readonly #base: BaseWorld;
  readonly #world: World;
  readonly #turns: Turn[] = [];
  readonly #found = new Set<string>();

  constructor(base: BaseWorld) {
    this.#base = base;
    this.#world = createWorld({ levelSet: 'base', databases: base.databases });
  }

  get turns(): readonly Turn[] {
    return this.#turns;
  }

  get calls(): ApiTurn[] {
    return this.#turns.filter(isApiTurn);
  }

  get lastSpeaker(): Turn['role'] | null {
    return this.#turns.at(-1)?.role ?? null;
  }

  /** The token that a login returned, or null before one. */
  get token(): string | null {
    const output = this.calls.findLast((turn) => turn.apiName === LOGIN)?.result.output;
    const token = asObject(output)?.['token'];
    return typeof token === 'string' ? token : null;
  }

  /** Goes on where the same speaker spoke last. */
  say(role: 'User' | 'AI', ...texts: readonly string[]): void {
    const text = texts.filter((part) => part !== '').join(' ');
    if (text === '') return;
    const last = this.#turns.at(-1);
    if (last?.role === role)
      this.#turns[this.#turns.length - 1] = { role, text: `${last.text} ${text}` };
    else this.#turns.push({ role, text });
  }

  /** Was the API, or one that is found together with it, searched for? */
  isFound(name: string): boolean {
    return this.#found.has(name);
  }

  search(name: string, keywords: string): void {
    this.#turns.push(searchTurn(this.#base.catalog, name, keywords));
    this.#found.add(name);
    if (this.needsLogin(name, {})) this.#found.add(LOGIN);
  }

  /** Does the call take the token of somebody who is signed in? */
  needsLogin(name: string, args: JsonObject): boolean {
    const entry = this.#base.catalog.get(name);
    return entry?.inputParameters['token'] !== undefined && args['token'] === undefined;
  }

  /** @throws RefusedError when the world answers with an error, or with what would not count as right. */
  call(name: string, args: JsonObject): ApiTurn {
    const turn = this.#answered(name, args);
    this.#turns.push(turn);
    return turn;
  }

  #answered(name: string, args: JsonObject): ApiTurn {
    try {
      const record = this.#world.call(name, argumentMap(coerceRecordedArguments(args)));
      const result = encodeValue(record) as ApiTurn['result'];
      if (result.exception === null && this.#world.check(name, record, fromJson(result))) {
        return { role: 'API', apiName: name, arguments: args, result };
      }
    } catch (error) {
      if (!(error instanceof PyError)) throw error;
      throw new RefusedError(`${name}: ${error.text}`);
    }
    throw new RefusedError(`${name} refuses ${JSON.stringify(args)}`);
  }
}
