/** Which call answers a task, if one reads with care? */
import { announcedDateApi, announcesSearch, dateIsKnown, looksUpDate } from './chat/announced.ts';
import { mendTurns, supersededBy } from './chat/corrections.ts';
import { isForOtherCall, tokenSaid } from './chat/told.ts';
import { givesToken, hasToken, isSearch, needsToken, rankApis } from './choose-api.ts';
import { compoundName, keywordPhrase, nextToolWords } from './search-words.ts';
import { readCalendar } from './time/moments.ts';
import type { ApiDescription, Argument, Reading, Task } from './types.ts';
import { answeredCalls, hasOpenRecord, nextItem } from './values/results.ts';
import { readArgument } from './values/values.ts';

const GUESS = 'UNKNOWN';

/** Below this, no description in sight fits the wish. */
const FITS = 0.35;

function guessed(name: string): Argument {
  return { name, value: GUESS, source: 'guess', superseded: null, spoken: null, assumed: true };
}

function readCall(
  task: Task,
  api: ApiDescription,
  step: Reading['step'],
  goal: string | null,
): Reading {
  const { turns, corrections } = mendTurns(task.turns);
  const context = { task: { ...task, turns }, api, calendar: readCalendar(task.turns) };
  const found: Argument[] = [];
  for (const parameter of api.parameters) {
    const value = readArgument(context, parameter);
    if (value !== null) {
      const superseded = value.superseded ?? supersededBy(value.value, corrections);
      found.push({ ...value, superseded });
    } else if (!parameter.optional && !isForOtherCall(task, api, parameter))
      found.push(guessed(parameter.name));
  }
  return { api: api.name, arguments: found, step, goal };
}

function searchCall(api: ApiDescription, keywords: string): Reading {
  const name =
    api.parameters.find((parameter) => /keyword/u.test(parameter.name))?.name ?? 'keywords';
  const value: Argument = {
    name,
    value: keywords,
    source: 'search',
    superseded: null,
    spoken: null,
    assumed: false,
  };
  return { api: api.name, arguments: [value], step: 'search', goal: null };
}

/** One request and no conversation: the calls that follow are a plan, not a chat. */
function isPlan(task: Task): boolean {
  return !task.turns.some((turn) => turn.speaker === 'assistant');
}

/** The plan's next step: use what the last search returned, finish what is per item, else search on. */
function readPlan(task: Task, search: ApiDescription): Reading | null {
  const last = task.turns.at(-1)?.call ?? null;
  const returned = task.apis.filter((api) => !isSearch(api));
  if (last !== null) {
    const newest =
      last.name === search.name
        ? returned.find((api) => hasDescription(last.output, api.name))
        : undefined;
    if (newest !== undefined) return readCall(task, newest, 'call', newest.name);
    const again = returned.find((api) => api.name === last.name);
    const open = again?.parameters.some(({ name }) => nextItem(task, again.name, name) !== null);
    if (again !== undefined && (open === true || hasOpenRecord(task)))
      return readCall(task, again, 'call', again.name);
  }
  const words = nextToolWords(task);
  return words === null ? null : searchCall(search, compoundName(words));
}

function hasDescription(output: unknown, name: string): boolean {
  return JSON.stringify(output).includes(`"name":${JSON.stringify(name)}`);
}

function tokenTool(task: Task): ApiDescription {
  return (
    task.apis.find(givesToken) ?? {
      name: 'GetUserToken',
      description: '',
      parameters: ['username', 'password'].map((name) => ({
        name,
        type: 'str',
        description: '',
        optional: false,
      })),
      outputs: ['token'],
    }
  );
}

/** The assistant asked for credentials and the user gave them, but no token has come back. */
function waitsForToken(task: Task): boolean {
  const said = task.turns
    .filter((turn) => turn.speaker !== 'api')
    .map((turn) => turn.text)
    .join('\n');
  return (
    /\b(?:token|authenticat|authori[sz])/iu.test(said) &&
    /password(?: is|:)/iu.test(said) &&
    !hasToken(task)
  );
}

/** Nothing described fits, though the way is free: a name in the style of the tools seen so far. */
function composed(task: Task): ApiDescription {
  const name = compoundName(keywordPhrase(task).split(' '));
  const parameters = hasToken(task)
    ? [{ name: 'token', type: 'str', description: "User's token.", optional: false }]
    : [];
  return { name, description: '', parameters, outputs: [] };
}

/** Nothing but a login is in sight, or nothing at all. */
function readWithoutGoal(task: Task): Reading {
  const login = task.apis.find(givesToken);
  return login === undefined || hasToken(task)
    ? readCall(task, composed(task), 'call', null)
    : readCall(task, login, 'call', login.name);
}

/** The step that the assistant has just announced; null when there is none. */
function readAnnounced(task: Task, search: ApiDescription | null): Reading | null {
  const dated = announcedDateApi(task);
  if (dated !== null) return readCall(task, dated, 'call', dated.name);
  if (search === null) return null;
  if (looksUpDate(task)) return searchCall(search, 'current date');
  return announcesSearch(task) ? searchCall(search, keywordPhrase(task)) : null;
}

function readChat(task: Task, search: ApiDescription | null): Reading {
  const announced = readAnnounced(task, search);
  if (announced !== null) return announced;
  const best = rankApis(task).find(({ api }) => !dateIsKnown(task, api));
  const searched = task.turns.some(
    (turn) => turn.call !== null && search !== null && turn.call.name === search.name,
  );
  if (best === undefined || best.score < FITS) {
    if (waitsForToken(task)) return readCall(task, tokenTool(task), 'token', null);
    if (search !== null && !searched && !hasToken(task))
      return searchCall(search, keywordPhrase(task));
    if (best === undefined) return readWithoutGoal(task);
  }
  const goal = best.api;
  if (needsToken(goal) && !hasToken(task) && tokenSaid(task) === null)
    return readCall(task, tokenTool(task), 'token', goal.name);
  return readCall(task, goal, 'call', goal.name);
}

/** The careful reading of a task; without any API in sight, a composed name. */
export function readTaskCall(task: Task): Reading {
  const search = task.apis.find(isSearch) ?? null;
  if (
    search !== null &&
    isPlan(task) &&
    (task.turns.length === 0 || answeredCalls(task).length > 0 || hasSeveralSteps(task))
  ) {
    const planned = readPlan(task, search);
    if (planned !== null) return planned;
  }
  return readChat(task, search);
}

/** A request that names its own tools (`Query meeting … and send …`) rather than asking somebody. */
function hasSeveralSteps(task: Task): boolean {
  const first = task.turns.find((turn) => turn.speaker === 'user')?.text ?? '';
  return (
    nextToolWords(task) !== null && !/\b(?:can|could|would) you\b|\bhi\b|\bhello\b/iu.test(first)
  );
}

/** The call of one named API, whatever is missing for it; null when its description is not in sight. */
export function readNamedCall(task: Task, name: string): Reading | null {
  const api = task.apis.find((candidate) => candidate.name === name);
  return api === undefined ? null : readCall(task, api, 'call', name);
}

/** A call made up from the words of the request, as when nobody has searched. */
export function readGuessedCall(task: Task): Reading {
  const words = isPlan(task) ? nextToolWords(task) : null;
  const name = compoundName(words ?? keywordPhrase(task).split(' '));
  return { api: name, arguments: [guessed('query')], step: 'call', goal: null };
}
