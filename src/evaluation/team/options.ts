/** What does it take to run a team on one task? */
import type { Candidate, RoleId } from '../../core/candidate.ts';
import type { Brief, ToolAnswer, ToolSession } from '../../core/dataset.ts';
import type { Decoding, Message, ModelReply, ToolCall, ToolSchema } from '../../core/model.ts';
import type { MessageEdit } from '../../core/optimizer.ts';
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
  /** Absent when no functions are offered. */
  readonly tools?: readonly ToolSchema[];
}

/** Functions that answering agents are offered; others never are. */
export interface TeamTools {
  readonly schemas: readonly ToolSchema[];
  /** The call as an answer in text. */
  readonly answerOf: (call: ToolCall) => ToolAnswer;
  /** Null: a call is a proposal, nothing is carried out. */
  readonly execution: {
    /** A world of its own for one turn. */
    readonly open: () => Promise<ToolSession>;
    /** Model calls of one turn at most. */
    readonly modelCalls: number;
  } | null;
}

export interface TeamRunOptions {
  readonly topology: Topology;
  /** `topology.graph(lineup, candidate.parameters)`. */
  readonly graph: TeamGraph;
  readonly brief: Brief;
  /** Absent: answers are written as text. */
  readonly tools?: TeamTools;
  readonly candidate: Candidate;
  readonly decoding: Decoding;
  /** Asks the model; rejects with a ModelError when no reply could be had. */
  readonly ask: (request: TurnRequest, signal: AbortSignal) => Promise<ModelReply>;
  /** The rollout's sampling seed. */
  readonly seed: number;
  /** Turns whose complete messages equal those of the same agent and round here are taken over instead of asked. */
  readonly base?: Transcript;
  /** A message that is put in place of what was said there. */
  readonly edit?: MessageEdit;
  /** Roles whose agents never act. */
  readonly mask?: readonly RoleId[];
  /** Agents that never act, whatever their role. */
  readonly maskAgents?: readonly number[];
  /** Equal keys are equal answers; null does not vote. */
  readonly voteKey: (answer: string) => string | null;
  readonly signal: AbortSignal;
}
