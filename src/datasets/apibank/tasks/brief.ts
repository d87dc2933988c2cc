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

/** With functions, an API is on offer as soon as the dialogue shows its description. */
const TOOL_GUIDANCE: { readonly [level in Level]: string } = {
  1: 'every API that this dialogue needs is offered as a function. Take argument values from the dialogue and from earlier API results.',
  2: `an API is offered as a function once the dialogue shows its description. If the API you need is not offered yet, call ${TOOL_SEARCHER} with fitting keywords; if it is, call it.`,
  3: `the request may take several calls in a row. Make only the next one. An API is offered as a function once ${TOOL_SEARCHER} has found it, and results above may hold the values it needs.`,
};

const TOOL_CONTRACT = [
  'Answer by calling exactly one function: the one API call that has to be made next, with every argument that it needs.',
  "Always call a function, do not answer in words; where a value cannot be inferred, give 'UNKNOWN' for it.",
].join('\n');

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
  const lines = [
    TASK,
    'APIs (one JSON object per line):',
    ...listedApis(task).map((api) => JSON.stringify(api)),
    `Guidance: ${GUIDANCE[task.level]}`,
    ...dialogueLines(task),
  ];
  return { task: lines.join('\n'), outputContract: OUTPUT_CONTRACT };
}

/** The same task where its APIs are offered as functions: they are not told again. */
export function toolBriefOf(task: ApiBankTask): Brief {
  const lines = [TASK, `Guidance: ${TOOL_GUIDANCE[task.level]}`, ...dialogueLines(task)];
  return { task: lines.join('\n'), outputContract: TOOL_CONTRACT };
}

/** The descriptions that stand at the head of the task; searches in the dialogue may show more. */
export function listedApis(task: ApiBankTask): readonly JsonObject[] {
  return task.level === 1 ? task.describedApis.map(describedApi) : [SEARCH_DESCRIPTION];
}

function dialogueLines(task: ApiBankTask): string[] {
  return ['Dialogue so far:', ...task.history.map(historyLine)];
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
  return { api_name: apiName, input, output: shownOutput(apiName, output), exception };
}

/** A result as agents see it: the text that a search was made with is no part of a description. */
export function shownOutput(apiName: string, output: Json): Json {
  return apiName === TOOL_SEARCHER ? withoutSearchText(output) : output;
}

function withoutSearchText(output: Json): Json {
  if (Array.isArray(output)) return (output as readonly Json[]).map(withoutSearchText);
  const record = asObject(output);
  if (record === null) return output;
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== 'desc_for_search'));
}
