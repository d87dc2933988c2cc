/** Made-up tasks and requests in the layout that teams are told them in. */
import type { Decoding, Message, ModelRequest } from '../../../../src/core/model.ts';
import { provider } from '../../../../src/models/sim/index.ts';
import { readTaskCall } from '../../../../src/models/sim/reader/read.ts';
import { readTask } from '../../../../src/models/sim/reader/task.ts';

type Parameters = { readonly [name: string]: readonly [type: string, description: string] };

export function api(
  name: string,
  description: string,
  parameters: Parameters,
  outputs: readonly string[] = [],
): object {
  return {
    name,
    description,
    input_parameters: Object.fromEntries(
      Object.entries(parameters).map(([key, [type, text]]) => [key, { type, description: text }]),
    ),
    output_parameters: Object.fromEntries(
      outputs.map((key) => [key, { type: 'str', description: key }]),
    ),
  };
}

export const LOGIN = api(
  'OpenSession',
  'Opens a session for a gardener.',
  { username: ['str', 'Who logs in.'], password: ['str', 'The password.'] },
  ['token'],
);
export const PLAN_WATERING = api('PlanWatering', 'Plans the watering of a plant in the garden.', {
  token: ['str', 'Session token.'],
  content: ['str', 'What to water.'],
  time: ['str', 'When to water. Format: %Y-%m-%d %H:%M:%S'],
  location: ['str', 'The bed.'],
});
export const INVITE = api('InviteVisitors', 'Invites visitors to a garden tour.', {
  attendees: ['list(str)', 'The visitors.'],
  date: ['str', 'The day of the tour. Format: %Y-%m-%d'],
});
export const FINDER = api('ToolFinderSearch', 'Finds a tool by keywords.', {
  keywords: ['str', 'A few words.'],
});

export function result(name: string, input: object, output: unknown): string {
  return `API: ${JSON.stringify({ api_name: name, input, output, exception: null })}`;
}

export function taskText(apis: readonly object[], dialogue: readonly string[]): string {
  return [
    'Decide on the next call.',
    'APIs (one JSON object per line):',
    ...apis.map((entry) => JSON.stringify(entry)),
    'Guidance: read well.',
    'Dialogue so far:',
    ...dialogue,
  ].join('\n');
}

/** The careful reading of a made-up task, as plain data. */
export function reading(
  apis: readonly object[],
  dialogue: readonly string[],
): { api: string; values: { [name: string]: unknown } } {
  const task = readTask(taskText(apis, dialogue));
  if (task === null) throw new Error('the text holds no task');
  const read = readTaskCall(task);
  return {
    api: read.api,
    values: Object.fromEntries(read.arguments.map(({ name, value }) => [name, value])),
  };
}

export const DECODING: Decoding = {
  temperature: 0.2,
  topP: 0.9,
  maxTokens: 32_768,
  repetitionPenalty: 1.05,
  thinking: false,
};

export const OUTPUT_CONTRACT =
  "Output contract (fixed):\nAnswer with one call:\n[ApiName(text_argument='some text')]";

export function turnMessages(rolePrompt: string, task: string, team = ''): Message[] {
  return [
    { role: 'system', content: `${rolePrompt}\n\n${OUTPUT_CONTRACT}` },
    { role: 'user', content: `${task}\n\n${team}Your turn: Solve the task.` },
  ];
}

export function request(
  messages: readonly Message[],
  more: Partial<ModelRequest> = {},
): ModelRequest {
  return {
    model: 'simulated',
    channel: 'task',
    messages,
    decoding: DECODING,
    seed: 7,
    sample: 0,
    ...more,
  };
}

export function openModel() {
  const model = provider.create({ endpoints: [], apiKey: null, timeoutMs: 1000, options: {} });
  const { signal } = new AbortController();
  return async (messages: readonly Message[], more: Partial<ModelRequest> = {}): Promise<string> =>
    (await model.generate(request(messages, more), signal)).text;
}

/** Share of seeds and tasks on which the reply passes; 0 to 1. */
export async function share(
  prompt: string,
  passes: (reply: string, place: number) => boolean,
  options: {
    readonly dialogue: (place: number) => readonly string[];
    readonly apis: readonly object[];
    readonly count: number;
    readonly ask: ReturnType<typeof openModel>;
  },
): Promise<number> {
  let passed = 0;
  for (let place = 0; place < options.count; place += 1) {
    const task = taskText(options.apis, options.dialogue(place));
    const reply = await options.ask(turnMessages(prompt, task), { seed: 1000 + place });
    if (passes(reply, place)) passed += 1;
  }
  return passed / options.count;
}
