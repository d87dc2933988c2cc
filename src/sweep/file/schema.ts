/** What may stand in a sweep file? One schema: for the check, for the types, and for editors. */
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { MAXIMUM_SEED } from '../../config/protocol.ts';

const closed = { additionalProperties: false };

/** Names that grow with the plugins. */
export interface KnownNames {
  readonly methods: readonly string[];
  readonly datasets: readonly string[];
  readonly topologies: readonly string[];
  readonly schedules: readonly string[];
}

const about = (description: string) => ({ description });

function oneOf(names: readonly string[], description: string) {
  return Type.Union(
    names.map((name) => Type.Literal(name)),
    about(description),
  );
}

const count = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, description });

/** One value of each axis. */
function axisValues(known: KnownNames) {
  return {
    method: oneOf(known.methods, 'How the team is optimised.'),
    dataset: oneOf(known.datasets, 'The benchmark.'),
    topology: oneOf(known.topologies, 'Who speaks to whom.'),
    model: Type.String({
      minLength: 1,
      description: 'Who plays the agents: a name that "protocol list models" shows.',
    }),
    seed: count(0, MAXIMUM_SEED, 'Of the method and of sampling.'),
    teamSize: count(1, 100, 'Agents in the team.'),
    communication: oneOf(
      ['freeform', 'semi_structured', 'structured_soft'],
      'Form of the messages between agents.',
    ),
    split: oneOf(['stratified', 'published'], 'How train and validation tasks are drawn.'),
  };
}

function listOf<Item extends TSchema>(item: Item) {
  const { description } = item as { readonly description?: string };
  return Type.Array(item, {
    minItems: 1,
    uniqueItems: true,
    ...(description === undefined ? {} : { description }),
  });
}

function matrixSchema(known: KnownNames) {
  const axis = axisValues(known);
  return Type.Object(
    {
      methods: listOf(axis.method),
      datasets: Type.Optional(listOf(axis.dataset)),
      topologies: listOf(axis.topology),
      models: Type.Optional(listOf(axis.model)),
      seeds: Type.Optional(listOf(axis.seed)),
      teamSizes: Type.Optional(listOf(axis.teamSize)),
      communications: Type.Optional(listOf(axis.communication)),
      splits: Type.Optional(listOf(axis.split)),
    },
    {
      ...closed,
      description:
        'Every combination is a cell. An axis that is left out has the one value of configs/protocol.yaml.',
    },
  );
}

/** Some axes, each with a value or several. */
function selectionSchema(known: KnownNames, description: string) {
  const axis = axisValues(known);
  const some = <Item extends TSchema>(item: Item) =>
    Type.Optional(Type.Union([item, listOf(item)]));
  return Type.Object(
    {
      method: some(axis.method),
      dataset: some(axis.dataset),
      topology: some(axis.topology),
      model: some(axis.model),
      seed: some(axis.seed),
      teamSize: some(axis.teamSize),
      communication: some(axis.communication),
      split: some(axis.split),
    },
    { ...closed, minProperties: 1, description },
  );
}

const optionValue = Type.Union([Type.String(), Type.Number(), Type.Boolean()]);
const optionPairs = (description: string) =>
  Type.Record(
    Type.String(),
    Type.Union([optionValue, Type.Record(Type.String(), optionValue)]),
    about(description),
  );

function searchSettings(known: KnownNames) {
  return {
    budget: Type.Optional(count(0, 1_000_000, 'Usable rollouts of the search.')),
    optimize: Type.Optional(listOf(oneOf(['prompts', 'topology'], 'What the method may change.'))),
    maxCallRatio: Type.Optional(
      Type.Number({
        minimum: 0.01,
        maximum: 1000,
        description: "Model calls per task, at most this many times the seed team's.",
      }),
    ),
    options: Type.Optional(optionPairs('Options of the method: protocol explain METHOD.')),
    schedule: Type.Optional(oneOf(known.schedules, 'The order of the method, other than its own.')),
    scheduleOptions: Type.Optional(optionPairs('Options of the schedule.')),
    race: Type.Optional(Type.Boolean(about('Candidates on the same tasks race.'))),
    abortHopeless: Type.Optional(
      Type.Boolean(about('End a comparison that its candidate cannot pass any more.')),
    ),
    gate: Type.Optional(
      Type.Object(
        {
          rule: Type.Optional(oneOf(['strict', 'paired', 'margin'], 'Which gate decides.')),
          level: Type.Optional(Type.Number({ minimum: 0.0001, maximum: 0.5 })),
          marginPoints: Type.Optional(Type.Number({ minimum: 0.01, maximum: 100 })),
          tasks: Type.Optional(count(0, 1_000_000, 'Validation tasks kept from the method.')),
        },
        closed,
      ),
    ),
  };
}

