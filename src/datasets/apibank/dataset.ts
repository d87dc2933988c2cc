/** How is API-Bank opened, loaded, told and scored? */
import type { DataCard, Dataset, DatasetSettings, TaskRef } from '../../core/dataset.ts';
import { UsageError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { Embedder } from '../../core/model.ts';
import { dataCard } from './card.ts';
import type { ApiBankData } from './data/content.ts';
import { dataRoot, readInstalled, readManifest } from './data/store.ts';
import { apiBankEpisodes } from './episodes/episodes.ts';
import { voteKey } from './parse/vote-key.ts';
import { type FileScoring, fileScoring } from './predictions/score-file.ts';
import { apiBankReporting } from './reporting.ts';
import { type ScoringOptions, scoringOptions } from './scoring/options.ts';
import { type Scorer, scoreOf, scorersOf } from './scoring/scorer.ts';
import { briefOf } from './tasks/brief.ts';
import { readTaskManifests, resolveTaskId } from './tasks/ids.ts';
import { type ApiBankTask, allTasks, goldAnswer } from './tasks/task.ts';
import { type SessionMaker, sessionMaker } from './tools/session.ts';
import { apiBankTools } from './tools/tool-use.ts';
import { type Databases, prepareDatabases } from './world/databases.ts';

/** Raised whenever the same answer could score differently with the same data and options. */
export const APIBANK_VERSION = 1;

export interface ApiBankDataset extends Dataset<ApiBankTask>, FileScoring {
  /** The initial databases of the APIs, for `createWorld` and `scoreOfficial`. */
  loadDatabases(signal: AbortSignal): Promise<Databases>;
}

interface Loaded {
  readonly data: ApiBankData;
  readonly databases: Databases;
  readonly tasks: ReadonlyMap<string, ApiBankTask>;
  readonly scorer: Scorer;
  /** With other options than the configured ones. */
  readonly scorerFor: (options: ScoringOptions) => Scorer;
  readonly sessions: () => SessionMaker;
}

/** Where the data of a benchmark in API-Bank's format comes from: installed files, or a generator. */
export interface ApiBankSource {
  readonly id: string;
  readonly version: number;
  /** What the data are, for the dataset's identity: at least a hash of them. */
  readonly identity: { readonly [name: string]: Json };
  readonly pool: readonly TaskRef[];
  readonly evaluation: readonly TaskRef[];
  /** Called once, when the first task is loaded. */
  read(signal: AbortSignal): Promise<ApiBankData>;
  /** `tasks` are those of the pool, in its order. */
  describe(tasks: readonly ApiBankTask[]): DataCard;
}

/**
 * Reads the manifests only; the data itself is read when the first task is loaded.
 *
 * @throws UsageError for options that are not known; PrerequisiteError naming the import and download commands when the
 * data is not here.
 */
export async function openApiBank(settings: DatasetSettings): Promise<ApiBankDataset> {
  const options = scoringOptions(settings);
  return openApiBankData(await installedSource(settings), options, settings.embedder);
}

/** @throws PrerequisiteError when manifests or data are not here */
export async function installedSource(settings: DatasetSettings): Promise<ApiBankSource> {
  const manifests = await readTaskManifests(settings.benchmarksRoot);
  const root = dataRoot(settings);
  const manifest = await readManifest(root);
  return {
    id: 'apibank',
    version: APIBANK_VERSION,
    identity: { dataHash: manifest.dataHash },
    pool: manifests.pool,
    evaluation: manifests.evaluation,
    read: async (signal) => (await readInstalled(root, manifest, signal)).data,
    describe: (tasks) => dataCard(manifest, tasks),
  };
}

/** A benchmark in API-Bank's format: the same tasks, world and scoring, whatever the data are. */
export function openApiBankData(
  source: ApiBankSource,
  options: ScoringOptions,
  embedder: Embedder | null,
): ApiBankDataset {
  const loaded = once(async (signal): Promise<Loaded> => {
    const data = await source.read(signal);
    const tasks = new Map(allTasks(data).map((task) => [task.id, task]));
    const databases = prepareDatabases(data.databases);
    const scorerFor = scorersOf(data, embedder);
    const sessions = lazy(() => sessionMaker(data, embedder));
    return { data, databases, tasks, scorerFor, scorer: scorerFor(options), sessions };
  });
  const unaborted = new AbortController().signal;
  const { pool, evaluation } = source;
  const reporting = apiBankReporting(options, loaded);
  const identity = {
    ...source.identity,
    parserPolicy: options.parserPolicy,
    toolsearcherScorer:
      options.toolsearcherScorer ?? 'keyword on level 1, official on levels 2 and 3',
    embedder: embedder?.id ?? null,
  };
  return {
    id: source.id,
    version: source.version,
    identity,
    pool,
    evaluation,
    load: async (ids, signal) => findTasks(source.id, ids, (await loaded(signal)).tasks),
    brief: briefOf,
    score: async (task, answer) => {
      const { scorer } = await loaded(unaborted);
      return scoreOf(await scorer.decide(task, answer, unaborted));
    },
    referenceAnswer: goldAnswer,
    voteKey: (answer) => voteKey(answer, options.parserPolicy),
    tools: apiBankTools(async () => (await loaded(unaborted)).sessions()),
    reporting,
    describe: async (): Promise<DataCard> => {
      const { tasks } = await loaded(unaborted);
      const ids = source.pool.map((task) => task.id);
      return source.describe(findTasks(source.id, ids, tasks));
    },
    episodes: async (signal) => {
      const { data } = await loaded(signal);
      return apiBankEpisodes({ dataset: source.id, data, options, embedder, pool, evaluation });
    },
    loadDatabases: async (signal) => (await loaded(signal)).databases,
    ...fileScoring({ identity, pool, evaluation, reporting }, loaded),
  };
}

/** @throws UsageError naming every id that is not a task. */
function findTasks(
  dataset: string,
  ids: readonly string[],
  tasks: ReadonlyMap<string, ApiBankTask>,
): ApiBankTask[] {
  const unknown: string[] = [];
  const found = ids.flatMap((id) => {
    const task = tasks.get(resolveTaskId(id, (candidate) => tasks.has(candidate)) ?? id);
    if (task === undefined) unknown.push(`${dataset} has no task ${JSON.stringify(id)}`);
    return task === undefined ? [] : [task];
  });
  if (unknown.length === 0) return found;
  throw new UsageError(unknown, {
    hints: ['task ids look like `level-1::<dialogue file>::<sample>`; see benchmarks/apibank/'],
  });
}

/** Made when it is first asked for. */
function lazy<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
}

/** Shares one successful run; a failed or aborted one is not remembered. */
function once<Value>(
  run: (signal: AbortSignal) => Promise<Value>,
): (signal: AbortSignal) => Promise<Value> {
  let value: Value | undefined;
  return async (signal) => {
    signal.throwIfAborted();
    value ??= await run(signal);
    return value;
  };
}
