/** Which mistakes does a weak model make, how often, and which advice keeps it from them? */

export type MistakeId =
  | 'token_skip'
  | 'skip_search'
  | 'long_keyword'
  | 'vague_keyword'
  | 'repeat_call'
  | 'invented_name'
  | 'date_form'
  | 'assumed_year'
  | 'stale_value'
  | 'paraphrase'
  | 'wrong_result'
  | 'number_form'
  | 'list_as_text'
  | 'missing_argument'
  | 'extra_argument'
  | 'renamed_argument'
  | 'prose'
  | 'double_call'
  | 'broken_syntax'
  | 'peer_neglect';

interface MistakeKind {
  readonly id: MistakeId;
  /** Chance per applicable draft without any advice. */
  readonly rate: number;
  /** Only a reply that may become the team's answer can make it. */
  readonly answersOnly: boolean;
  /** Sentences that name the right thing to do. Negated, they turn into bad advice. */
  readonly good: readonly RegExp[];
  /** Sentences that name the wrong thing to do. Negated, they turn into good advice. */
  readonly bad: readonly RegExp[];
}

function kind(
  id: MistakeId,
  rate: number,
  cues: Pick<MistakeKind, 'good' | 'bad'>,
  answersOnly = false,
): MistakeKind {
  return { id, rate, answersOnly, ...cues };
}

