/** What can be said about a job on the command line? */
import { MAXIMUM_SEED } from '../../config/protocol.ts';
import { UsageError } from '../../core/errors.ts';
import type { Racing } from '../../core/optimizer.ts';
import type { ToolAnswering } from '../../evaluation/answering.ts';
import type { ScheduleRequest } from '../../protocol/preparation/schedule.ts';
import { datasets, optimizers, schedules, topologies } from '../../registry.ts';
import type { FlagValues } from '../flags.ts';
import { dataFlag } from './ensure-data.ts';
import { gateFlags } from './gate-options.ts';
import { spendFlags } from './spend-options.ts';

/** Flags that describe the team; shared by `run` and `eval`. */
export const teamFlags = {
  topology: {
    kind: 'choice',
    axis: 'topology',
    choices: Object.keys(topologies),
    describe: 'who speaks to whom',
    required: true,
  },
  teamSize: {
    kind: 'integer',
    minimum: 1,
    maximum: 100,
    describe: "agents in the team; the grid has 2, 4, 8 and 10. Without it, the topology's default",
  },
  communication: {
    kind: 'choice',
    choices: ['freeform', 'semi_structured', 'structured_soft'],
    synonyms: { 'semi-structured': 'semi_structured', 'structured-soft': 'structured_soft' },
    describe: 'form of the messages between agents. Without it, freeform',
  },
  rounds: {
    kind: 'integer',
    minimum: 1,
    maximum: 16,
    describe: "rounds of debate. Without it, the topology's default",
  },
  parameter: {
    kind: 'pairs',
    describe:
      'fix any parameter of the topology, for example temperature=0.7 or role.verifier=absent; repeatable. protocol explain TOPOLOGY shows them',
  },
} as const;

/** What is asked of the benchmark; shared by `run` and `eval`. */
export const taskFlag = {
  kind: 'choice',
  choices: ['calls', 'replies', 'samples'],
  describe:
    'calls: the next API call, right or wrong. replies: what is said to the user after it, by ROUGE-L. samples: whole errands, call by call (eval only)',
  default: 'calls',
} as const;

/** Which pool of generated tasks; shared by all commands that open a dataset. */
export const poolFlags = {
  datasetSeed: {
    kind: 'integer',
    minimum: 0,
    maximum: MAXIMUM_SEED,
    describe:
      'apibank-synth: another seed is another pool, whose tasks nobody has seen. Without it, 0',
  },
  datasetSize: {
    kind: 'integer',
    minimum: 1,
    maximum: 1_000_000,
    describe: 'apibank-synth: tasks in the pool. Without it, 445',
  },
} as const;

const DEFAULT_TOOL_TURNS = 4;

/** How agents answer; shared by `run` and `eval`. */
export const answeringFlags = {
  answerMode: {
    kind: 'choice',
    choices: ['text', 'tools'],
    describe:
      'agents write the call, or make it as a function call; results of the two are kept and compared apart',
    default: 'text',
  },
  tools: {
    kind: 'choice',
    choices: ['none', 'execute'],
    describe:
      'with --answer-mode tools, in a debate: execute lets each agent carry out its calls in its own copy of the world first',
    default: 'none',
  },
  toolTurns: {
    kind: 'integer',
    minimum: 1,
    maximum: 32,
    describe: `with --tools execute: model calls of one agent's turn at most. Without it, ${DEFAULT_TOOL_TURNS}`,
  },
} as const;

/** Of everything that asks a model. */
export const cacheFlag = {
  kind: 'text',
  placeholder: 'DIR',
  describe:
    'folder of model replies that jobs share: the same request to the same server is paid for once. protocol cache stats DIR tells what is in it',
} as const;

