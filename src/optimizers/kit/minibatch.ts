/** On which tasks does the next comparison run? */
import type { RandomStream } from '../../core/random.ts';

export interface BatchPlan<Task> {
  readonly size: number;
  /** Tasks that should come first, at most `maximumInjected` of them and never more than the batch. */
  readonly injected?: readonly Task[];
  readonly maximumInjected?: number;
  /** Tasks that the random fill leaves out, next to all of `injected`. */
  readonly excluded?: readonly Task[];
}

/** Injected tasks first, then a random fill without repetition; shorter when the tasks run out. */
export function drawBatch<Task>(
  random: RandomStream,
  tasks: readonly Task[],
  plan: BatchPlan<Task>,
): Task[] {
  const candidates = [...new Set(plan.injected ?? [])];
  const limit = Math.min(plan.size, plan.maximumInjected ?? candidates.length);
  const injected = candidates.length > limit ? random.sample(candidates, limit) : candidates;
  const taken = new Set([...candidates, ...(plan.excluded ?? [])]);
  const rest = tasks.filter((task) => !taken.has(task));
  return [...injected, ...random.sample(rest, plan.size - injected.length)];
}