/** Stems, not magic words: any usual English way of giving the advice is meant to match. */
export const MISTAKE_KINDS: readonly MistakeKind[] = [
  kind('token_skip', 0.3, {
    good: [
      /\b(?:token|log ?in|authenticat|authori[sz]|credential)\w*\b.*\b(?:first|before|prior|beforehand|obtain|get|fetch|retriev|request)/iu,
      /\b(?:first|before|obtain|get|fetch|retriev|acquir)\w*\b.*\b(?:token|log ?in|authenticat|authori[sz])/iu,
      /\b(?:include|pass|provide|supply)\w*\b.*\btoken/iu,
    ],
    bad: [/\b(?:skip|omit|ignore|leave out)\b.*\b(?:token|authenticat)/iu, /\bgo straight to\b/iu],
  }),
  kind('skip_search', 0.22, {
    good: [
      /\b(?:search|look up|look for|find|discover)\b.*\b(?:first|before|api|tool)\b/iu,
      /\bToolSearcher\b/u,
      /\b(?:api|tool)s?\b.*\b(?:found|searched|returned|looked up)\b.*\b(?:before|first)/iu,
    ],
    bad: [/\b(?:skip|without)\b.*\bsearch/iu, /\bcall\b.*\bdirectly without/iu],
  }),
  kind('long_keyword', 0.26, {
    good: [
      /\b(?:short|brief|concise|few|two or three|compact|minimal|one to three)\b.*\b(?:keyword|search|quer|phrase|term)/iu,
      /\b(?:keyword|search|quer|phrase)\w*\b.*\b(?:short|brief|concise|few words|compact|minimal)/iu,
    ],
    bad: [
      /\b(?:detailed|long|full|complete|whole)\b.*\b(?:keyword|search phrase|search quer|request)\w*/iu,
    ],
  }),
  kind('vague_keyword', 0.11, {
    good: [
      /\b(?:keyword|search)\w*\b.*\b(?:name|action|verb|object|function|purpose|specific|capabilit|does)/iu,
      /\b(?:verb|action)\b.*\b(?:object|noun)\b/iu,
    ],
    bad: [/\b(?:general|broad|generic)\b.*\b(?:keyword|search)/iu],
  }),
  kind('repeat_call', 0.15, {
    good: [
      /\b(?:next|following|missing|remaining|open)\b.*\bstep/iu,
      /\b(?:already|earlier|previous|past|completed|done)\b.*\b(?:calls?|steps?|made)\b/iu,
      /\b(?:call|step)s?\b.*\b(?:already|so far|were made|have been made)/iu,
    ],
    bad: [/\b(?:repeat|redo|again)\b.*\b(?:call|step)/iu, /\b(?:call|step)\w*\b.*\bagain\b/iu],
  }),
  kind('invented_name', 0.08, {
    good: [
      /\b(?:exact|same|listed|described|given|correct)\w* (?:\w+ ){0,2}(?:api|tool|function)?s? ?(?:name|spelling)/iu,
      /\b(?:api|tool|function)(?: name)?s?\b.*\b(?:as (?:it is |they are )?(?:listed|written|spelled|given)|spelled|one of those|verbatim|that (?:are|is) (?:listed|described))/iu,
    ],
    bad: [
      /\b(?:invent|make up|guess|improvis|creat)\w*\b.*\b(?:name|api|tool|function)/iu,
      /\bbe creative\b/iu,
    ],
  }),
  kind('date_form', 0.38, {
    good: [
      /\b(?:date|time|timestamp|moment)s?\b.*\b(?:format|pattern|form|YYYY|%Y|convert|normali[sz]|ISO|24-hour|digits)/iu,
      /\b(?:format|pattern|convert|normali[sz]|rewrite|write)\w*\b.*\b(?:date|time|timestamp)/iu,
    ],
    bad: [
      /\b(?:keep|write|use|prefer|leave)\b.*\b(?:natural|readable|spoken)\b.*\b(?:date|time)/iu,
      /\b(?:date|time)s?\b.*\b(?:natural|readable|as (?:said|spoken)|the way the user|as the user (?:says|said|puts))/iu,
    ],
  }),
  kind('assumed_year', 0.14, {
    good: [
      /\b(?:year|relative|tomorrow|weekday|today)\b/iu,
      /\b(?:missing|unstated|implied)\b.*\b(?:date|time|year|end)/iu,
    ],
    bad: [/\b(?:guess|assume)\w*\b.*\byear/iu],
  }),
  kind('stale_value', 0.4, {
    good: [
      /\b(?:latest|last|most recent|newest|final|correct(?:ed|ion))\b.*\b(?:value|word|turn|statement|version|user|mention|correction)/iu,
      /\bcorrections?\b/iu,
    ],
    bad: [/\b(?:first|original)\b.*\b(?:mention|value|statement)/iu],
  }),
  kind('paraphrase', 0.22, {
    good: [
      /\b(?:verbatim|word for word|literally|copy|copied|quote|preserve|exact(?:ly)?)\b.*\b(?:value|text|word|name|user|dialogue|argument|said|wrote)/iu,
      /\b(?:value|text|word|name|argument)s?\b.*\b(?:verbatim|word for word|literally|copied|exactly as|as the user)/iu,
    ],
    bad: [/\b(?:paraphras|reword|shorten|summari[sz]|simplif|rephras|improv|abbreviat)\w*/iu],
  }),
  kind('wrong_result', 0.2, {
    good: [
      /\b(?:earlier|previous|prior|returned|api)\b.*\b(?:result|output|response)s?/iu,
      /\b(?:copy|reuse|carry over|take over)\b.*\b(?:result|output|response)/iu,
      /\b(?:result|output|response)s?\b.*\b(?:copy|reuse|use|carry|take|full precision|unchanged)/iu,
    ],
    bad: [/\bround\w*\b/iu, /\bignore\b.*\b(?:result|output)s?/iu],
  }),
  kind('number_form', 0.2, {
    good: [
      /\b(?:number|count|amount|quantit|integer|numeric|unit)\w*\b.*\b(?:digit|number|integer|numeral|plain|type|unit|without)/iu,
      /\b(?:types?|declared type|data type)\b.*\b(?:parameter|argument|value)/iu,
      /\b(?:parameter|argument|value)s?\b.*\b(?:types?|typed)\b/iu,
    ],
    bad: [/\b(?:spell|write)\b.*\bnumbers? (?:out|in words|as words)/iu],
  }),
  kind('list_as_text', 0.42, {
    good: [
      /\blists?\b.*\b(?:bracket|element|item|list|python|literal|array)/iu,
      /\b(?:bracket|array|list)\w*\b.*\b(?:several|multiple|people|attendees|names|values)/iu,
    ],
    bad: [/\b(?:comma|joined|single string)\b.*\b(?:list|names|values)/iu],
  }),
  kind('missing_argument', 0.08, {
    good: [
      /\bno (?:\w+ )?(?:parameter|argument|field|input)s? (?:is |are |may be |should be )?(?:missing|left out|omitted|forgotten)/iu,
      /\b(?:every|all|each|required|complete|full set)\b.*\b(?:parameter|argument|field|input)/iu,
      /\b(?:parameter|argument|field|input)s?\b.*\b(?:required|complete|filled|missing|present|covered)/iu,
    ],
    bad: [/\b(?:minimal|fewest|only the most important|essential)\b.*\b(?:parameter|argument)/iu],
  }),
  kind('extra_argument', 0.06, {
    good: [
      /\b(?:only|no other|nothing but|just)\b.*\b(?:parameter|argument|described|listed|documented|schema)/iu,
      /\b(?:schema|signature|description)\b.*\b(?:parameter|argument)s?/iu,
    ],
    bad: [
      /\b(?:extra|additional|helpful|further|unlisted|more)\b.*\b(?:parameter|argument|detail|context)s?/iu,
    ],
  }),
  kind('renamed_argument', 0.09, {
    good: [
      /\b(?:exact|described|listed|given|same)\w*\b.*\b(?:parameter|argument|key)s?(?: name)?/iu,
      /\b(?:parameter|argument|key) names?\b.*\b(?:exact|described|listed|verbatim|as|match)/iu,
    ],
    bad: [/\brenam\w*\b/iu, /\b(?:clearer|better|friendlier)\b.*\bnames?\b/iu],
  }),
  kind(
    'prose',
    0.14,
    {
      good: [
        /\b(?:only|nothing but|nothing else|just|solely|no other text)\b.*\b(?:call|bracket|answer|line)/iu,
        /\b(?:call|answer|output|reply|end|finish|bracket)\w*\b.*\b(?:only|nothing else|alone|bracket|single line|one line)/iu,
      ],
      bad: [
        /\b(?:prose|natural language|full sentences|conversational|friendly|explain|explanation|chatty)\b/iu,
      ],
    },
    true,
  ),
  kind(
    'double_call',
    0.11,
    {
      good: [/\b(?:exactly one|a single|one single|just one|only one|one complete|one next)\b/iu],
      bad: [
        /\b(?:alternativ|several calls|multiple calls|two or three calls|a second call|candidates? calls|fallback call)\w*/iu,
      ],
    },
    true,
  ),
  kind(
    'broken_syntax',
    0.12,
    {
      good: [
        /\b(?:bracket|parenthes|quot|keyword argument|syntax|well-?formed|name=value|named argument)\w*/iu,
      ],
      bad: [/\b(?:positional|without quotes|json object|markdown|code block|bullet)\b/iu],
    },
    true,
  ),
  kind('peer_neglect', 0.6, {
    good: [
      /\b(?:verif|check|compar|cross-?check|audit|validat|confirm|inspect|scrutin|challeng|correct)\w*\b/iu,
      /\bevidence\b/iu,
    ],
    bad: [
      /\b(?:trust|accept|adopt|follow)\b.*\b(?:majority|others|peers|team|colleague|previous|proposal)/iu,
    ],
  }),
];

