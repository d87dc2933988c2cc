/** How does a method behave against a team whose worth is known? An OptimizerContext without a model. */
import { type Candidate, candidateDigest, type RoleId } from '../../src/core/candidate.ts';
import type { TaskView } from '../../src/core/dataset.ts';
import { ContractError, InterruptedError } from '../../src/core/errors.ts';
import { digest } from '../../src/core/json.ts';
import { NO_USAGE, type Usage } from '../../src/core/model.ts';
import type {
  AnswersOf,
  Ask,
  OptimizerContext,
  OptimizerEvent,
  Racing,
  RolloutsAsk,
} from '../../src/core/optimizer.ts';
import { randomStream } from '../../src/core/random.ts';
import { emptyRollout, notRun, type Rollout } from '../../src/core/rollout.ts';
import { defaultParameters, enumerateSettings, listedSpace } from '../../src/core/space.ts';
import type { TeamGraph } from '../../src/core/topology.ts';
import { boundedSpace } from '../../src/protocol/search/space.ts';
import { topology as sequential } from '../../src/topologies/sequential.ts';
import { insightfulReply, type Reply } from './synthetic-replies.ts';
import {
  runSynthetic,
  SYNTHETIC_SPACE,
  seedPrompts,
  syntheticGraph,
  syntheticLineup,
  trueWorth,
  type Wiring,
} from './synthetic-team.ts';

/** A finished step: what was asked, what came back, and the charge after it. */
export interface StepRecord {
  readonly hash: string;
  readonly answers: readonly unknown[];
  readonly charged: number;
}

export interface SyntheticOptions {
  readonly seed?: number;
  readonly budget?: number;
  readonly trainTasks?: number;
  readonly validationTasks?: number;
  readonly roles?: readonly RoleId[];
  readonly taskName?: (split: 'train' | 'validation', index: number) => string;
  readonly wiring?: Wiring;
  /** The team is the topology `sequential` with all its parameters, instead of the synthetic one. */
  readonly wide?: boolean;
  readonly optimize?: { readonly prompts: boolean; readonly topology: boolean };
  readonly racing?: Racing;
  /** Replaces the formula's score. */
  readonly score?: (row: { candidate: Candidate; task: number; replicate: number }) => number;
  readonly reply?: Reply;
  /** What a whole rollout costs; nobody counted when left out. */
  readonly usage?: (candidate: Candidate) => Usage;
  /** Every change of a prompt changes the outputs of its role and of its readers. */
  readonly wordy?: boolean;
  /** True for a row whose rollout is lost to the infrastructure; rows are counted over the whole job. */
  readonly fails?: (row: number) => boolean;
  /** Answers arrive in an order drawn from this seed; in ask order when left out. */
  readonly latency?: number;
  /** Finished steps of an earlier run of the same job. */
  readonly replay?: readonly StepRecord[];
  /** The job is killed when this step (0-based) is asked for. */
  readonly killAt?: number;
}

export interface SyntheticJob {
  readonly context: OptimizerContext;
  readonly steps: StepRecord[];
  readonly asks: (readonly Ask[])[];
  readonly events: OptimizerEvent[];
  /** Roles whose agents were really called, per observed rollout that reused a base. */
  readonly reruns: { readonly role: RoleId[]; readonly base: Rollout; readonly rollout: Rollout }[];
  worth(candidate: Candidate): number;
}

export const ROLES = ['planner', 'solver', 'checker', 'writer'];