export const runFlags = {
  method: {
    kind: 'choice',
    axis: 'method',
    choices: Object.keys(optimizers),
    describe: 'how the team is optimised',
    required: true,
  },
  dataset: {
    kind: 'choice',
    axis: 'dataset',
    choices: Object.keys(datasets),
    describe: 'the benchmark',
    default: 'apibank',
  },
  task: taskFlag,
  data: dataFlag,
  ...poolFlags,
  ...teamFlags,
  aggregation: {
    kind: 'choice',
    choices: ['majority', 'manager', 'last_stage'],
    synonyms: { 'last-stage': 'last_stage' },
    describe: "how answers become one. Without it, the topology's own way",
  },
  ...answeringFlags,
  framework: {
    kind: 'choice',
    choices: ['native', 'langgraph', 'crewai', 'autogen', 'openai_agents'],
    synonyms: { 'openai-agents': 'openai_agents' },
    describe:
      'place in the experiment grid. There is one engine, native, whatever is said here; native stands where langgraph does',
    default: 'native',
  },
  model: {
    kind: 'text',
    placeholder: 'NAME',
    describe:
      'who plays the agents: a name that "protocol list models" shows. Without it, model of configs/protocol.yaml',
  },
  seed: {
    kind: 'integer',
    minimum: 0,
    maximum: MAXIMUM_SEED,
    describe: 'of the method and of sampling; the grid has 0, 1 and 2',
    default: 0,
  },
  budget: {
    kind: 'integer',
    minimum: 0,
    maximum: 1_000_000,
    describe: 'usable rollouts of the search. Without it, budget of configs/protocol.yaml (600)',
  },
  budgetTokens: {
    kind: 'integer',
    minimum: 0,
    describe:
      "tokens of the search's rollouts, in and out: the search ends at this or at --budget. The result is not conformant",
  },
  optimize: {
    kind: 'choices',
    choices: ['prompts', 'topology'],
    describe: 'what the method may change. Without it, optimize of configs/protocol.yaml',
  },
  option: {
    kind: 'pairs',
    describe: 'an option of the method; repeatable',
  },
  schedule: {
    kind: 'choice',
    choices: ['plain', ...Object.keys(schedules)],
    describe:
      'plain: the order of the method. staged: prompts, then a race of topology settings, then prompts again; the result is not conformant',
    default: 'plain',
  },
  scheduleOption: {
    kind: 'pairs',
    describe: 'an option of the schedule; repeatable. protocol explain staged shows them',
  },
  strict: {
    kind: 'switch',
    describe: 'refuse a budget that is too small for one step of the method, instead of saying so',
  },
  maxCallRatio: {
    kind: 'decimal',
    minimum: 0.01,
    maximum: 1000,
    describe:
      "model calls per task, at most this many times the seed team's. Without it, maxCallRatio of configs/protocol.yaml (1)",
  },
  space: {
    kind: 'choice',
    choices: ['grid', 'wide'],
    describe:
      'topology parameters: grid has those of the experiment; wide adds temperature, worked examples, and in sequential and centralized teams which roles there are and who reads whom. With wide the result is not conformant',
    default: 'grid',
  },
  race: {
    kind: 'switch',
    describe:
      'candidates on the same tasks race: after 5, 10, 20 and 40 tasks those that fall behind leave. Changes decisions; the result is not conformant',
  },
  abortHopeless: {
    kind: 'switch',
    describe:
      'end a comparison as soon as its candidate cannot pass any more, whatever comes; its verdict stays the same. The result is not conformant',
  },
  ...gateFlags,
  phase: {
    kind: 'choice',
    choices: ['all', 'optimize', 'validate', 'test'],
    describe: 'how far to go; what is done already is never done again',
    default: 'all',
  },
  split: {
    kind: 'choice',
    choices: ['stratified', 'published'],
    describe: 'how train and validation tasks are drawn; the test tasks are always the same',
  },
  splitSeed: {
    kind: 'integer',
    minimum: 0,
    maximum: MAXIMUM_SEED,
    describe: 'another draw of train and validation tasks. Without it, 0',
  },
  out: {
    kind: 'text',
    placeholder: 'DIR',
    describe:
      'job folder. Without it, runs/METHOD/DATASET/TOPOLOGY/MODEL/SEED, with tools or staged before the seed where that was asked for',
  },
  concurrency: {
    kind: 'integer',
    minimum: 1,
    maximum: 1024,
    describe:
      'rollouts in flight; never changes a result. Without it, concurrency of configs/protocol.yaml',
  },
  ...spendFlags,
  taskEndpoints: {
    kind: 'texts',
    placeholder: 'URL',
    separator: ',',
    describe:
      'base URLs of equal servers for the task model, instead of those of configs/models.yaml',
  },
  cache: cacheFlag,
  evaluationCache: {
    kind: 'text',
    placeholder: 'DIR',
    describe: 'folder through which jobs of one cell share the measurement of the seed team',
  },
  allowAnyCell: {
    kind: 'switch',
    describe: 'run a cell that the experiment grid does not have; its result is not conformant',
  },
  quiet: { kind: 'switch', describe: 'no progress on stderr' },
  logLevel: {
    kind: 'choice',
    choices: ['silent', 'error', 'warn', 'info', 'debug'],
    describe: "how much is told on stderr; debug tells the method's decisions",
    default: 'info',
  },
  json: { kind: 'switch', describe: 'progress on stderr as JSON, one event a line' },
} as const;

