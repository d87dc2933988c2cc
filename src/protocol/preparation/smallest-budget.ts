/** Is the budget enough for one step of the method, and if not, what can the job still do? */
import { UsageError } from '../../core/errors.ts';
import type { JobShape, Optimizer } from '../../core/optimizer.ts';
import type { JobSpec } from '../job-spec.ts';

type SmallJob = Pick<JobSpec, 'method' | 'schedule' | 'budget' | 'optimize'>;

/**
 * One line for the head of the output; null when the budget covers a step.
 *
 * @throws UsageError in a strict job, instead of the line
 */
export function smallBudgetNotice(
  optimizer: Optimizer,
  spec: SmallJob,
  { shape, strict }: { readonly shape: JobShape; readonly strict: boolean },
): string | null {
  const { method, budget } = spec;
  const minimum = optimizer.minimumBudget(method.options as never, shape);
  if (budget >= minimum) return null;
  const problem = `budget ${budget}: ${method.id} needs ${minimum} rollouts for one step`;
  const left = canMoveTopology(spec)
    ? 'can at most move the topology parameters'
    : 'can only return the seed';
  if (!strict) return `${problem}; this job ${left}`;
  throw new UsageError(problem, {
    hints: [
      `--budget ${minimum} is the least for this team and these options`,
      `without --strict the job runs, and ${left}`,
      `protocol explain ${method.id}`,
    ],
  });
}

/** A turn of their own comes before the search of prompts, so a budget may cover it that covers nothing else. */
function canMoveTopology({ method, schedule, optimize }: SmallJob): boolean {
  if (!optimize.topology) return false;
  if (schedule !== undefined) return !optimize.prompts;
  return Object.hasOwn(method.options, 'topologyShare');
}
