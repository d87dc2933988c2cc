/** What does the reflection model know to advise: well, in vain, or to harm? */
import type { MistakeId } from '../mistakes/kinds.ts';

/** Several wordings per kind; a seed picks one. */
export const GOOD_ADVICE: { readonly [kind in MistakeId]: readonly string[] } = {
  token_skip: [
    'When an API takes a token and no token has come back yet, obtain the token first.',
    'Authenticate before anything else: fetch the token with the login data, then go on.',
    'Calls that need a token come only after the token was retrieved, so request it first.',
  ],
  skip_search: [
    'If no description fits the wish, search for the API first.',
    'An API has to be found by a search before it is called.',
    'Look for the right tool with the search API before you call it.',
  ],
  long_keyword: [
    'Search with a short keyword of two or three words.',
    'Keep search keywords brief: no whole sentences.',
    'A compact phrase of few words makes the best search term.',
  ],
  vague_keyword: [
    'Let the keywords name the action and the object of the tool.',
    'Put the verb and the object into the search.',
    'A keyword should be specific about what the tool does.',
  ],
  repeat_call: [
    'Look at which calls were already made and move on to the next open step.',
    'Do not make an earlier call again; take the next missing step.',
    'Skip the steps that the previous calls have completed.',
  ],
  invented_name: [
    'Use the exact API name as it is listed.',
    'Never invent an API name.',
    'The API must be one of those described, spelled exactly the same.',
  ],
  date_form: [
    'Write every date and time in the format that the parameter description names.',
    'Convert spoken times into the described pattern, with all digits.',
    'Normalise dates and times to the pattern of the API before you use them.',
  ],
  assumed_year: [
    'Work out relative days and a missing year from the rest of the dialogue.',
    'Resolve words like tomorrow from the current day, and keep the year consistent.',
    'If the year is not said, take the one used elsewhere in the dialogue.',
  ],
  stale_value: [
    'When the user corrects something, the latest value counts.',
    'Prefer the most recent statement over earlier mentions.',
    'Mind corrections: the last version is the valid one.',
  ],
  paraphrase: [
    'Copy text values word for word from the dialogue.',
    'Names and texts are taken verbatim from what the user said.',
    'Never paraphrase the values that the user gave.',
  ],
  wrong_result: [
    'Copy values from earlier API results unchanged and in full precision.',
    'Ids, tokens and coordinates come from the returned output, character by character.',
    'Reuse the result of a previous call exactly as it was returned.',
  ],
  number_form: [
    'Write counts and amounts as plain digits without units.',
    'Follow the declared type of each parameter, so a number stays a number.',
    'Numbers are given as integer digits, never as words.',
  ],
  list_as_text: [
    'Give lists as lists in brackets, one element per item.',
    'Several names form a list with square brackets, not one text.',
    'A list parameter needs a real list of quoted elements.',
  ],
  missing_argument: [
    'Fill in every required parameter.',
    'Check that no argument is missing before you finish.',
    'All parameters of the API need a value.',
  ],
  extra_argument: [
    'Add no other parameter than those described.',
    'Use only the parameters of the schema.',
    'Nothing but the documented arguments may appear.',
  ],
  renamed_argument: [
    'Use the exact parameter names of the description.',
    'Argument names are copied as listed.',
    'Keep the given key names of all arguments.',
  ],
  prose: [
    'Output only the call and nothing else.',
    'End with the bracketed call alone, on a single line.',
    'Reply with nothing but the call.',
  ],
  double_call: [
    'Give exactly one call.',
    'Produce a single call, never two.',
    'Decide on only one call for this step.',
  ],
  broken_syntax: [
    'Mind the syntax: square brackets, parentheses and quoted text.',
    'Write arguments as name=value pairs inside the brackets.',
    'Make sure that the call is well-formed, with quotes around texts.',
  ],
  peer_neglect: [
    'Verify every proposal of the team against the dialogue before you use it.',
    "Compare the others' values with the evidence and correct what is unsupported.",
    'Cross-check names, values and formats that others report.',
  ],
};

export const USELESS_ADVICE: readonly string[] = [
  'Take pride in good work.',
  'Stay calm and focused.',
  'Remember that the user relies on you.',
  'Work as an experienced professional would.',
  'Aim for a high quality of the outcome.',
  'Keep the wider purpose in mind.',
];

export const HARMFUL_ADVICE: readonly string[] = [
  'Think step by step and explain your reasoning at length.',
  'Ask the user for clarification whenever anything is uncertain.',
  'Offer several alternative calls so that the best can be picked.',
  'Answer in natural language that is friendly to read.',
  'Be very concise and shorten values where possible.',
  'Use your own judgment and be creative with the details.',
  'Write dates and times the way the user says them.',
  'Add helpful context as extra arguments.',
];
