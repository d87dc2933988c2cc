/** What can be used of a job that a cap has stopped? */
import { type Candidate, candidateDigest } from '../../core/candidate.ts';
import { BudgetExhaustedError } from '../../core/errors.ts';
import { seal } from '../../store/files.ts';
import type { JobRun } from '../job-run.ts';
import type { Leader } from '../search/leader.ts';
import { frozenContent } from './frozen.ts';

/** Deployable like frozen.json, but chosen by the search alone. Gone once the job has decided. */
export const BEST_SO_FAR = 'best-so-far.json';

/** Keeps the leader, or the seed, as a file that can be run, and says so beside the error. */
export function stoppedSearch(
  run: JobRun,
  error: BudgetExhaustedError,
  leader: Leader | null,
): BudgetExhaustedError {
  const candidate = leader?.candidate ?? run.spec.seedCandidate;
  keep(run, candidate);
  const text =
    leader === null
      ? 'best so far: the seed, no accepted candidate is known to be ahead of it'
      : `best so far: candidate ${candidateDigest(candidate).slice(0, 12)}, ${(leader.lead * 100).toFixed(1)} points ahead of the seed on ${leader.tasks} search tasks (an optimistic number)`;
  return withHints(error, [text, usable(run)]);
}

/** The search is over, and its winner is not measured yet. */
export function stoppedValidation(
  run: JobRun,
  error: BudgetExhaustedError,
  { incumbent, problem }: { readonly incumbent: Candidate; readonly problem: string | null },
): BudgetExhaustedError {
  keep(run, problem === null ? incumbent : run.spec.seedCandidate);
  return withHints(error, [
    'best so far: what the search found; the validation that decides whether it is deployed is not done',
    usable(run),
  ]);
}

export function stoppedTest(run: JobRun, error: BudgetExhaustedError): BudgetExhaustedError {
  return withHints(error, [
    `the configuration is decided and frozen, only its measurement is not done: ${run.folder.path}/frozen.json`,
  ]);
}

function keep(run: JobRun, candidate: Candidate): void {
  const content = frozenContent(run, candidate, { selected: 'best-so-far' });
  run.folder.writeDerived(BEST_SO_FAR, seal(content));
}

function usable({ spec, folder }: JobRun): string {
  const team = `--dataset ${spec.dataset.id} --topology ${spec.topology}`;
  return `it can be run as it is: protocol eval ${team} --config ${folder.path}/${BEST_SO_FAR}`;
}

function withHints(error: BudgetExhaustedError, hints: readonly string[]): BudgetExhaustedError {
  return new BudgetExhaustedError(error.message, { hints, cause: error });
}
