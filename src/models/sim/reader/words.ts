/** Which words of a text carry meaning, in a form that can be compared? */

const STOP_WORDS = new Set(
  'a an the this that these those is are was were be been am i me my you your we our it its he she they them his her of for to in on at by with from and or not no do does did can could would will please help need want like know let sure ok okay hi hello yes thank thanks api apis includes include parameter parameters given allows users user information based some any there'.split(
    ' ',
  ),
);

/** One word per group: what people say, and what tools are called. */
const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  [
    'add',
    [
      'add',
      'create',
      'set',
      'put',
      'insert',
      'setting',
      'adding',
      'schedule',
      'book',
      'reserve',
      'order',
      'make',
    ],
  ],
  [
    'delete',
    [
      'delete',
      'remove',
      'cancel',
      'drop',
      'erase',
      'deletion',
      'cancellation',
      'deleting',
      'removing',
    ],
  ],
  [
    'modify',
    ['modify', 'change', 'update', 'edit', 'reschedule', 'move', 'modification', 'adjust'],
  ],
  [
    'query',
    [
      'query',
      'check',
      'find',
      'show',
      'look',
      'search',
      'retrieve',
      'view',
      'tell',
      'querie',
      'see',
    ],
  ],
  ['record', ['record', 'log', 'save', 'store']],
  [
    'calculate',
    ['calculate', 'calculator', 'compute', 'arithmetic', 'math', 'calculation', 'result'],
  ],
  ['register', ['register', 'registration', 'appointment', 'registere']],
  ['agenda', ['agenda', 'schedule', 'event', 'calendar']],
  ['remind', ['remind', 'reminder']],
  ['history', ['history', 'historical', 'happen']],
  [
    'token',
    [
      'token',
      'authenticate',
      'authentication',
      'authorize',
      'authorization',
      'credential',
      'login',
    ],
  ],
  ['today', ['today', 'current', 'date']],
];

const CANONICAL: ReadonlyMap<string, readonly string[]> = GROUPS.reduce((map, [group, words]) => {
  for (const word of words) map.set(word, [...(map.get(word) ?? []), group]);
  return map;
}, new Map<string, readonly string[]>());

function stemOf(word: string): string {
  const lower = word.toLowerCase();
  if (lower.length <= 4) return lower.replace(/s$/u, '');
  return lower
    .replace(/(?:ies)$/u, 'y')
    .replace(/(?:ing|ed|es|s)$/u, '')
    .replace(/([bdgmnprt])\1$/u, '$1');
}

/** `AddAgenda` and `add_agenda` as words. */
export function splitName(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/gu, '$1 $2')
    .split(/[\s_-]+/u)
    .filter((word) => word !== '');
}

/** Stems and the groups they belong to. */
export function meaning(text: string): Set<string> {
  const found = new Set<string>();
  for (const word of text.match(/[A-Za-z]+/gu) ?? []) {
    const lower = word.toLowerCase();
    if (STOP_WORDS.has(lower)) continue;
    const groups = CANONICAL.get(lower) ?? CANONICAL.get(stemOf(lower));
    for (const group of groups ?? []) found.add(group);
    if (groups === undefined) found.add(stemOf(lower));
  }
  return found;
}
