/** How do several candidates do on the same held-out tasks, with the same seeds? */
import { type Candidate, candidateDigest } from '../../core/candidate.ts';
import type { TaskRef } from '../../core/dataset.ts';
import { digest, type Json, type JsonObject } from '../../core/json.ts';
import type { Decoding } from '../../core/model.ts';
import { derivedSeed } from '../../core/random.ts';
import type { Rollout } from '../../core/rollout.ts';
import type { FailureLimit } from '../../evaluation/failure-limit.ts';
import type { RolloutRunner } from '../../evaluation/rollout-runner.ts';
import type { WorkPool } from '../../evaluation/work-pool.ts';
import type { EvaluationCache } from '../../store/evaluation-cache.ts';
import type { Journal } from '../../store/journal.ts';

export interface SplitEvaluation {
  readonly split: 'validation' | 'test';
  readonly tasks: readonly TaskRef[];
  /** Equal candidates are evaluated once. */
  readonly candidates: readonly Candidate[];
  readonly decoding: Decoding;
  readonly seed: number;
  /** What the scores depend on besides candidate and tasks. */
  readonly condition: JsonObject;
}

export interface EvaluationPorts {
  readonly journal: Journal;
  /** Every record of the journal, in order. */
  readonly records: readonly JsonObject[];
  readonly runner: RolloutRunner;
  readonly pool: WorkPool;
  readonly failures: FailureLimit;
  readonly cache: EvaluationCache | null;
  /** Rejects when the endpoint is gone: missing rows are then not the rows' own trouble. */
  readonly confirmReachable: () => Promise<void>;
  readonly onRollout: (candidate: string, rollout: Rollout) => void;
}

/** Rollouts by candidate digest, in task order. A row that stayed unobserved is an `infrastructure_failure`. */
export type SplitResults = ReadonlyMap<string, readonly Rollout[]>;

/**
 * Every row is journaled as it finishes, so an interrupted evaluation goes on at the next row. Rows that stay unobserved
 * are not journaled: running the job again tries them again.
 *
 * @throws InfrastructureError when more rows are missing than the declared rate allows
 */
export async function evaluateSplit(
  request: SplitEvaluation,
  ports: EvaluationPorts,
): Promise<SplitResults> {
  const arms = new Map(
    request.candidates.map((candidate) => [candidateDigest(candidate), candidate]),
  );
  const known = recordedRows(ports.records);
  const plans = [...arms].map(([candidate, content]) => ({
    candidate,
    content,
    evaluation: evaluationId(request, candidate),
  }));
  const units = plans.flatMap((plan) => {
    const cached = ports.cache?.get(plan.evaluation, request.tasks.length) ?? null;
    return request.tasks.map((task, row) => async (): Promise<Rollout> => {
      const found = known.get(`${plan.evaluation}:${row}`) ?? cached?.[row];
      const rollout = found ?? (await observe(request, ports, { ...plan, task, row }));
      ports.onRollout(plan.candidate, rollout);
      return rollout;
    });
  });
  const rollouts = await ports.pool.runAll(units);
  ports.journal.sync();
  if (rollouts.some((rollout) => rollout.score === null)) await ports.confirmReachable();
  const results = new Map<string, readonly Rollout[]>();
  plans.forEach((plan, index) => {
    const rows = rollouts.slice(index * request.tasks.length, (index + 1) * request.tasks.length);
    results.set(plan.candidate, rows);
    if (rows.every((rollout) => rollout.score !== null)) ports.cache?.put(plan.evaluation, rows);
  });
  return results;
}

async function observe(
  request: SplitEvaluation,
  ports: EvaluationPorts,
  place: { candidate: string; content: Candidate; evaluation: string; task: TaskRef; row: number },
): Promise<Rollout> {
  const rollout = await ports.runner.run({
    candidate: place.content,
    candidateId: place.candidate,
    task: place.task,
    seed: derivedSeed('evaluation', request.split, request.seed, place.task.id),
    decoding: request.decoding,
  });
  const missing = rollout.outcome === 'infrastructure_failure';
  ports.failures.countAttempt(missing);
  if (missing) {
    ports.failures.countMissing(rollout.failure);
  } else {
    ports.journal.append({
      kind: 'evaluation',
      split: request.split,
      evaluation: place.evaluation,
      row: place.row,
      rollout: rollout as unknown as Json,
    });
  }
  return rollout;
}

/** Same condition, candidate, tasks and seeds: same evaluation, whatever method asks for it. */
function evaluationId(request: SplitEvaluation, candidate: string): string {
  return digest({
    condition: request.condition,
    split: request.split,
    candidate,
    ids: request.tasks.map((task) => task.id),
  });
}

function recordedRows(records: readonly JsonObject[]): Map<string, Rollout> {
  const rows = new Map<string, Rollout>();
  for (const record of records) {
    if (record['kind'] !== 'evaluation') continue;
    rows.set(
      `${record['evaluation'] as string}:${record['row'] as number}`,
      record['rollout'] as unknown as Rollout,
    );
  }
  return rows;
}
