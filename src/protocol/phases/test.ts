/** Phase 3: measure the frozen configuration and the seed on the held-out tasks, once. */
import { type Candidate, candidateDigest } from '../../core/candidate.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { randomStream } from '../../core/random.ts';
import { totalToolCounts } from '../../evaluation/team/tool-counts.ts';
import { pairedBootstrap } from '../../statistics/bootstrap.ts';
import {
  compareRows,
  comparisonVerdict,
  type PairedRow,
} from '../../statistics/paired-comparison.ts';
import { mean, wilsonInterval } from '../../statistics/summary.ts';
import type { JobRun } from '../job-run.ts';
import {
  evaluatePair,
  type PairedEvaluation,
  pairCost,
  pairedRecords,
  pairRows,
} from './paired-evaluation.ts';

/** Returns what test.json holds, or measures and writes it. */
export async function testPhase(run: JobRun, frozen: Candidate): Promise<JsonObject> {
  const sealed = run.folder.read('test');
  if (sealed !== null) return sealed;
  const pair = await evaluatePair(run, 'test', frozen);
  const rows = pairRows(pair.tasks, pair.seed, pair.other);
  const content: JsonObject = {
    schema: 'test-1',
    job: run.identityHash,
    simulated: run.spec.model.simulated,
    frozenDigest: candidateDigest(frozen),
    seedDigest: candidateDigest(run.spec.seedCandidate),
    comparison: pair.comparison as unknown as Json,
    verdict: comparisonVerdict(pair.comparison),
    accuracy: {
      seed: rate(
        run,
        rows.map((row) => row.baseline),
      ),
      frozen: rate(
        run,
        rows.map((row) => row.candidate),
      ),
    },
    strata: strata(run, rows),
    format: { seed: formatRate(pair.seed), frozen: formatRate(pair.other) },
    ...toolCounts(pair),
    usage: pair.usage as unknown as Json,
    cost: pairCost(run, pair, 'frozen'),
    rows: pairedRecords(pair, 'frozen'),
  };
  run.folder.write('test', content);
  run.listen({
    kind: 'phase-finished',
    phase: 'test',
    summary: comparisonVerdict(pair.comparison),
  });
  return content;
}

/** The share of right answers; of a degree the mean score with its 95 % bootstrap interval, and no `correct`. */
function rate(run: JobRun, scores: readonly (number | null)[]): JsonObject {
  const { measure } = run.parts.dataset;
  if (measure === undefined) return accuracy(scores);
  const scored = scores.filter((score) => score !== null);
  const random = randomStream('bootstrap', 'test', 'mean', run.spec.seed);
  const interval = scored.length === 0 ? null : pairedBootstrap(scored, { random });
  return {
    measure,
    scored: scored.length,
    planned: scores.length,
    rate: mean(scored),
    low: interval === null ? null : Number(interval.low.toPrecision(10)),
    high: interval === null ? null : Number(interval.high.toPrecision(10)),
  };
}

/** Correct, scored and planned with a 95 % Wilson interval; missing rows are left out, never counted as wrong. */
function accuracy(scores: readonly (number | null)[]): JsonObject {
  const scored = scores.filter((score) => score !== null);
  const correct = scored.filter((score) => score > 0).length;
  const interval = wilsonInterval(correct, scored.length);
  return {
    correct,
    scored: scored.length,
    planned: scores.length,
    rate: scored.length === 0 ? null : correct / scored.length,
    low: Number(interval.low.toPrecision(10)),
    high: Number(interval.high.toPrecision(10)),
  };
}

function strata(run: JobRun, rows: readonly PairedRow[]): JsonObject {
  const names = [...new Set(rows.map((row) => row.stratum))].sort();
  return Object.fromEntries(
    names.map((name) => [
      name,
      compareRows(
        rows.filter((row) => row.stratum === name),
        randomStream('bootstrap', 'test', name, run.spec.seed),
      ) as unknown as Json,
    ]),
  );
}

/** Only where functions were offered. */
function toolCounts({ seed, other }: PairedEvaluation): JsonObject {
  const [ofSeed, ofFrozen] = [totalToolCounts(seed), totalToolCounts(other)];
  if (ofSeed === null && ofFrozen === null) return {};
  return { tools: { seed: ofSeed as unknown as Json, frozen: ofFrozen as unknown as Json } };
}

function formatRate(rollouts: PairedEvaluation['seed']): JsonObject {
  return {
    parsed: rollouts.reduce((sum, rollout) => sum + rollout.format.parsed, 0),
    total: rollouts.reduce((sum, rollout) => sum + rollout.format.total, 0),
  };
}
