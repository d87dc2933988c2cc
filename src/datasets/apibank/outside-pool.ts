/** Why is a task of the data no task of the pool? */
import type { DataCheck } from '../../core/dataset.ts';
import type { Scorer } from './scoring/scorer.ts';
import { POOL_SIZES, SKIPPED_APIS } from './tasks/ids.ts';
import { type ApiBankTask, goldAnswer } from './tasks/task.ts';

type OutsideTask = NonNullable<DataCheck['outsidePool']>[number];

/**
 * Every task that is not in `pool`, in benchmark order, each with the first reason that applies: a skipped API in its
 * dialogue, a reference call that does not score correct, more tasks than the pool takes of its level.
 *
 * @param derived the ids that follow from the data
 */
export function outsidePool(
  tasks: readonly ApiBankTask[],
  { pool, derived }: { readonly pool: readonly string[]; readonly derived: readonly string[] },
  scorer: Scorer,
): OutsideTask[] {
  const inside = new Set(pool);
  const due = new Set(derived);
  return tasks
    .filter((task) => !inside.has(task.id))
    .map((task) => ({ id: task.id, stratum: task.stratum, ...reasonOf(task, due, scorer) }));
}

function reasonOf(
  task: ApiBankTask,
  due: ReadonlySet<string>,
  scorer: Scorer,
): Pick<OutsideTask, 'reason' | 'detail'> {
  const skipped = task.dialogueApis.filter((name) => SKIPPED_APIS[task.level].includes(name));
  if (skipped.length > 0) {
    return { reason: 'its dialogue calls an API that is left out', detail: skipped.join(', ') };
  }
  const verdict = scorer.judge(task, goldAnswer(task));
  if (verdict.correct !== true) {
    const error = verdict.error ?? 'the scorer cannot decide it';
    return {
      reason: 'its reference call does not score correct',
      detail: `${task.gold.apiName}: ${error}`,
    };
  }
  if (!due.has(task.id)) {
    return { reason: `beyond the first ${POOL_SIZES[task.level]} of its level`, detail: '' };
  }
  return { reason: 'the committed list lacks it, though the data give it', detail: '' };
}