export type RunOptions = FlagValues<typeof runFlags>;

/**
 * To be spread into a request: empty when answers are written as text.
 *
 * @throws UsageError for a flag that means nothing beside the others
 */
export function answeringOf(options: FlagValues<typeof answeringFlags>): {
  readonly answering?: ToolAnswering;
} {
  const { answerMode, tools, toolTurns } = options;
  const problems: string[] = [];
  if (tools === 'execute' && answerMode !== 'tools') {
    problems.push('--tools execute needs --answer-mode tools');
  }
  if (toolTurns !== null && tools !== 'execute') {
    problems.push('--tool-turns needs --tools execute');
  }
  if (problems.length > 0) throw new UsageError(problems);
  if (answerMode === 'text') return {};
  const turns = tools === 'execute' ? (toolTurns ?? DEFAULT_TOOL_TURNS) : null;
  return { answering: { mode: 'tools', toolTurns: turns } };
}

/** To be spread into a request: empty when no parameter was fixed by name. */
export function pinnedOf({ parameter }: FlagValues<Pick<typeof teamFlags, 'parameter'>>): {
  readonly pinned?: { readonly [name: string]: string };
} {
  return Object.keys(parameter).length === 0 ? {} : { pinned: parameter };
}

/** To be spread into a request: empty when every comparison is run to its end. */
export function racingOf({ race, abortHopeless }: Pick<RunOptions, 'race' | 'abortHopeless'>): {
  readonly racing?: Racing;
} {
  return race || abortHopeless ? { racing: { race, abortHopeless } } : {};
}

/** The options of the dataset that say which pool is meant; a dataset that has only one refuses them. */
export function poolOptions(options: FlagValues<typeof poolFlags>): {
  readonly [name: string]: number;
} {
  const { datasetSeed, datasetSize } = options;
  return {
    ...(datasetSeed === null ? {} : { datasetSeed }),
    ...(datasetSize === null ? {} : { datasetSize }),
  };
}

/**
 * To be spread into a request: empty for the method's own order.
 *
 * @throws UsageError for options of a schedule that has none
 */
export function scheduleOf(options: Pick<RunOptions, 'schedule' | 'scheduleOption'>): {
  readonly schedule?: ScheduleRequest;
} {
  const { schedule: id, scheduleOption } = options;
  if (id !== 'plain') return { schedule: { id, options: scheduleOption } };
  if (Object.keys(scheduleOption).length === 0) return {};
  throw new UsageError('--schedule-option means nothing without --schedule staged');
}
