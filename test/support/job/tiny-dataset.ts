/** What can a whole job be run on without any benchmark's data? Invented APIs and dialogues, told as API-Bank's are. */
import type { Dataset, TaskRef, ToolResult, ToolUse } from '../../../src/core/dataset.ts';
import { UsageError } from '../../../src/core/errors.ts';
import type { Json, JsonObject } from '../../../src/core/json.ts';
import type { ToolCall } from '../../../src/core/model.ts';
import { readToolArguments } from '../../../src/core/tool-arguments.ts';
import { parseAnswer } from '../../../src/datasets/apibank/parse/parse-answer.ts';
import { voteKey } from '../../../src/datasets/apibank/parse/vote-key.ts';
import { callAnswer } from '../../../src/datasets/apibank/tools/answer.ts';
import { toolsOf } from '../../../src/datasets/apibank/tools/schemas.ts';

export interface TinyTask extends TaskRef {
  readonly text: string;
  readonly gold: string;
}

export interface TinyDataset extends Dataset<TinyTask> {
  readonly tasks: readonly TinyTask[];
  /** Ids of every `load`, in order: what was seen, and when. */
  readonly loads: readonly (readonly string[])[];
}

interface Api {
  readonly name: string;
  readonly description: string;
  readonly input_parameters: {
    readonly [name: string]: { readonly type: string; readonly description: string };
  };
  readonly output_parameters: object;
}

const APIS: readonly Api[] = [
  api('ReserveBed', 'Reserves a garden bed for planting.', {
    bed_name: ['str', 'Name of the bed.'],
    planting_day: ['str', 'Day of the planting, in the format of %Y-%m-%d.'],
  }),
  api('OrderCrates', 'Orders crates of kitchen goods.', {
    goods_name: ['str', 'Name of the goods.'],
    crate_count: ['int', 'How many crates.'],
  }),
  api('MoorBoat', 'Moors a boat in the harbour.', {
    boat_name: ['str', 'Name of the boat.'],
    arrival_day: ['str', 'Day of the arrival, in the format of %Y-%m-%d.'],
    berth_count: ['int', 'How many berths.'],
  }),
  api('CancelMooring', 'Cancels the mooring of a boat.', {
    boat_name: ['str', 'Name of the boat.'],
  }),
];

function api(
  name: string,
  description: string,
  parameters: { readonly [name: string]: readonly [type: string, description: string] },
): Api {
  const entries = Object.entries(parameters).map(([key, [type, text]]) => [
    key,
    { type, description: text },
  ]);
  return {
    name,
    description,
    input_parameters: Object.fromEntries(entries) as Api['input_parameters'],
    output_parameters: { status: { type: 'str', description: 'success or failed.' } },
  };
}

const FIRST = [
  'Amber',
  'Birch',
  'Clover',
  'Dune',
  'Ember',
  'Fern',
  'Gale',
  'Heath',
  'Iris',
  'Juno',
];
const SECOND = ['Rise', 'Hollow', 'Reach'];
const MONTHS = ['March', 'April', 'May', 'June'];

/** A dialogue that has told everything, and the call that follows from it. */
type Story = (
  name: string,
  day: { readonly spoken: string; readonly written: string },
  count: number,
) => { readonly dialogue: readonly string[]; readonly gold: string };

const STORIES: { readonly [stratum: string]: Story } = {
  garden: (name, day) => ({
    dialogue: [
      'USER: I want to reserve a garden bed for planting.',
      'ASSISTANT: Gladly. What is the name of the bed, and which day is the planting?',
      `USER: The bed name is "${name}", and I plant on ${day.spoken}.`,
    ],
    gold: `[ReserveBed(bed_name='${name}', planting_day='${day.written}')]`,
  }),
  kitchen: (name, _day, count) => ({
    dialogue: [
      'USER: Please order some crates of goods for the kitchen.',
      'ASSISTANT: Which goods, and how many crates?',
      `USER: I need ${count} crates of "${name}".`,
    ],
    gold: `[OrderCrates(goods_name='${name}', crate_count=${count})]`,
  }),
  harbour: (name, day, count) => ({
    dialogue: [
      'USER: I would like to moor my boat in the harbour.',
      'ASSISTANT: What is its name, which day does it arrive, and how many berths does it need?',
      `USER: The boat name is "Old ${name}".`,
      `USER: Sorry, it is "${name}". It arrives on ${day.spoken} and needs ${count} berths.`,
    ],
    gold: `[MoorBoat(boat_name='${name}', arrival_day='${day.written}', berth_count=${count})]`,
  }),
};

const TASKS_PER_STRATUM = 24;
const HELD_OUT_PER_STRATUM = 6;

function makeTask(stratum: string, index: number): TinyTask {
  const name = `${FIRST[index % 10] ?? ''} ${SECOND[Math.floor(index / 10)] ?? ''}`;
  const month = index % 4;
  const date = 5 + index;
  const suffix = date === 21 ? 'st' : date === 22 ? 'nd' : date === 23 ? 'rd' : 'th';
  const day = {
    spoken: `${MONTHS[month] ?? ''} ${date}${suffix} 2024`,
    written: `2024-0${month + 3}-${String(date).padStart(2, '0')}`,
  };
  const story = STORIES[stratum] as Story;
  const { dialogue, gold } = story(name, day, 2 + (index % 7));
  const text = [
    'You are given a dialogue between a user and an assistant that can call APIs. Decide on the next call.',
    'APIs (one JSON object per line):',
    ...APIS.map((entry) => JSON.stringify(entry)),
    'Guidance: every API that this dialogue needs is listed above.',
    'Dialogue so far:',
    ...dialogue,
  ].join('\n');
  return { id: `${stratum}-${String(index).padStart(2, '0')}`, stratum, text, gold };
}