/** The charge of a step as the real engine makes it: reserved in ask order, committed for what was observed. */
export function syntheticJob(options: SyntheticOptions = {}): SyntheticJob {
  const { seed = 0, roles = ROLES, wiring = 'chain', budget = 600, replay = [] } = options;
  const taskName = options.taskName ?? ((split: string, index: number) => `${split}-${index}`);
  const train = views(options.trainTasks ?? 150, (index) => taskName('train', index));
  const validation = views(options.validationTasks ?? 50, (index) => taskName('validation', index));
  const position = new Map([...train, ...validation].map(({ id }, index) => [id, index]));
  const lineup = syntheticLineup(roles);
  const graph = ({ parameters }: Candidate): TeamGraph =>
    options.wide === true
      ? sequential.graph(lineup, parameters)
      : syntheticGraph(wiring, roles, parameters);
  const settings = enumerateSettings(SYNTHETIC_SPACE, roles.length < 4 ? { teamSize: 4 } : {});
  const reply = options.reply ?? insightfulReply(seed);
  const job = {
    steps: [] as StepRecord[],
    asks: [] as (readonly Ask[])[],
    events: [] as OptimizerEvent[],
    reruns: [] as SyntheticJob['reruns'],
  };
  const origins = new Map<string, Candidate>();
  let charged = 0;
  let rows = 0;
  let open = false;

  function rollout(ask: RolloutsAsk, index: number, run: boolean): Rollout {
    const id = (ask.tasks[index] as TaskView).id;
    const task = position.get(id);
    if (task === undefined) throw new ContractError(`no task ${id} in train or validation`);
    if (!run) return notRun(id);
    rows += 1;
    if (options.fails?.(rows - 1) === true) {
      return {
        ...emptyRollout(id, NO_USAGE),
        failure: { stage: 'infrastructure', kind: 'connection', message: 'refused' },
        errorClass: 'infrastructure',
      };
    }
    const { candidate, replicate = 0 } = ask;
    const agents = graph(candidate).agents;
    const masked = agents.flatMap(({ agent, role }) =>
      ask.mask?.includes(role) === true || ask.maskAgents?.includes(agent) === true ? [agent] : [],
    );
    const mask = masked.map((agent) => agents[agent]?.role ?? '');
    const formula = runSynthetic({
      seed,
      roles,
      graph: graph(candidate),
      candidate,
      task,
      replicate,
      mask,
      wordy: options.wordy ?? false,
      edit: ask.edits?.[index] ?? null,
    });
    const score = options.score?.({ candidate, task, replicate }) ?? formula.score;
    const edit = ask.edits?.[index] ?? undefined;
    const trace = digest({
      candidate: candidateDigest(candidate),
      ...{ task, replicate, mask },
      ...(edit === undefined ? {} : { edit }),
    });
    origins.set(trace, candidate);
    charged += 1;
    const answer = `answer of task ${task}: ${score}`;
    return {
      ...emptyRollout(id, options.usage?.(candidate) ?? NO_USAGE),
      outcome: score > 0 ? 'success' : 'semantic_failure',
      score,
      answer,
      errorClass: score > 0 ? null : 'other',
      feedback: formula.feedback,
      roleOutputs: formula.outputs,
      ...(masked.length === 0 ? {} : { masked }),
      trace,
    };
  }

  function runRollouts(ask: RolloutsAsk, granted: number): readonly Rollout[] {
    const results = ask.tasks.map((_, index) => rollout(ask, index, index < granted));
    ask.from?.forEach((base, index) => {
      const result = results[index];
      if (result?.taskId !== base.taskId)
        throw new ContractError('a base per task, in the same order');
      const origin = origins.get(base.trace ?? '');
      if (origin === undefined)
        throw new ContractError(`the base of ${base.taskId} was not observed`);
      if (result.trace !== null)
        job.reruns.push({
          role: touched(graph(ask.candidate), origin, ask.candidate, base, result),
          base,
          rollout: result,
        });
    });
    return results;
  }

  async function perform(asks: readonly Ask[], step: number): Promise<unknown[]> {
    let free = budget - charged;
    const grants = asks.map((ask) => {
      if (ask.kind !== 'rollouts') return 0;
      if (new Set(ask.tasks.map(({ id }) => id)).size < ask.tasks.length)
        throw new ContractError('a task twice in one ask');
      const granted =
        ask.tasks.length <= free ? ask.tasks.length : ask.whenShort === 'skip' ? 0 : free;
      free -= granted;
      return granted;
    });
    const answers: unknown[] = asks.map(() => null);
    const order = asks.map((_, index) => index);
    // Rows of the failure plan belong to asks, so they are drawn before anything can overtake.
    const work = asks.map(
      (ask, index) => () =>
        ask.kind === 'rollouts'
          ? runRollouts(ask, grants[index] ?? 0)
          : ask.kind === 'completion'
            ? reply(ask)
            : ask.texts.map(embed),
    );
    const results = work.map((run) => run());
    const arrival =
      options.latency === undefined
        ? order
        : randomStream('latency', options.latency, step).shuffle(order);
    for (const index of arrival) {
      await Promise.resolve();
      answers[index] = results[index];
    }
    return answers;
  }

  /** What replayed steps leave behind besides their answers: lost rows are counted on, and bases stay known. */
  function remember(asks: readonly Ask[], answers: readonly unknown[]): void {
    asks.forEach((ask, index) => {
      if (ask.kind !== 'rollouts') return;
      for (const { outcome, trace } of answers[index] as readonly Rollout[]) {
        if (outcome !== 'not_run') rows += 1;
        if (trace !== null) origins.set(trace, ask.candidate);
      }
    });
  }

  async function step<const A extends readonly Ask[]>(asks: A): Promise<AnswersOf<A>> {
    if (open) throw new ContractError('a second step before the first has settled');
    open = true;
    try {
      const index = job.steps.length;
      const hash = digest(asks);
      job.asks.push(asks);
      const known = replay[index];
      if (known !== undefined && known.hash !== hash)
        throw new ContractError(`step ${index} asks something else than before`);
      if (known === undefined && options.killAt === index) throw new InterruptedError('killed');
      const answers = frozen(known?.answers ?? (await perform(asks, index)));
      if (known !== undefined) remember(asks, answers);
      charged = known?.charged ?? charged;
      job.steps.push({ hash, answers, charged });
      return answers as unknown as AnswersOf<A>;
    } finally {
      open = false;
    }
  }

  const context: OptimizerContext = {
    seedCandidate: frozen({
      roles: seedPrompts(roles),
      demonstrations: {},
      parameters: defaultParameters(
        options.wide === true ? sequential.parameters : SYNTHETIC_SPACE,
      ),
    }),
    space: options.wide === true ? wideSpace(roles) : listedSpace(SYNTHETIC_SPACE, settings),
    optimize: options.optimize ?? { prompts: true, topology: false },
    lineup,
    ...(options.racing === undefined ? {} : { racing: options.racing }),
    graph,
    train,
    validation,
    random: (...path) => randomStream('job', seed, ...path),
    budget: () => ({ maximum: budget, charged, remaining: budget - charged }),
    step,
    note: (event) => job.events.push(event),
  };
  const worth = (candidate: Candidate): number =>
    trueWorth({ seed, roles, graph: graph(candidate), candidate });
  return { ...job, context, worth };
}

