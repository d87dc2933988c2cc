/** What does a member of GEPA's family bring to the shared engine? */
import type { Candidate } from '../../../core/candidate.ts';
import type { TaskView } from '../../../core/dataset.ts';
import type { OptimizerContext } from '../../../core/optimizer.ts';
import type { Rollout } from '../../../core/rollout.ts';
import type { RoleNode } from '../../../core/topology.ts';
import type { ProposalCase } from '../asks/proposal.ts';

export interface EvolutionSettings {
  readonly minibatch: number;
  readonly merges: number;
  readonly mergeTasks: number;
  readonly patience: number;
  readonly perfectScore: number;
  readonly feedback: boolean;
  readonly proposalTemperature: number;
}

/** One observed train task of the parent, seen from the role that is to change. */
export interface ReflectiveRow {
  readonly node: RoleNode;
  readonly task: TaskView;
  readonly rollout: Rollout;
  readonly candidate: Candidate;
}

export interface Evolution {
  readonly context: OptimizerContext;
  readonly options: EvolutionSettings;
  /** First word of every random path. */
  readonly name: string;
  /** What the reflecting model is shown of one task. */
  caseOf(row: ReflectiveRow): ProposalCase;
}