const OUTPUT_CONTRACT = [
  'Answer with exactly one complete API call in square brackets, every argument given by name:',
  "[ApiName(text_argument='some text', number_argument=3)]",
].join('\n');

const FUNCTIONS = toolsOf(APIS as unknown as readonly JsonObject[], {});

const TOOLS: ToolUse<TinyTask> = {
  schemas: () => FUNCTIONS.map(({ schema }) => schema),
  brief: ({ text }) => ({
    task: text.replaceAll(/^(?:APIs|\{).*\n/gm, ''),
    outputContract: 'Answer by calling exactly one function.',
  }),
  answerOf: (_task, call) => callAnswer({ api: call.name, arguments: call.arguments }),
  session: () => Promise.resolve({ execute: (call) => Promise.resolve(carriedOut(call)) }),
};

/** The invented world knows days in one form only, and counts in digits. */
function carriedOut({ name, arguments: sent }: ToolCall): ToolResult {
  const value = readToolArguments(sent)?.value ?? null;
  const isForm = ([key, given]: readonly [string, Json]): boolean =>
    key.endsWith('_day')
      ? typeof given === 'string' && /^\d{4}-\d\d-\d\d$/.test(given)
      : !key.endsWith('_count') || typeof given === 'number';
  const failed = value === null || !Object.entries(value).every(isForm);
  const exception = failed ? 'an argument has the wrong form' : null;
  return {
    text: JSON.stringify({ api_name: name, input: value, output: !failed, exception }),
    failed,
  };
}

/** 72 tasks in three strata, 18 of them held out. An answer is right when its call equals the reference call. */
export function tinyDataset(): TinyDataset {
  const tasks = Object.keys(STORIES).flatMap((stratum) =>
    Array.from({ length: TASKS_PER_STRATUM }, (_, index) => makeTask(stratum, index)),
  );
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const refs = tasks.map(({ id, stratum }) => ({ id, stratum }));
  const loads: string[][] = [];
  return {
    id: 'tiny',
    version: 1,
    identity: { tasks: tasks.length },
    pool: refs,
    evaluation: refs.filter((_, index) => index % TASKS_PER_STRATUM < HELD_OUT_PER_STRATUM),
    tasks,
    loads,
    load: (ids) => {
      loads.push([...ids]);
      return Promise.resolve(
        ids.map((id) => {
          const task = byId.get(id);
          if (task === undefined) throw new UsageError(`tiny has no task "${id}"`);
          return task;
        }),
      );
    },
    referenceAnswer: (task) => task.gold,
    brief: (task) => ({ task: task.text, outputContract: OUTPUT_CONTRACT }),
    score: (task, answer) => Promise.resolve(scoreCall(task, answer)),
    voteKey,
    tools: TOOLS,
    reporting: {
      scorers: [{ id: 'equality', version: 1, title: 'the call equals the reference call' }],
      scoreAll: (task, answer) => Promise.resolve({ equality: scoreCall(task, answer).correct }),
      columns: Object.keys(STORIES),
      columnOf: (task) => task.stratum,
      sampleOf: () => null,
      published: [],
    },
    describe: () =>
      Promise.resolve({
        title: 'Invented calls',
        version: '1',
        licence: 'MIT',
        provenance: [],
        counts: { tasks: tasks.length },
        hashes: {},
      }),
  };
}

function scoreCall(task: TinyTask, answer: string): Awaited<ReturnType<TinyDataset['score']>> {
  const correct = voteKey(answer) === voteKey(task.gold);
  const feedback = correct ? 'Correct.' : wrongCall(task, answer);
  return {
    score: correct ? 1 : 0,
    correct,
    stage: 'score',
    errorKind: correct ? null : 'call_differs',
    error: correct ? null : 'another call was expected',
    errorClass: correct ? null : 'wrong_value',
    decided: true,
    feedback,
    details: {},
  };
}

/** Worded as API-Bank's feedback is, for that is what the simulated model learns from. */
function wrongCall(task: TinyTask, answer: string): string {
  const given = parseAnswer(answer, 'last');
  const gold = parseAnswer(task.gold, 'last');
  if (!given.ok) return 'Stage parse: the answer holds no complete call in square brackets.';
  if (!gold.ok || given.name !== gold.name) {
    return `Stage api_name: ${given.name} is the wrong API for this step of the dialogue.`;
  }
  const names = [...gold.arguments.entries()].map(([name]) => name as string);
  const missing = names.filter((name) => !given.arguments.has(name));
  if (missing.length > 0) {
    return `Stage score: ${given.name} was called without required parameters (missing: ${missing.join(', ')}).`;
  }
  return `Stage score: ${given.name} gave another result than expected (values differ from the reference: ${names.join(', ')}).`;
}