function wideSpace(roles: readonly RoleId[]): OptimizerContext['space'] {
  return boundedSpace({
    topology: sequential,
    lineup: syntheticLineup(roles),
    seed: defaultParameters(sequential.parameters),
    fixed: {},
    isWide: true,
    optimizeTopology: true,
    maxCallRatio: 1,
  });
}

function views(count: number, name: (index: number) => string): TaskView[] {
  return Array.from({ length: count }, (_, index) => ({
    id: name(index),
    stratum: 'all',
    brief: { task: `Task number ${index}`, outputContract: 'One line.' },
  }));
}

/** Roles whose prompt differs from the base's, and everyone who reads something that came out differently. */
function touched(
  graph: TeamGraph,
  origin: Candidate,
  candidate: Candidate,
  base: Rollout,
  result: Rollout,
): RoleId[] {
  return graph.roles.flatMap(({ role, predecessors }) => {
    const rewritten = origin.roles[role] !== candidate.roles[role];
    const reads = predecessors.some(
      (source) => base.roleOutputs[source] !== result.roleOutputs[source],
    );
    return rewritten || reads ? [role] : [];
  });
}

/** Whoever changes data in place is caught in the act. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

function embed(text: string): number[] {
  const stream = randomStream('embedding', text);
  return Array.from({ length: 8 }, () => stream.next() - 0.5);
}
