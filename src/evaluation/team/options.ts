/** What does it take to run a team on one task? */
import type { Candidate, RoleId } from '../../core/candidate.ts';
import type { Brief } from '../../core/dataset.ts';
import type { Decoding, Message, ModelReply } from '../../core/model.ts';
import type { Transcript } from '../../core/rollout.ts';
import type { TeamGraph, Topology } from '../../core/topology.ts';

/** One model call that a turn needs. */
export interface TurnRequest {
  readonly agent: number;
  readonly role: RoleId;
  /** 0-based. */
  readonly round: number;
  readonly messages: readonly Message[];
  readonly decoding: Decoding;
  /** Sampling seed of this turn: a function of the rollout's seed, the agent and the round only. */
  readonly seed: number;
}

export interface TeamRunOptions {
  readonly topology: Topology;
  /** `topology.graph(lineup, candidate.parameters)`. */
  readonly graph: TeamGraph;
  readonly brief: Brief;
  readonly candidate: Candidate;
  readonly decoding: Decoding;
  /** Asks the model; rejects with a ModelError when no reply could be had. */
  readonly ask: (request: TurnRequest, signal: AbortSignal) => Promise<ModelReply>;
  /** The rollout's sampling seed. */
  readonly seed: number;
  /** Turns whose complete messages equal those of the same agent and round here are taken over instead of asked. */
  readonly base?: Transcript;
  /** Roles whose agents never act. */
  readonly mask?: readonly RoleId[];
  /** Equal keys are equal answers; null does not vote. */
  readonly voteKey: (answer: string) => string | null;
  readonly signal: AbortSignal;
}