const teamSettings = {
  rounds: Type.Optional(count(1, 16, 'Rounds of debate.')),
  aggregation: Type.Optional(
    oneOf(['majority', 'manager', 'last_stage'], 'How answers become one.'),
  ),
  space: Type.Optional(oneOf(['grid', 'wide'], 'Topology parameters that may be searched.')),
  answerMode: Type.Optional(oneOf(['text', 'tools'], 'Agents write the call, or make it.')),
  toolTurns: Type.Optional(
    count(1, 32, 'With answerMode tools: carry calls out, so many model calls a turn at most.'),
  ),
  framework: Type.Optional(
    oneOf(
      ['native', 'langgraph', 'crewai', 'autogen', 'openai_agents'],
      'Place in the experiment grid.',
    ),
  ),
};

const taskSettings = {
  task: Type.Optional(oneOf(['calls', 'replies'], 'What is asked of the benchmark.')),
  datasetSeed: Type.Optional(count(0, MAXIMUM_SEED, 'Pool of generated tasks.')),
  datasetSize: Type.Optional(count(1, 1_000_000, 'Tasks in a generated pool.')),
  splitSeed: Type.Optional(count(0, MAXIMUM_SEED, 'Draw of train and validation tasks.')),
  concurrency: Type.Optional(count(1, 1024, 'Rollouts in flight; never changes a result.')),
};

function settingsSchema(known: KnownNames, description: string) {
  return Type.Object(
    { ...searchSettings(known), ...teamSettings, ...taskSettings },
    { ...closed, description },
  );
}

const capsSchema = Type.Object(
  {
    maxCost: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, description: 'US dollars; needs prices.' }),
    ),
    maxTokens: Type.Optional(Type.Integer({ minimum: 1, description: 'In and out.' })),
    maxTime: Type.Optional(
      Type.String({ minLength: 2, description: 'Running time of one call, for example 8h.' }),
    ),
  },
  { ...closed, description: 'Of all jobs together; a flag of the command line goes before it.' },
);

export function sweepSchema(known: KnownNames) {
  return Type.Object(
    {
      name: Type.Optional(
        Type.String({
          pattern: '^[a-z0-9][a-z0-9_-]{0,39}$',
          description: "Of the sweep's own records. Without it, the file's name.",
        }),
      ),
      out: Type.Optional(
        Type.String({
          minLength: 1,
          description: 'Folder of the job folders, below where you stand. Without it, runs.',
        }),
      ),
      matrix: matrixSchema(known),
      include: Type.Optional(
        Type.Array(
          selectionSchema(known, 'Cells beside the matrix: what is not named is as in the matrix.'),
        ),
      ),
      exclude: Type.Optional(
        Type.Array(selectionSchema(known, 'Cells to leave out: those with all the named values.')),
      ),
      settings: Type.Optional(settingsSchema(known, 'Of every job.')),
      caps: Type.Optional(capsSchema),
      overrides: Type.Optional(
        Type.Array(
          Type.Object(
            {
              when: selectionSchema(known, 'Cells that this is about.'),
              set: settingsSchema(known, 'What is different for them; the last one wins.'),
            },
            closed,
          ),
        ),
      ),
    },
    {
      ...closed,
      title: 'A sweep of mas-protocol',
      description: 'Many jobs: protocol sweep FILE. See src/sweep/README.md.',
    },
  );
}

export type SweepFile = Static<ReturnType<typeof sweepSchema>>;
export type SweepSettings = NonNullable<SweepFile['settings']>;
export type Selection = NonNullable<SweepFile['exclude']>[number];
export type Axis = keyof Selection;
