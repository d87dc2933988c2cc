/** How does a method behave against a team whose worth is known? An OptimizerContext without a model. */
import type { Candidate, RoleId } from '../../src/core/candidate.ts';
import type { TaskView } from '../../src/core/dataset.ts';
import type { Usage } from '../../src/core/model.ts';
import type { Ask, OptimizerContext, OptimizerEvent, Racing } from '../../src/core/optimizer.ts';
import { randomStream } from '../../src/core/random.ts';
import { defaultParameters, enumerateSettings, listedSpace } from '../../src/core/space.ts';
import type { TeamGraph } from '../../src/core/topology.ts';
import { boundedSpace } from '../../src/protocol/search/space.ts';
import { topology as sequential } from '../../src/topologies/sequential.ts';
import type { Reply } from './synthetic-replies.ts';
import { type Rerun, syntheticRollouts } from './synthetic-rollouts.ts';
import { frozen, syntheticSteps } from './synthetic-steps.ts';
import {
  SYNTHETIC_SPACE,
  seedPrompts,
  syntheticGraph,
  syntheticLineup,
  syntheticTeam,
  syntheticWorld,
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
  readonly reruns: readonly Rerun[];
  worth(candidate: Candidate): number;
}

export const ROLES = ['planner', 'solver', 'checker', 'writer'];

/** The charge of a step as the real engine makes it: reserved in ask order, committed for what was observed. */
export function syntheticJob(options: SyntheticOptions = {}): SyntheticJob {
  const { seed = 0, roles = ROLES, wiring = 'chain', budget = 600 } = options;
  const taskName = options.taskName ?? ((split: string, index: number) => `${split}-${index}`);
  const train = views(options.trainTasks ?? 150, (index) => taskName('train', index));
  const validation = views(options.validationTasks ?? 50, (index) => taskName('validation', index));
  const position = new Map([...train, ...validation].map(({ id }, index) => [id, index]));
  const lineup = syntheticLineup(roles);
  const isWide = options.wide === true;
  const graph = ({ parameters }: Candidate): TeamGraph =>
    isWide ? sequential.graph(lineup, parameters) : syntheticGraph(wiring, roles, parameters);
  const world = syntheticWorld(seed, roles);
  const rollouts = syntheticRollouts(options, world, graph, position);
  const engine = syntheticSteps(options, budget, rollouts);
  const events: OptimizerEvent[] = [];
  const context: OptimizerContext = {
    seedCandidate: frozen({
      roles: seedPrompts(roles),
      demonstrations: {},
      parameters: defaultParameters(isWide ? sequential.parameters : SYNTHETIC_SPACE),
    }),
    space: isWide ? wideSpace(roles) : narrowSpace(roles),
    optimize: options.optimize ?? { prompts: true, topology: false },
    lineup,
    ...(options.racing === undefined ? {} : { racing: options.racing }),
    graph,
    train,
    validation,
    random: (...path) => randomStream('job', seed, ...path),
    budget: engine.budget,
    step: engine.step,
    note: (event) => events.push(event),
  };
  const worth = (candidate: Candidate): number =>
    trueWorth(syntheticTeam(world, graph(candidate), candidate));
  const { steps, asks } = engine;
  return { context, steps, asks, events, reruns: rollouts.reruns, worth };
}

function narrowSpace(roles: readonly RoleId[]): OptimizerContext['space'] {
  const fixed = roles.length < 4 ? { teamSize: 4 } : {};
  return listedSpace(SYNTHETIC_SPACE, enumerateSettings(SYNTHETIC_SPACE, fixed));
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