/** Advice about style that touches several kinds at once: what it does to their rates. */
interface StyleAdvice {
  readonly pattern: RegExp;
  readonly adds: { readonly [kind in MistakeId]?: number };
}

export const STYLES: readonly StyleAdvice[] = [
  {
    pattern:
      /\b(?:step by step|reason at length|think aloud|in detail|thorough(?:ly)? explain|explain (?:your|each|every)|show your (?:work|reasoning))\b/iu,
    adds: { prose: 0.1, double_call: 0.14, repeat_call: 0.04, broken_syntax: 0.04 },
  },
  {
    pattern:
      /\b(?:answer|reply|respond|write)\b.*\b(?:in prose|natural language|conversational|plain english|friendly)/iu,
    adds: { prose: 0.3, broken_syntax: 0.06 },
  },
  {
    pattern:
      /\b(?:ask|request)\w*\b.*\b(?:clarif|confirm|follow-?up|question)|\bclarifying questions?\b/iu,
    adds: { prose: 0.25, missing_argument: 0.05 },
  },
  {
    pattern:
      /\b(?:alternativ\w+|several (?:options|calls|possibilit)|list (?:all|several) (?:possible|plausible))/iu,
    adds: { double_call: 0.35 },
  },
  {
    pattern: /\bbe (?:creative|imaginative|bold)|\buse your (?:own )?(?:judg|imagination)/iu,
    adds: { invented_name: 0.12, extra_argument: 0.1, paraphrase: 0.08 },
  },
  {
    pattern: /\bbe (?:very |as )?(?:brief|concise|short|terse)\b/iu,
    adds: { missing_argument: 0.07, paraphrase: 0.07 },
  },
  {
    pattern: /\b(?:context|background|notes?|remarks?)\b.*\b(?:argument|parameter)s?\b/iu,
    adds: { extra_argument: 0.1 },
  },
];
