/** What may a method assume, and what can it do? Everything it does goes through its context, one step at a time. */
import type { Candidate, CandidateDigest, RoleId } from './candidate.ts';
import type { TaskView } from './dataset.ts';
import type { Json } from './json.ts';
import type { MethodFacts } from './method-facts.ts';
import type { Decoding, Message } from './model.ts';
import type { RandomPath, RandomStream } from './random.ts';
import type { Rollout } from './rollout.ts';
import type { BoundedSpace } from './space.ts';
import type { Lineup, TeamGraph } from './topology.ts';

/** A task of the train or validation split. A test task has no such handle, so none can be named. */
export type TaskHandle = Pick<TaskView, 'id'>;

/** A message in the place of what a role said: what would have come of it? */
export interface MessageEdit {
  readonly role: RoleId;
  /** Only this agent's, by its number in the graph; left out: that of every agent of the role. */
  readonly agent?: number;
  /** 0-based; 0 when left out. */
  readonly round?: number;
  /** As the model would have replied; handed on in the message format, or taken as the answer of an agent that answers. */
  readonly text: string;
}

export interface RolloutsAsk {
  readonly kind: 'rollouts';
  readonly candidate: Candidate;
  readonly tasks: readonly TaskHandle[];
  /** 0 (default): the paired sample of each task, shared by all candidates. n: an independent sample n. */
  readonly replicate?: number;
  /**
   * Partial re-execution: turns whose whole input equals the base rollout's are taken from it, so only what a change
   * touches is asked again. One base per task, in the same order. Charged like a full rollout.
   */
  readonly from?: readonly Rollout[];
  /**
   * One per task, in the same order; null: nothing is replaced. The replaced turn asks no model; together with `from`
   * only what reads it is asked again. Charged like a full rollout.
   */
  readonly edits?: readonly (MessageEdit | null)[];
  /** Roles whose agents are left out. */
  readonly mask?: readonly RoleId[];
  /** Agents that are left out besides, by their number in the graph under the candidate's parameters. */
  readonly maskAgents?: readonly number[];
  /** When the budget does not cover all tasks: run the first ones, or none. */
  readonly whenShort: 'trim' | 'skip';
}

export interface CompletionAsk {
  readonly kind: 'completion';
  /** `reflect` and `judge` go to the reflection model, `probe` to the task model. Never charged as rollouts. */
  readonly channel: 'reflect' | 'judge' | 'probe';
  readonly messages: readonly Message[];
  readonly decoding: Partial<Decoding>;
  /** Tells intended repetitions apart; equal asks with equal samples share one reply. */
  readonly sample?: number;
}

export interface EmbedAsk {
  readonly kind: 'embed';
  readonly texts: readonly string[];
}

export type Ask = RolloutsAsk | CompletionAsk | EmbedAsk;

/** `text` is null when the model could not be reached: never to be read as an answer. */
export interface CompletionAnswer {
  readonly text: string | null;
  readonly truncated: boolean;
}

export type AnswerOf<A extends Ask> = A extends RolloutsAsk
  ? readonly Rollout[]
  : A extends CompletionAsk
    ? CompletionAnswer
    : A extends EmbedAsk
      ? readonly (readonly number[])[]
      : never;

export type AnswersOf<A extends readonly Ask[]> = {
  readonly [Index in keyof A]: AnswerOf<A[Index]>;
};

/** Of the task model, in and out. */
export interface TokenSnapshot {
  readonly maximum: number;
  readonly charged: number;
  /** 0 once a row did not fit. */
  readonly remaining: number;
}

/** In rollouts. */
export interface BudgetSnapshot {
  readonly maximum: number;
  readonly charged: number;
  /** In a search that is bounded by tokens too, as many as these are expected to pay for. */
  readonly remaining: number;
  /** Only of a search that is bounded by tokens too. */
  readonly tokens?: TokenSnapshot;
}

export type OptimizerEvent =
  | {
      readonly kind: 'candidate-proposed' | 'candidate-accepted' | 'candidate-rejected';
      readonly candidate: Candidate;
      readonly parents: readonly CandidateDigest[];
      readonly reason: string;
    }
  | { readonly kind: 'progress'; readonly message: string; readonly data?: Json }
  | {
      /** Rollouts that a comparison did not need any more. */
      readonly kind: 'rollouts-saved';
      readonly by: 'race' | 'abort';
      readonly rollouts: number;
    };

/** Ways to spend fewer rollouts on a comparison; a conformant job has neither. */
export interface Racing {
  /** Candidates on the same tasks race in blocks: those that fall behind leave. Changes decisions. */
  readonly race: boolean;
  /** A comparison ends when its candidate cannot pass any more, whatever comes. Exact: never changes its verdict. */
  readonly abortHopeless: boolean;
}

export interface OptimizerContext {
  readonly seedCandidate: Candidate;
  readonly space: BoundedSpace;
  /** What may change: role prompts, topology parameters, or both. */
  readonly optimize: { readonly prompts: boolean; readonly topology: boolean };
  readonly lineup: Lineup;
  /** Absent: both off. */
  readonly racing?: Racing;
  /** The team graph under a candidate's parameters. Pure. */
  graph(candidate: Candidate): TeamGraph;
  /** In split order. Train and validation share no task, and neither shares one with the test split. */
  readonly train: readonly TaskView[];
  readonly validation: readonly TaskView[];
  random(...path: RandomPath): RandomStream;
  /** As of the last delivered answer. */
  budget(): BudgetSnapshot;
  /**
   * Runs all asks concurrently and answers in ask order. Rollouts are reserved in ask order before anything starts.
   * A second step before the first has settled is a ContractError.
   */
  step<const A extends readonly Ask[]>(asks: A): Promise<AnswersOf<A>>;
  /** One way: reports what the method decided. */
  note(event: OptimizerEvent): void;
}

export interface OptimizerResult {
  readonly incumbent: Candidate;
  /** Why the search ended, for example `budget` or `maximum_search_depth`. */
  readonly stop: string;
}

/** What the job gives a method to spend. */
export interface JobShape {
  /** The seed team. */
  readonly graph: TeamGraph;
  readonly trainTasks: number;
  readonly validationTasks: number;
}

/** A folder under src/optimizers/. */
export interface Optimizer<Options = never> {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly about: MethodFacts;
  /** JSON Schema (TypeBox) of the options, with a default and a description for each. */
  readonly optionsSchema: object;
  /** Rollouts below which the method cannot do one meaningful step: prompts stay the seed's. */
  minimumBudget(options: Options, shape: JobShape): number;
  optimize(context: OptimizerContext, options: Options): Promise<OptimizerResult>;
}

/** A folder under src/optimizers/kit/ that makes of any method one that goes in another order. */
export interface Schedule<Options = never> {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  /** `needs` holds only what the schedule itself asks for. */
  readonly about: MethodFacts;
  readonly optionsSchema: object;
  /** The method with the same options and the same smallest budget. */
  wrap(method: Optimizer, options: Options): Optimizer;
}
