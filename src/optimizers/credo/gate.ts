/** Is the team still better than the seed on tasks that no round has used? */
import { type Candidate, candidateDigest } from '../../core/candidate.ts';
import type { TaskView } from '../../core/dataset.ts';
import type { OptimizerContext } from '../../core/optimizer.ts';
import { fallenBehind } from '../kit/race/standing.ts';

/** Level of the sign test, which speaks for the seed. */
const LEVEL = 0.1;

/** With fewer tasks the test could not speak, whatever they score. */
export const FEWEST_GATE_TASKS = Math.ceil(Math.log2(1 / LEVEL));

/** The seed when a one-sided sign test speaks for it, else the team. */
export async function passGate(
  context: OptimizerContext,
  candidate: Candidate,
  tasks: readonly TaskView[],
): Promise<Candidate> {
  const seed = context.seedCandidate;
  if (tasks.length === 0 || candidateDigest(candidate) === candidateDigest(seed)) return candidate;
  const [holder, own] = await context.step([
    { kind: 'rollouts', candidate: seed, tasks, whenShort: 'skip' },
    { kind: 'rollouts', candidate, tasks, whenShort: 'skip' },
  ]);
  const team = { candidate, index: 0, rollouts: own, callsPerTask: 0, mean: null };
  const rule = { kind: 'sign-test', alpha: LEVEL } as const;
  if (fallenBehind([team], { rule, keep: 1, rivals: [holder] }).length === 0) return candidate;
  const parents = [candidateDigest(seed)];
  const reason = 'beaten by the seed on the tasks of the gate';
  context.note({ kind: 'candidate-rejected', candidate, parents, reason });
  return seed;
}
