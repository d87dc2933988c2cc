/** How are the seed and another configuration measured side by side on one split? */
import { type Candidate, candidateDigest } from '../../core/candidate.ts';
import type { TaskRef } from '../../core/dataset.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Usage } from '../../core/model.ts';
import { randomStream } from '../../core/random.ts';
import type { Rollout } from '../../core/rollout.ts';
import { FailureLimit } from '../../evaluation/failure-limit.ts';
import { type CostRecord, teamCost } from '../../evaluation/team-cost.ts';
import {
  type Comparison,
  compareRows,
  type PairedRow,
} from '../../statistics/paired-comparison.ts';
import { type JobRun, phaseRunner } from '../job-run.ts';
import { evaluationCondition } from '../job-spec.ts';
import { evaluateSplit } from './evaluate-split.ts';
import { ProgressMeter } from './progress.ts';

export interface PairedEvaluation {
  readonly tasks: readonly TaskRef[];
  readonly seed: readonly Rollout[];
  readonly other: readonly Rollout[];
  readonly comparison: Comparison;
  readonly usage: Usage;
}

/** Both configurations on every task with greedy decoding and the same sampling seed per task. */
export async function evaluatePair(
  run: JobRun,
  split: 'validation' | 'test',
  other: Candidate,
): Promise<PairedEvaluation> {
  const { spec } = run;
  const tasks = await run.parts.dataset.load(run.split[split], run.signal);
  const phase = split === 'validation' ? 'validate' : 'test';
  const seedDigest = candidateDigest(spec.seedCandidate);
  const otherDigest = candidateDigest(other);
  const planned = tasks.length * (seedDigest === otherDigest ? 1 : 2);
  const failures = new FailureLimit(spec.infrastructureRate, planned);
  const { listen } = run;
  const meter = new ProgressMeter({ phase, planned, listen, failures, baseline: seedDigest });
  listen({ kind: 'phase-started', phase, planned });
  const results = await evaluateSplit(
    {
      split,
      tasks,
      candidates: [spec.seedCandidate, other],
      decoding: spec.decoding.evaluation,
      seed: spec.seed,
      condition: evaluationCondition(spec),
    },
    {
      journal: run.folder.journal,
      records: run.folder.records,
      runner: phaseRunner(run, failures),
      pool: run.pool,
      failures,
      cache: run.evaluationCache,
      confirmReachable: run.confirmReachable,
      onRollout: (candidate, rollout) => meter.rolloutFinished(candidate, rollout),
    },
  );
  const seed = results.get(seedDigest) ?? [];
  const rollouts = results.get(otherDigest) ?? [];
  const rows = pairRows(tasks, seed, rollouts);
  return {
    tasks,
    seed,
    other: rollouts,
    comparison: compareRows(rows, randomStream('bootstrap', split, spec.seed)),
    usage: meter.usage,
  };
}

export function pairRows(
  refs: readonly TaskRef[],
  baseline: readonly Rollout[],
  candidate: readonly Rollout[],
): PairedRow[] {
  return refs.map((ref, index) => ({
    id: ref.id,
    stratum: ref.stratum,
    baseline: baseline[index]?.score ?? null,
    candidate: candidate[index]?.score ?? null,
  }));
}

/** What a sealed file keeps of each task, both arms side by side. */
export function pairedRecords(pair: PairedEvaluation, name: string): JsonObject[] {
  return pair.tasks.map((task, index) => ({
    id: task.id,
    stratum: task.stratum,
    seed: armRecord(pair.seed[index]),
    [name]: armRecord(pair.other[index]),
  }));
}

/** What both arms cost per task. Derived from the rows, so the same however the job came to its end. */
export function pairCost(run: JobRun, pair: PairedEvaluation, name: string): JsonObject {
  const cost: CostRecord = {
    price: run.spec.model.simulated ? 'simulated' : 'unknown',
    perTask: { seed: teamCost(pair.seed), [name]: teamCost(pair.other) },
  };
  return cost as unknown as JsonObject;
}

function armRecord(rollout: Rollout | undefined): JsonObject | null {
  if (rollout === undefined) return null;
  return {
    outcome: rollout.outcome,
    score: rollout.score,
    answer: rollout.answer,
    failure: rollout.failure as unknown as JsonObject | null,
    errorClass: rollout.errorClass,
    trace: rollout.trace,
  };
}
