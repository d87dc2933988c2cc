/** What exactly is one job? */
import type { Candidate, TopologyParameters } from '../core/candidate.ts';
import { digest, type JsonObject } from '../core/json.ts';
import type { Decoding } from '../core/model.ts';
import type { Racing } from '../core/optimizer.ts';
import type { Lineup } from '../core/topology.ts';
import type { ToolAnswering } from '../evaluation/answering.ts';
import type { GateSettings } from './gate.ts';
import type { Split, SplitRequest } from './splits.ts';

/**
 * Changes when the rules of a job change in a way that makes old and new results incomparable: phases and selection, what
 * agents read, topologies, the simulated model. (Methods and datasets have versions of their own.) A golden test holds
 * it to them.
 */
export const PROTOCOL_ID = 'mas-protocol-v1';

export interface ModelIdentity {
  /** The name typed, for example `qwen`; names the folder. */
  readonly alias: string;
  /** Provider plugin, for example `openai`. */
  readonly provider: string;
  /** The server's model id. */
  readonly model: string;
  /** Provider options that can change a reply. */
  readonly options: JsonObject;
  readonly simulated: boolean;
}

export interface JobDecoding {
  /** Rollouts of the search. */
  readonly search: Decoding;
  /** Validation and test: greedy. */
  readonly evaluation: Decoding;
  readonly reflection: Decoding;
}

/** In which order a method goes, other than its own. */
export interface JobSchedule {
  readonly id: string;
  readonly version: number;
  readonly options: JsonObject;
}

export interface JobSpec {
  readonly method: { readonly id: string; readonly version: number; readonly options: JsonObject };
  /** Absent: the method's own order. */
  readonly schedule?: JobSchedule;
  readonly dataset: {
    readonly id: string;
    readonly version: number;
    readonly identity: JsonObject;
    /** Only where folders and the grid call it otherwise than by its id. */
    readonly name?: string;
    /** Options of the pool, only where it is not the plugin's own one. */
    readonly reopen?: JsonObject;
  };
  readonly topology: string;
  /** The order of the roles and who is left out first: neither stands in the seed candidate. */
  readonly lineup: Lineup;
  /** The peer's grid axis; the engine is ours whatever it says. */
  readonly framework: string;
  /** The seed team's full setting. */
  readonly parameters: TopologyParameters;
  /** The part of `parameters` that flags pinned. */
  readonly fixed: TopologyParameters;
  /** Absent: only the parameters of the experiment grid may change. */
  readonly space?: 'wide';
  readonly model: ModelIdentity;
  readonly reflection: ModelIdentity;
  /** Optimizer seed, an integer. */
  readonly seed: number;
  /** Usable rollouts of the search. */
  readonly budget: number;
  /** Tokens of the search's rollouts, in and out. Absent: only rollouts bound it. */
  readonly budgetTokens?: number;
  readonly optimize: { readonly prompts: boolean; readonly topology: boolean };
  readonly maxCallRatio: number;
  /** Absent: the search runs every comparison to its end. */
  readonly racing?: Racing;
  /** Absent: as `DEFAULT_GATE` says. */
  readonly gate?: GateSettings;
  readonly split: SplitRequest;
  readonly decoding: JobDecoding;
  /** Absent: answers are written as text. */
  readonly answering?: ToolAnswering;
  /** Share of planned rollouts that may stay unobserved, in [0, 1]. */
  readonly infrastructureRate: number;
  readonly seedCandidate: Candidate;
}

/**
 * Everything that can change a result, and nothing else: no endpoint, no concurrency, no cache, no folder. Two jobs with
 * equal identity are the same job.
 */
export function jobIdentity(spec: JobSpec, split: Split): JsonObject {
  const { split: request, seedCandidate, model, reflection, ...rest } = spec;
  return {
    protocol: PROTOCOL_ID,
    ...(rest as unknown as JsonObject),
    model: withoutAlias(model),
    reflection: withoutAlias(reflection),
    split: { ...request, hash: split.hash },
    seedCandidate: digest(seedCandidate),
  };
}

function withoutAlias(model: ModelIdentity): JsonObject {
  const { provider, options, simulated } = model;
  return { provider, model: model.model, options, simulated };
}

/**
 * What a validation or test score depends on besides candidate and tasks: no method, no budget, no search setting. Jobs
 * of one condition share their seed baseline.
 */
export function evaluationCondition(spec: JobSpec): JsonObject {
  return {
    protocol: PROTOCOL_ID,
    dataset: spec.dataset,
    topology: spec.topology,
    lineup: spec.lineup as unknown as JsonObject,
    framework: spec.framework,
    model: withoutAlias(spec.model),
    decoding: spec.decoding.evaluation as unknown as JsonObject,
    seed: spec.seed,
    ...(spec.answering === undefined ? {} : { answering: spec.answering as unknown as JsonObject }),
  };
}
