/** How is a task told to a team? In our own words, with the data's own texts of APIs and dialogue. */
import type { Brief } from '../../../core/dataset.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { describedApi } from '../data/catalog.ts';
import { type ApiTurn, asObject, type Turn } from '../data/dialogues.ts';
import { TOOL_SEARCHER } from '../data/recordings.ts';
import type { Level } from './ids.ts';
import type { ApiBankTask } from './task.ts';

const TASK =
  'You are given a dialogue between a user and an assistant that can call APIs. Decide on the one API call that the assistant has to make next.';

const GUIDANCE: { readonly [level in Level]: string } = {
  1: 'every API that this dialogue needs is listed above. Take argument values from the dialogue and from earlier API results.',
  2: `only the search for APIs is listed. If the dialogue does not yet show the description of the API you need, call ${TOOL_SEARCHER} with fitting keywords; if it does, call that API exactly as it is described there.`,
  3: `the request may take several calls in a row. Predict only the next one. An API must have been found with ${TOOL_SEARCHER} before it is called, and results above may hold the values it needs.`,
};

const OUTPUT_CONTRACT = [
  'Answer with exactly one complete API call in square brackets, every argument given by name:',
  "[ApiName(text_argument='some text', number_argument=3)]",
  'Put text values in quotes and write numbers without quotes. Use the API name and the argument names exactly as described.',
  "Always give a complete call; where a value cannot be inferred, use 'UNKNOWN' for it.",
].join('\n');

/** The search as it is shown on levels 2 and 3, where upstream's own description is not part of the prompt. */
const SEARCH_DESCRIPTION: JsonObject = {
  name: TOOL_SEARCHER,
  description:
    'Looks up which API fits a need. Returns the description of the API that matches the keywords best.',
  input_parameters: {
    keywords: { type: 'str', description: 'A few words that say what the wanted API does.' },
  },
  output_parameters: {
    best_match: { type: 'dict', description: 'Name, description and parameters of the API found.' },
  },
};

/** Placeholders in the data are left as they are. */
export function briefOf(task: ApiBankTask): Brief {
  const described = task.level === 1 ? task.describedApis.map(describedApi) : [SEARCH_DESCRIPTION];
  const lines = [
    TASK,
    'APIs (one JSON object per line):',
    ...described.map((api) => JSON.stringify(api)),
    `Guidance: ${GUIDANCE[task.level]}`,
    'Dialogue so far:',
    ...task.history.map(historyLine),
  ];
  return { task: lines.join('\n'), outputContract: OUTPUT_CONTRACT };
}

/** One turn of the dialogue as every brief shows it. */
export function historyLine(turn: Turn): string {
  switch (turn.role) {
    case 'User':
      return `USER: ${turn.text}`;
    case 'AI':
      return `ASSISTANT: ${turn.text}`;
    case 'API':
      return `API: ${JSON.stringify(shownCall(turn))}`;
  }
}

function shownCall({ apiName, result }: ApiTurn): JsonObject {
  const { input, output, exception } = result;
  const shown = apiName === TOOL_SEARCHER ? withoutSearchText(output) : output;
  return { api_name: apiName, input, output: shown, exception };
}

/** The text that the search was made with is no part of a description. */
function withoutSearchText(output: Json): Json {
  if (Array.isArray(output)) return (output as readonly Json[]).map(withoutSearchText);
  const record = asObject(output);
  if (record === null) return output;
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== 'desc_for_search'));
}
