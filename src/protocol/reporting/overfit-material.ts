/** What is needed to tell whether a finished job's winner was fitted to its tasks: from sealed files and the dataset. */
import type { Candidate } from '../../core/candidate.ts';
import type { Dataset, TaskRef } from '../../core/dataset.ts';
import type { JsonObject } from '../../core/json.ts';
import { randomStream } from '../../core/random.ts';
import type { SearchScoresSummary } from '../search/search-scores.ts';

/** Sealed contents of one finished job. */
export interface FinishedJob {
  readonly identity: JsonObject;
  readonly optimization: JsonObject;
  readonly selection: JsonObject;
  readonly test: JsonObject;
  readonly seedCandidate: Candidate;
}

interface Arm {
  readonly score: number | null;
}

interface SealedRow {
  readonly id: string;
  readonly seed: Arm | null;
  readonly incumbent?: Arm | null;
  readonly frozen?: Arm | null;
}

/** Null for a search that was sealed before its scores were kept. */
export async function overfitMaterial(job: FinishedJob, dataset: Dataset, signal: AbortSignal) {
  const { optimization, selection, test, seedCandidate } = job;
  const scores = optimization['searchScores'] as unknown as SearchScoresSummary | undefined;
  if (scores === undefined) return null;
  const winner = optimization['incumbent'] as unknown as Candidate;
  const deployed = selection['selected'] === 'incumbent';
  const rows = (content: JsonObject) => content['rows'] as unknown as readonly SealedRow[];
  const trained = ['train', 'validation'].flatMap((name) => optimization[name] as string[]);
  const used = new Set(scores.validation);
  const seedScores = new Map(scores.seed.map(({ id, score }) => [id, score]));
  const random = (name: string) =>
    randomStream('bootstrap', 'overfit', name, job.identity['seed'] as number);
  return {
    changed: optimization['seedDigest'] !== optimization['incumbentDigest'],
    deployed,
    search: scores.incumbent.map(({ id, score }) => ({
      winner: score,
      seed: seedScores.get(id) ?? null,
    })),
    fresh: rows(selection)
      .filter(({ id }) => !used.has(id))
      .map(({ seed, incumbent }) => pair(seed, incumbent)),
    test: rows(test).map(({ seed, frozen }) => pair(seed, deployed ? frozen : null)),
    prompts: { seed: seedCandidate.roles, winner: winner.roles },
    demonstrations: Object.values(winner.demonstrations).flat().length,
    texts: {
      trained: await taskTexts(dataset, trained, signal),
      heldOut: await taskTexts(
        dataset,
        rows(test).map(({ id }) => id),
        signal,
      ),
    },
    random,
  };
}

function pair(seed: Arm | null, winner: Arm | null | undefined) {
  return { seed: seed?.score ?? null, winner: winner?.score ?? null };
}

/**
 * What a task says of its own. The brief for function calls leaves out what functions are described by, which every
 * prompt may name.
 */
async function taskTexts(dataset: Dataset, ids: readonly string[], signal: AbortSignal) {
  const tasks: readonly TaskRef[] = await dataset.load(ids, signal);
  const { tools } = dataset;
  return tasks.map((task) => ({
    id: task.id,
    text: (tools === null ? dataset.brief(task) : tools.brief(task)).task,
  }));
}
