/** Which tasks come next when every task shall be seen once before any is seen twice? */
import type { RandomStream } from '../../core/random.ts';

/**
 * Batch `index` (0-based) of a run through shuffled epochs. An epoch whose length is no multiple of the size is filled up
 * with the tasks that were used least so far, the earliest of equals; a batch never holds a task twice as long as there
 * are enough tasks.
 *
 * @param shuffled the stream that shuffles an epoch.
 */
export function epochBatch<Task>(
  tasks: readonly Task[],
  { size, index }: { readonly size: number; readonly index: number },
  shuffled: (epoch: number) => RandomStream,
): Task[] {
  const length = Math.min(size, tasks.length);
  if (length === 0) return [];
  const perEpoch = Math.ceil(tasks.length / length);
  const epoch = Math.floor(index / perEpoch);
  const uses = new Map<Task, number>(tasks.map((task) => [task, 0]));
  let order: Task[] = [];
  for (let past = 0; past <= epoch; past += 1) {
    order = filled(shuffled(past).shuffle(tasks), { length, perEpoch, uses });
    for (const task of order) uses.set(task, (uses.get(task) ?? 0) + 1);
  }
  const start = (index % perEpoch) * length;
  return order.slice(start, start + length);
}

function filled<Task>(
  order: readonly Task[],
  epoch: {
    readonly length: number;
    readonly perEpoch: number;
    readonly uses: ReadonlyMap<Task, number>;
  },
): Task[] {
  const { length, perEpoch, uses } = epoch;
  // Tasks of the last batch, which is the one to fill up: none of them may come into it twice.
  const begun = new Set(order.slice((perEpoch - 1) * length));
  const spare = [...uses.keys()]
    .filter((task) => !begun.has(task))
    .sort((left, right) => (uses.get(left) ?? 0) - (uses.get(right) ?? 0));
  return [...order, ...spare.slice(0, perEpoch * length - order.length)];
}
