/** What does the search tell about its proposals? */
import { candidateDigest, withRolePrompt } from '../../core/candidate.ts';
import type { Focus, Proposal } from './expand.ts';
import type { ProposalScore } from './score.ts';

export interface Scored {
  readonly proposal: Proposal;
  readonly score: ProposalScore;
  /** Ids of its misleading tasks, worst first. */
  readonly misleading: readonly string[];
}

export function noteProposals(focus: Focus, proposals: readonly Proposal[]): void {
  for (const proposal of proposals) {
    const reason = `prompt of ${focus.node.role}`;
    focus.context.note({ kind: 'candidate-proposed', ...lineage(focus, proposal), reason });
  }
}

export function noteVerdicts(
  focus: Focus,
  scored: readonly Scored[],
  accepted: Scored | null,
): void {
  for (const entry of scored) {
    const { total, local, next, global, tasks } = entry.score;
    const rates = Object.entries({ local, next, global }).flatMap(([name, rate]) =>
      rate === null ? [] : [`${name} ${rate.toFixed(2)}`],
    );
    focus.context.note({
      kind: entry === accepted ? 'candidate-accepted' : 'candidate-rejected',
      ...lineage(focus, entry.proposal),
      reason: `${focus.node.role}: ${[`score ${total.toFixed(3)} on ${tasks} tasks`, ...rates].join(', ')}`,
    });
  }
}

function lineage({ anchor, node }: Focus, { base, prompt }: Proposal) {
  return {
    candidate: withRolePrompt(anchor, node.role, prompt),
    parents: [candidateDigest(withRolePrompt(anchor, node.role, base.prompt))],
  };
}
