/** Which samples of level 3 can be worked on as a whole, and how do they begin? */
import type { Episode, Episodes, TaskRef } from '../../../core/dataset.ts';
import { UsageError } from '../../../core/errors.ts';
import type { Embedder } from '../../../core/model.ts';
import type { ApiBankData } from '../data/content.ts';
import type { ScoringOptions } from '../scoring/options.ts';
import {
  type PreparedTask,
  prepareTask,
  type ScoringTables,
  scoringTables,
} from '../scoring/prepare.ts';
import { type Scorer, scorersOf } from '../scoring/scorer.ts';
import { resolveTaskId, stratumOf } from '../tasks/ids.ts';
import { type ApiBankTask, allTasks } from '../tasks/task.ts';
import { createWorld, type World } from '../world/manager.ts';
import { type Errand, type ErrandRules, episodeOf } from './errand.ts';
import { searchFinder } from './execute.ts';

export interface EpisodeSource {
  readonly dataset: string;
  readonly data: ApiBankData;
  readonly options: ScoringOptions;
  readonly embedder: Embedder | null;
  /** Of calls. */
  readonly pool: readonly TaskRef[];
  readonly evaluation: readonly TaskRef[];
}

/** The samples of level 3 whose calls are all in the pool; held out are those with an evaluation call. */
export function apiBankEpisodes(source: EpisodeSource): Episodes {
  const { data, options, embedder, dataset } = source;
  const samples = completeSamples(source);
  const heldOut = new Set(source.evaluation.map(({ id }) => sampleId(id)));
  const tables = scoringTables(data);
  const rules: ErrandRules = {
    policy: options.parserPolicy,
    tables: tables.search.lv3,
    find: searchFinder(embedder),
    scorerIn: worldScorer(source, tables, [...samples.values()].flat()),
  };
  const begin = (id: string, steps: Errand['steps']): Episode => {
    const world = createWorld({ levelSet: 'lv3', databases: tables.databases });
    return episodeOf({ id, steps, made: new Set(), history: steps[0].history, world }, rules);
  };
  const pool = [...samples.keys()].map((id) => ({ id, stratum: stratumOf(3) }));
  return {
    pool,
    evaluation: pool.filter(({ id }) => heldOut.has(id)),
    start: async (ids, signal) => {
      signal.throwIfAborted();
      return await Promise.resolve(started(dataset, ids, { samples, begin }));
    },
  };
}

/** The id of the sample that a call of level 3 is a step of. */
function sampleId(callId: string): string {
  return callId.slice(0, callId.lastIndexOf('::'));
}

type Samples = ReadonlyMap<string, Errand['steps']>;

function completeSamples({ data, pool }: EpisodeSource): Samples {
  const inPool = new Set(pool.map(({ id }) => id));
  const samples = new Map<string, Errand['steps']>();
  for (const task of allTasks(data)) {
    if (task.level !== 3) continue;
    const id = sampleId(task.id);
    const earlier = samples.get(id);
    samples.set(id, earlier === undefined ? [task] : [...earlier, task]);
  }
  return new Map([...samples].filter(([, steps]) => steps.every(({ id }) => inPool.has(id))));
}

/** What can be worked out once per step is, whatever the world. */
function worldScorer(
  { data, options, embedder }: EpisodeSource,
  tables: ScoringTables,
  steps: readonly ApiBankTask[],
): (world: World) => Scorer {
  const scorerFor = scorersOf(data, embedder);
  const recorded = new Map(steps.map((step) => [step.id, step]));
  const known = new Map<string, PreparedTask>();
  const prepared = (task: ApiBankTask): PreparedTask => {
    const step = known.get(task.id) ?? prepareTask(recorded.get(task.id) ?? task, tables);
    known.set(task.id, step);
    return step;
  };
  return (world) => scorerFor(options, (task) => ({ ...prepared(task), task, replayed: world }));
}

/** @throws UsageError naming every id that is not a sample. */
function started(
  dataset: string,
  ids: readonly string[],
  { samples, begin }: { samples: Samples; begin: (id: string, steps: Errand['steps']) => Episode },
): Episode[] {
  const unknown: string[] = [];
  const found = ids.flatMap((asked) => {
    const id = resolveTaskId(asked, (candidate) => samples.has(candidate)) ?? asked;
    const steps = samples.get(id);
    if (steps === undefined) unknown.push(`${dataset} has no sample ${JSON.stringify(asked)}`);
    return steps === undefined ? [] : [begin(id, steps)];
  });
  if (unknown.length === 0) return found;
  throw new UsageError(unknown, {
    hints: [
      'samples are those of level 3: `level-3::<file>::<sample>`, a task id without its step',
    ],
  });
}
