/** What did the team write on which task? */
import type { TaskView } from '../../core/dataset.ts';
import type { Rollout } from '../../core/rollout.ts';
import { isObserved, type Observed } from './paired.ts';

export interface Situation {
  readonly task: TaskView;
  readonly rollout: Observed;
}

/** The observed rollouts with their tasks, in the order of the rollouts. */
export function situationsOf(
  tasks: readonly TaskView[],
  rollouts: readonly Rollout[],
): Situation[] {
  const known = new Map(tasks.map((task) => [task.id, task]));
  return rollouts.flatMap((rollout) => {
    const task = known.get(rollout.taskId);
    return task === undefined || !isObserved(rollout) ? [] : [{ task, rollout }];
  });
}
