/** Which API does the dialogue ask for next? */

import type { ApiDescription, DialogueTurn, Task } from './types.ts';
import { answeredCalls } from './values/results.ts';
import { meaning, splitName } from './words.ts';

/** How much one turn further back counts. */
const DECAY = 0.72;

interface ApiMeaning {
  readonly api: ApiDescription;
  readonly name: ReadonlySet<string>;
  readonly text: ReadonlySet<string>;
}

function meaningOf(api: ApiDescription): ApiMeaning {
  return {
    api,
    name: meaning(splitName(api.name).join(' ')),
    text: meaning(`${api.description} ${api.parameters.map(({ name }) => name).join(' ')}`),
  };
}

function overlap(said: ReadonlySet<string>, api: ApiMeaning): number {
  let score = 0;
  for (const word of said) {
    if (api.name.has(word)) score += 1;
    else if (api.text.has(word)) score += 0.25;
  }
  return score / Math.sqrt(api.name.size);
}

/** The turn after which an API may be asked for again: after its last good call. */
function lastCallAt(turns: readonly DialogueTurn[], name: string): number {
  return turns.findLastIndex((turn) => turn.call?.name === name && !turn.call.failed);
}

function scoreApi(task: Task, said: readonly ReadonlySet<string>[], api: ApiMeaning): number {
  const from = lastCallAt(task.turns, api.api.name) + 1;
  let score = 0;
  let weight = 1;
  for (let index = task.turns.length - 1; index >= from; index -= 1) {
    const turn = task.turns[index];
    if (turn === undefined || turn.speaker === 'api') continue;
    const share = turn.speaker === 'user' ? 1 : 0.6;
    score += overlap(said[index] ?? new Set(), api) * weight * share;
    weight *= DECAY;
  }
  return score;
}

export function givesToken(api: ApiDescription): boolean {
  return (
    (api.outputs.some((name) => /(?:^|_)token$/u.test(name)) || /token/iu.test(api.name)) &&
    !api.parameters.some(({ name }) => /token/u.test(name)) &&
    !/register/iu.test(api.name)
  );
}

export function needsToken(api: ApiDescription): boolean {
  return api.parameters.some(({ name }) => /(?:^|_)token$/u.test(name));
}

interface ScoredApi {
  readonly api: ApiDescription;
  readonly score: number;
}

/** APIs that could be the user's wish, best first; search and token tools are left out. */
export function rankApis(task: Task): ScoredApi[] {
  const said = task.turns.map((turn) => meaning(turn.speaker === 'api' ? '' : turn.text));
  return task.apis
    .filter((api) => !givesToken(api) && !isSearch(api))
    .map((api) => ({ api, score: scoreApi(task, said, meaningOf(api)) }))
    .sort((left, right) => right.score - left.score || (left.api.name < right.api.name ? -1 : 1));
}

export function isSearch(api: ApiDescription): boolean {
  return /search/iu.test(api.name) && api.parameters.some(({ name }) => /keyword/u.test(name));
}

/** True when an earlier output holds a token. */
export function hasToken(task: Task): boolean {
  return answeredCalls(task).some((call) => /"[a-z_]*token":/u.test(JSON.stringify(call.output)));
}
