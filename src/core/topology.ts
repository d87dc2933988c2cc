/** Who speaks to whom, in what order, and how are answers combined? It knows nothing of datasets. */
import type { RoleId, TopologyParameters } from './candidate.ts';
import type { Brief } from './dataset.ts';
import type { TeamAnswer } from './rollout.ts';
import type { SearchSpace } from './space.ts';

/** The cast of a dataset for one topology, read from configs/prompts/<topology>/<dataset>/team.yaml. */
export interface Lineup {
  /**
   * In speaking order. `priority` 1 is needed first: a team of n takes the n roles of highest priority, still in
   * speaking order. A lineup of one role is shared by all agents.
   */
  readonly roles: readonly { readonly id: RoleId; readonly priority: number }[];
}

export interface AgentSpec {
  /** 0-based, in speaking order. */
  readonly agent: number;
  readonly role: RoleId;
  /** True when the agent's output may become the team's answer: the output contract is attached to its prompt. */
  readonly answers: boolean;
}

export interface RoleNode {
  readonly role: RoleId;
  /** Roles whose output this one reads, in speaking order. */
  readonly predecessors: readonly RoleId[];
  readonly successors: readonly RoleId[];
  /** True when the role's own output is (or votes for) the final answer. */
  readonly terminal: boolean;
}

export interface TeamGraph {
  readonly agents: readonly AgentSpec[];
  /** Topological order; exactly the roles that act under these parameters. */
  readonly roles: readonly RoleNode[];
  /** Model calls for one task when every agent answers: exact, not a bound. */
  readonly callsPerTask: number;
}

export interface Report {
  readonly agent: number;
  readonly role: RoleId;
  readonly round: number;
  /** As re-rendered by the message format. */
  readonly text: string;
}

export interface Turn {
  readonly agent: number;
  /** 0-based. */
  readonly round: number;
  /** What the agent is asked to do in this turn, in the topology's words. */
  readonly instruction: string;
  /** Outputs of others that this agent reads, in speaking order. */
  readonly reports: readonly Report[];
  /** True when the reply is handed to other agents: the message format applies. */
  readonly handsOff: boolean;
}

export interface TurnResult {
  /** The reply as the model gave it, reasoning removed. */
  readonly text: string;
  /** The reply as other agents shall read it. */
  readonly report: Report;
}

/** The machinery a topology drives. Calls of one round may be made concurrently; the engine bounds them. */
export interface Team {
  readonly graph: TeamGraph;
  /** False for a masked agent: it must not be asked to act, and has no report and no vote. */
  isActive(agent: number): boolean;
  /** Rejects only when the whole rollout cannot be observed (infrastructure failure, abort). */
  act(turn: Turn): Promise<TurnResult>;
  /** Equal keys are equal answers; null does not vote. */
  voteKey(answer: string): string | null;
}

/** A file under src/topologies/. */
export interface Topology {
  readonly id: string;
  readonly title: string;
  readonly parameters: SearchSpace;
  /**
   * Parameters beyond the experiment grid, for the roles of this lineup. A setting that lacks one stands at its default.
   * Absent: none.
   */
  wider?(lineup: Lineup): SearchSpace;
  /**
   * Whether a parameter beyond the grid changes anything under these parameters: the edge of a role that is left out does
   * not. Absent: each always does.
   */
  matters?(lineup: Lineup, parameters: TopologyParameters, name: string): boolean;
  /** Pure. Throws UsageError when the lineup or the parameters cannot make a team. */
  graph(lineup: Lineup, parameters: TopologyParameters): TeamGraph;
  /** Calls only agents of `team.graph`, and ends. */
  run(brief: Brief, team: Team, parameters: TopologyParameters): Promise<TeamAnswer>;
}
