/** What does a solved task show those who play a role? */
import type { Demonstration, RoleId } from './candidate.ts';
import { clip } from './clip.ts';
import type { TaskView } from './dataset.ts';
import type { Rollout } from './rollout.ts';

export interface SolvedTask {
  readonly task: TaskView;
  /** Of a team that solved it. */
  readonly rollout: Rollout;
}

/** Task and output of the role, each in at most `length` characters; null when the role said nothing. */
export function workedExample(
  role: RoleId,
  { task, rollout }: SolvedTask,
  length: number,
): Demonstration | null {
  const output = rollout.roleOutputs[role] ?? '';
  if (output.trim() === '') return null;
  return { input: clip(task.brief.task, length), output: clip(output, length) };
}
