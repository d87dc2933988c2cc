/** Which tool would one look for, given the words of a request? The reader's own vocabulary of wishes. */

import type { Task } from './types.ts';
import { answeredCalls } from './values/results.ts';

/** A wish: how people put it, the usual name of a tool for it, and what must be there first. */
interface Wish {
  readonly said: RegExp;
  readonly tool: readonly string[];
}

/**
 * In working order: what provides something stands before what needs it. Written for everyday assistants; a wish
 * whose tool nobody has simply finds nothing.
 */
const WISHES: readonly Wish[] = [
  { said: /\b(?:update|change|edit)\b.*\bpersonal info/iu, tool: ['account', 'info'] },
  {
    said: /\baccount(?:'s)? (?:info\w*|details?|data)\b|\b(?:in|of|up|check|see|look at) the account\b|\bthe account (?:of|says)\b/iu,
    tool: ['account', 'info'],
  },
  { said: /\bpersonal info\w*/iu, tool: ['personal', 'info', 'update'] },
  {
    said: /\b(?:update|change|correct|edit)\w*\b.{0,30}\b(?<!e-?mail )address\b|\bnew (?:postal |home )?address\b/iu,
    tool: ['personal', 'info', 'update'],
  },
  {
    said: /\b(?:employees|members|staff|colleagues|everyone|everybody) (?:in|of|at)\b/iu,
    tool: ['organization', 'members'],
  },
  {
    said: /\bwho (?:belongs|works)\b|\b(?:belongs? to|works? at|people (?:of|at|from)) [A-Z]|\bmembers?\b.{0,12}\b(?:list|of)\b/u,
    tool: ['organization', 'members'],
  },
  { said: /\btravell?ing|on a trip|business trip/iu, tool: ['travel', 'status'] },
  { said: /\bon the road\b|\btravel status\b|\bwho is away\b/iu, tool: ['travel', 'status'] },
  { said: /\b(?:query|check|find|list|show)\b.{0,12}\bmeetings?\b/iu, tool: ['query', 'meeting'] },
  {
    said: /\b(?:what|which|the|'s|their|all|every) meetings?\b.{0,12}\b(?:of|in|on|does|has|have|that)\b|\b\w+'s meetings?\b|\b(?:query|read|look up|go through)\b.{0,30}\bmeetings\b/iu,
    tool: ['query', 'meeting'],
  },
  { said: /\bflights?\b/iu, tool: ['flight', 'search'] },
  {
    said: /\b(?:book|schedule|arrange|add|organi[sz]e)\b.{0,12}\bmeeting\b/iu,
    tool: ['add', 'meeting'],
  },
  {
    said: /\b(?:set up|want|put|new|another|enter|come to a|repeat the) (?:a )?meeting\b|\b(?:add|schedule|book)\b.{0,20}\b(?:follow-up|second round)\b/iu,
    tool: ['add', 'meeting'],
  },
  { said: /\bemail reminder/iu, tool: ['email', 'reminder'] },
  {
    said: /\bremind\w*\b.{0,24}\b(?:e-?mail|mail)\w*|\b(?:e-?mail|mail)\w*\b.{0,24}\bremind/iu,
    tool: ['email', 'reminder'],
  },
  { said: /\b(?:send|write)\b.{0,12}\b(?:e-?mail|mail)\b(?! reminder)/iu, tool: ['send', 'email'] },
  { said: /\bhotel availab|\bavailab\w+ (?:of )?hotels?/iu, tool: ['hotel', 'availability'] },
  {
    said: /\bhotels?\b.{0,40}\bavailab|\bavailab\w*\b.{0,24}\bhotels?|\bthen a hotel\b/iu,
    tool: ['hotel', 'availability'],
  },
  {
    said: /\b(?:weather|restaurants?|shops?|hotels? near|parking)\b[^=]{0,40}\b(?:in|of|near|around)\s+[A-Z]/u,
    tool: ['geocoding'],
  },
  {
    said: /\bcoordinates (?:of|first)\b|\b[Ll]ocate\b|\bposition (?:of|on)\b|\bon the map\b|\b[Gg]et (?:the )?coordinates\b|\binto coordinates\b|\bits (?:position|coordinates)\b|\b(?:where|Where) (?:exactly )?(?:it|the town|does [A-Z]\w+|[A-Z]\w+) lies?\b/u,
    tool: ['geocoding'],
  },
  { said: /\bweather\b/iu, tool: ['weather', 'for', 'coordinates'] },
  {
    said: /\b(?:nearby|near|close)\b.*\brestaurants?|\brestaurants? near/iu,
    tool: ['nearby', 'restaurants'],
  },
  { said: /\brestaurants?\b/iu, tool: ['nearby', 'restaurants'] },
  { said: /\b(?:clothing|clothes|wear|outfit)/iu, tool: ['clothing', 'recommendation'] },
  {
    said: /\bmovies?\b.*\bpreferences?|\bpreferences?\b.*\bmovies?/iu,
    tool: ['user', 'movie', 'preferences'],
  },
  {
    said: /\bgenres\b.{0,30}\bprefers?\b|\b(?:prefer\w*|favou?rite)\b.{0,16}\bgenres\b/iu,
    tool: ['user', 'movie', 'preferences'],
  },
  { said: /\bmovies?\b.*\bwatched|\bwatched\b.*\bmovies?/iu, tool: ['user', 'watched', 'movies'] },
  { said: /\b(?:recommend\w*|suggest\w*)\b.*\bmovies?/iu, tool: ['movie', 'recommendations'] },
  { said: /\bmovies?\b.*\b(?:recommend|suggest)/iu, tool: ['movie', 'recommendations'] },
  { said: /\b(?:likes?|posts?)\b.*\buser\b/iu, tool: ['user', 'posts'] },
  { said: /\buser\b.*\bposts\b/iu, tool: ['user', 'posts'] },
  { said: /\b(?:number|count|total) of likes/iu, tool: ['like', 'count'] },
  {
    said: /\b(?:many|the|their|its|count) likes\b|\blike count\b|\blikes (?:of|per|for)\b/iu,
    tool: ['like', 'count'],
  },
  {
    said: /^(?!.*\bsalary\b[^.]{0,12}\d).*\b(?:salar(?:y|ies)|wages?|income|earns?|pay)\b/iu,
    tool: ['occupation', 'salary'],
  },
  { said: /\btax(?:es)?\b|\bnet (?:salary|amount|pay)\b/iu, tool: ['tax', 'calculator'] },
  { said: /\btotal\b|\bsum\b|\bin all\b/iu, tool: ['calculator'] },
  {
    said: /\b(?:divide|multipl\w+|subtract|difference|average|mean|minus|calculator|arithmetic|times \d|\d+ times)\b|\badd (?:the two|them|the two numbers) up\b/iu,
    tool: ['calculator'],
  },
  { said: /\btranslat/iu, tool: ['translate', 'text'] },
  { said: /\b(?:news|headlines)\b/iu, tool: ['news', 'search'] },
  { said: /\b(?:play|listen)\b.*\b(?:song|music)/iu, tool: ['play', 'music'] },
];

const VERB =
  '(add|set|book|schedule|delete|remove|cancel|modify|change|update|query|check|find|record|log|register|calculate|compute|open|play|send|look up|search for|search)';
const NOUNS =
  '(schedule item|health data|health record|appointments?|registrations?|registering|agenda|schedule|reminders?|remind|alarms?|meetings?|reservations?|hotels?|account balance|account|balance|scenes?|stocks?|health|emails?|password|music|symptoms?|weather|flights?|history)';

const VERB_AS_SAID: readonly (readonly [RegExp, string])[] = [
  [/^(?:remove|drop)$/iu, 'delete'],
  [/^(?:change|update)$/iu, 'modify'],
  [/^(?:check|find|look up|search for|search)$/iu, 'query'],
];

function plainNoun(noun: string): string {
  return noun
    .toLowerCase()
    .replace(/^remind$/u, 'reminder')
    .replace(/^registering$/u, 'appointment')
    .replace(/s$/u, '');
}

function verbAndNoun(text: string): string | null {
  const verb = new RegExp(`\\b${VERB}\\b`, 'iu').exec(text);
  if (verb === null) return null;
  const noun = new RegExp(`\\b${NOUNS}\\b`, 'iu').exec(text.slice(verb.index + verb[0].length));
  if (noun === null) return null;
  const word = VERB_AS_SAID.reduce(
    (said, [pattern, other]) => said.replace(pattern, other),
    (verb[1] ?? '').toLowerCase(),
  );
  return `${word} ${plainNoun(noun[1] ?? '')}`;
}

const DIRECT: readonly (readonly [RegExp, (text: string) => string])[] = [
  [/\b(?:calculate|compute) [^?.]+/iu, (text) => text],
  [
    /\bhistory on [A-Z]\w+ \d+\w*(?:,? \d{4})?|\bon ([A-Z]\w+ \d+\w*) in history/u,
    (text) => `history ${text.replaceAll(/\b(?:in )?history\b|\bon\b|,/gu, '').trim()}`,
  ],
  [
    /\b(?:what(?:'s| is)|tell me) the date\b|date today(?! is)|today'?s date(?! is)/iu,
    () => 'current date',
  ],
  [/\bremind me\b/iu, () => 'add reminder'],
  [/\b(\w+) clock API\b/iu, (text) => text.replace(/ API/iu, '')],
  [/\bstock (?:price|code)/iu, () => 'query stock'],
  [/\bsymptoms?\b/iu, () => 'symptom search'],
];

/** Usual wishes in other words than a verb and its object; what is done before with what it is done. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/\bencyclop/iu, 'encyclopedia'],
  [/\b(?:transcri\w+|recording|audio file|voice message)\b/iu, 'speech to text'],
  [/\b(?:picture|photo|image)\b/iu, 'describe image'],
  [/\b(?:document|text file)\b/iu, 'question about document'],
  [/\b(?:first aid|emergency)\b/iu, 'first aid'],
  [/\b(?:song|music)\b/iu, 'play music'],
  [/\b(?:in|of|events? of a day in) history\b|\bhistorical events\b/iu, 'history of the day'],
  [
    /\bpassword\b.*\b(?:slipped|gone|lost|forg[oe]t\w*)|\b(?:lost|forgot\w*|reset) (?:my |the )?(?:lost )?password|\bpassword reset/iu,
    'reset password',
  ],
  [
    /\b(?:change|replace|new|another|saw)\b.*\bpassword\b|\bpassword is too old\b/iu,
    'change password',
  ],
  [/\b(?:sign|log) me in\b|\baccess token\b.*\b(?:my|want|fetch)|\blogin token\b/iu, 'user login'],
  [/\btoken\b/iu, 'token owner'],
  [
    /\b(?:register|sign me up|new here|create an account|needs? an account|new account)\b(?!.*\bbank)/iu,
    'register user',
  ],
  [/\b(?:delete|close|remove|erase)\b.*\bmy account|\bget rid of my account/iu, 'delete account'],
  [/\b(?:balance|how much money)\b/iu, 'account balance'],
  [/\bbank\b/iu, 'open bank account'],
  [/\b(?:sum|arithmetic|work something out)\b/iu, 'calculator'],
  [
    /\b(?:send|write|get|mail program)\b.*\be?mails?\b|\b(?:by|please) e?mail\b|\bout by mail\b/iu,
    'send email',
  ],
  [/\bstock\b/iu, 'stock price'],
  [/\bhotels?\b/iu, 'book hotel'],
];

const THINGS: readonly (readonly [RegExp, string])[] = [
  [/\bhealth (?:data|diary|record)s?\b/iu, 'health data'],
  [/\b(?:timer|timed switch)\b/iu, 'timed switch'],
  [/\bscenes?\b/iu, 'scene'],
  [/\balarms?\b/iu, 'alarm'],
  [/\breminders?\b|\bremind\b/iu, 'reminder'],
  [/\bappointments?\b|\bvisit\b|\bcheck-up\b|\bdoctor\b/iu, 'appointment'],
  [/\bmeetings?\b/iu, 'meeting'],
  [/\bagenda\b/iu, 'agenda'],
];

const DEEDS: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:cancel|delete|remove|drop|call(?:ed)? (?:it |that |this )?off|get rid of|take .* out|can go|strike|not needed|never use|throw out)\b/iu,
    'delete',
  ],
  [
    /\b(?:move[ds]?|modify|change|reschedule|postpone|shift|replace|update|other devices|does not suit|bad moment|rearranged|gets a new)\b/iu,
    'modify',
  ],
  [
    /\b(?:is there|do I have|did (?:I|we)|check|look(?: up| whether)?|find|show|which|what|know|whether|sure|is a)\b/iu,
    'query',
  ],
];

/** What kind of tool fits: a usual wish, or a deed with a thing; null when neither is named. */
function kindOfTool(text: string): string | null {
  const kind = KINDS.find(([pattern]) => pattern.test(text))?.[1];
  if (kind !== undefined) return kind;
  const thing = THINGS.find(([pattern]) => pattern.test(text))?.[1];
  if (thing === undefined) return null;
  return `${DEEDS.find(([pattern]) => pattern.test(text))?.[1] ?? 'add'} ${thing}`;
}

/** A short phrase for a dialogue: what to do, and with what. */
export function keywordPhrase(task: Task): string {
  const users = task.turns
    .filter((turn) => turn.speaker === 'user')
    .map((turn) => turn.text)
    .reverse();
  for (const text of users) {
    for (const [pattern, phrase] of DIRECT) {
      const found = pattern.exec(text)?.[0];
      if (found !== undefined) return phrase(found);
    }
    const found = verbAndNoun(text) ?? kindOfTool(text);
    if (found !== null) return found;
  }
  const noun = new RegExp(`\\b${NOUNS}\\b`, 'iu').exec(users.join(' '))?.[1];
  if (noun !== undefined) return plainNoun(noun);
  return 'general assistant tool';
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A name of one word must be the whole name: a tax calculator is no calculator. */
function isTool(name: string, tool: readonly string[]): boolean {
  const wanted = tool.join('');
  return tool.length === 1 ? name === wanted : name.includes(wanted);
}

/** Words of the next tool that a several-step request needs and that was neither searched nor called; null when all were. */
export function nextToolWords(task: Task): readonly string[] | null {
  const request = task.turns.find((turn) => turn.speaker === 'user')?.text ?? '';
  const known = new Set<string>();
  for (const turn of task.turns) {
    if (turn.call === null) continue;
    const keywords = turn.call.input['keywords'] ?? turn.call.input['keyword'];
    known.add(
      (typeof keywords === 'string' ? keywords : turn.call.name).toLowerCase().replaceAll(' ', ''),
    );
  }
  for (const call of answeredCalls(task)) known.add(call.name.toLowerCase());
  return (
    WISHES.find(
      (wish) => wish.said.test(request) && ![...known].some((name) => isTool(name, wish.tool)),
    )?.tool ?? null
  );
}

/** `QueryMeeting`: the usual way to name one tool. */
export function compoundName(words: readonly string[]): string {
  return words.map(capital).join('');
}
