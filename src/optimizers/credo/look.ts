/** How does the team do on the tasks of a block, and did it deserve its place? */
import { candidateDigest } from '../../core/candidate.ts';
import type { TaskView } from '../../core/dataset.ts';
import type { OptimizerContext, RolloutsAsk } from '../../core/optimizer.ts';
import type { Rollout } from '../../core/rollout.ts';
import { gainOver, type Team, withRows } from './team.ts';

export interface Standing {
  readonly team: Team;
  /** The team that it came from, while what it gained may be chance. */
  readonly parent: Team | null;
}

/**
 * The team with its rows on the block; rows that are known are not run again. A change was tried where its parent fails,
 * so that luck can only look like gain there. On tasks that neither was chosen by, the parent runs beside a team whose
 * place is in doubt, and is the team again when it scores more.
 */
export async function lookAt(
  context: OptimizerContext,
  { team, parent }: Standing,
  tasks: readonly TaskView[],
): Promise<Team> {
  const rivals = parent === null ? [team] : [team, parent];
  const missing = rivals.map(({ rows }) => tasks.filter(({ id }) => !rows.has(id)));
  const asked = rivals.flatMap(({ candidate }, index): { index: number; ask: RolloutsAsk }[] => {
    const own = missing[index] ?? [];
    const ask = { kind: 'rollouts', candidate, tasks: own, whenShort: 'trim' } as const;
    return own.length === 0 ? [] : [{ index, ask }];
  });
  const answers: readonly (readonly Rollout[])[] =
    asked.length === 0 ? [] : await context.step(asked.map(({ ask }) => ask));
  const [seen = team, before] = rivals.map((rival, index) =>
    withRows(rival, answers[asked.findIndex((one) => one.index === index)] ?? []),
  );
  if (before === undefined || gainOver(before, seen, tasks) >= 0) return seen;
  const { candidate } = seen;
  const parents = [candidateDigest(before.candidate)];
  const reason = 'beaten by the team it came from on the next block';
  context.note({ kind: 'candidate-rejected', candidate, parents, reason });
  return before;
}
