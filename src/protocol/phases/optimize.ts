/** Phase 1: search within the budget, and seal what was found. */
import { type Candidate, candidateDigest } from '../../core/candidate.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import type { TokenSnapshot } from '../../core/optimizer.ts';
import { candidateJson, type JobRun, phaseRunner } from '../job-run.ts';
import type { SearchScoresSummary } from '../search/search-scores.ts';
import { stoppedSearch } from './best-so-far.ts';
import { search } from './search.ts';

export interface Optimization {
  readonly incumbent: Candidate;
  readonly problem: string | null;
  /** Null for a search that was sealed before its scores were kept. */
  readonly scores: SearchScoresSummary | null;
  /** Distinct candidates that the method announced. */
  readonly proposed: number;
}

/** Returns what optimization.json holds, or searches and writes it. */
export async function optimizePhase(run: JobRun): Promise<Optimization> {
  const sealed = run.folder.read('optimization');
  if (sealed !== null) return readOptimization(sealed);
  const { spec, split, parts, folder, listen } = run;
  listen({ kind: 'phase-started', phase: 'optimize', planned: spec.budget });
  const outcome = await search(spec, split, {
    optimizer: parts.optimizer,
    dataset: parts.dataset,
    topology: parts.topology,
    lineup: parts.lineup,
    journal: folder.journal,
    records: folder.records,
    runner: (failures) => phaseRunner(run, failures),
    pool: run.pool,
    reflection: {
      provider: run.reflectionModel,
      model: spec.reflection.model,
      decoding: spec.decoding.reflection,
    },
    task: { provider: run.taskModel, model: spec.model.model, decoding: spec.decoding.search },
    embedder: parts.embedder,
    confirmReachable: run.confirmReachable,
    writeCandidate: (digest, content) =>
      folder.writeDerived(`candidates/${digest}.json`, `${JSON.stringify(content, null, 2)}\n`),
    listen,
    signal: run.signal,
    onCapReached: (error, leader) => stoppedSearch(run, error, leader),
  });
  const sealedContent: JsonObject = {
    schema: 'optimization-1',
    job: run.identityHash,
    simulated: spec.model.simulated,
    method: spec.method.id,
    stop: outcome.stop,
    budget: { maximum: spec.budget, charged: outcome.charged, ...tokenRecord(outcome.tokens) },
    ...(outcome.saved === null ? {} : { rolloutsSaved: outcome.saved }),
    candidates: outcome.candidates,
    searchScores: outcome.scores as unknown as Json,
    usage: outcome.usage as unknown as Json,
    seedDigest: candidateDigest(spec.seedCandidate),
    incumbentDigest: candidateDigest(outcome.incumbent),
    incumbentProblem: outcome.problem,
    incumbent: candidateJson(outcome.incumbent),
    train: split.train,
    validation: split.validation,
  };
  folder.write('optimization', sealedContent);
  listen({
    kind: 'phase-finished',
    phase: 'optimize',
    summary: `${outcome.charged}/${spec.budget} rollouts, ${outcome.candidates.proposed} candidates proposed, ${outcome.candidates.accepted} accepted, stopped by ${outcome.stop}`,
  });
  return readOptimization(sealedContent);
}

function tokenRecord(tokens: TokenSnapshot | null): JsonObject {
  if (tokens === null) return {};
  return { tokens: { maximum: tokens.maximum, charged: tokens.charged } };
}

function readOptimization(content: JsonObject): Optimization {
  return {
    incumbent: content['incumbent'] as unknown as Candidate,
    problem: content['incumbentProblem'] as string | null,
    scores: (content['searchScores'] as unknown as SearchScoresSummary | undefined) ?? null,
    proposed: (content['candidates'] as { readonly proposed: number }).proposed,
  };
}
