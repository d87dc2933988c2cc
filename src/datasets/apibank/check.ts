/** Is the imported data the benchmark that the committed ids mean? */
import type { DataCheck, DataCommandOptions } from '../../core/dataset.ts';
import { dataCard } from './card.ts';
import { searchCheck } from './check-search.ts';
import type { ApiBankData } from './data/content.ts';
import { contentHash, contentProblems } from './data/content.ts';
import { releaseProblems } from './data/released.ts';
import { dataRoot, readInstalled, readManifest } from './data/store.ts';
import { outsidePool } from './outside-pool.ts';
import type { ScoringOptions } from './scoring/options.ts';
import { createScorer, type Scorer } from './scoring/scorer.ts';
import { LEVELS, POOL_SIZES, readTaskManifests, SKIPPED_APIS } from './tasks/ids.ts';
import { type ApiBankTask, allTasks, goldAnswer } from './tasks/task.ts';
import { declaredSignatures } from './world/manager.ts';

type Check = DataCheck['checks'][number];

/** The pool was derived with these; a run may use others. */
const POOL_OPTIONS: ScoringOptions = { parserPolicy: 'last', toolsearcherScorer: 'keyword' };

/** @throws PrerequisiteError when the data is missing or damaged. */
export async function checkData(options: DataCommandOptions): Promise<DataCheck> {
  const { signal, onProgress } = options;
  const root = dataRoot(options);
  const manifest = await readManifest(root);
  const { data, files } = await readInstalled(root, manifest, signal);
  const { pool, evaluation } = await readTaskManifests(options.benchmarksRoot);
  onProgress({ step: 'check', done: 0, total: 2 });
  const tasks = allTasks(data);
  const scorer = createScorer(data, POOL_OPTIONS, null);
  const derived = derivePool(tasks, scorer).map((task) => task.id);
  onProgress({ step: 'check', done: 1, total: 2 });
  const poolIds = pool.map((task) => task.id);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const poolTasks = poolIds.flatMap((id) => byId.get(id) ?? []);
  const correct = poolTasks.filter((task) => isGoldCorrect(task, scorer)).length;
  const hash = contentHash(files);
  const problems = contentProblems(data);
  const altered = releaseProblems(files, hash);
  const checks: Check[] = [
    checked(
      'content is complete',
      problems.length === 0,
      problems.join('; ') || 'all counts match',
    ),
    checked('content matches its hash', hash === manifest.dataHash, manifest.dataHash),
    checked(
      'content is the released one',
      altered.length === 0,
      altered.join('; ') || 'every file is',
    ),
    signatureCheck(data),
    poolCheck(derived, poolIds),
    checked(
      'reference calls score correct',
      correct === poolIds.length,
      `${correct} of ${poolIds.length}`,
    ),
    checked(
      'evaluation tasks are in the pool',
      evaluation.every((task) => poolIds.includes(task.id)),
      `${evaluation.length} tasks`,
    ),
    await searchCheck(data, options.embedder, signal),
  ];
  onProgress({ step: 'check', done: 2, total: 2 });
  const outside = outsidePool(tasks, { pool: poolIds, derived }, scorer);
  return { card: dataCard(manifest, poolTasks), checks, outsidePool: outside };
}

/**
 * Per level in benchmark order: leaves out dialogues that call a skipped API and tasks whose own reference call does not
 * score correct, and keeps the first ones.
 */
export function derivePool(tasks: readonly ApiBankTask[], scorer: Scorer): ApiBankTask[] {
  return LEVELS.flatMap((level) => {
    const kept: ApiBankTask[] = [];
    for (const task of tasks) {
      if (kept.length === POOL_SIZES[level]) break;
      if (task.level !== level) continue;
      if (task.dialogueApis.some((name) => SKIPPED_APIS[level].includes(name))) continue;
      if (isGoldCorrect(task, scorer)) kept.push(task);
    }
    return kept;
  });
}

function isGoldCorrect(task: ApiBankTask, scorer: Scorer): boolean {
  return scorer.judge(task, goldAnswer(task)).correct === true;
}

function poolCheck(derived: readonly string[], committed: readonly string[]): Check {
  const difference = derived.findIndex((id, index) => id !== committed[index]);
  const same = difference === -1 && derived.length === committed.length;
  const detail = same
    ? `${derived.length} tasks`
    : `derived ${derived.length}, committed ${committed.length}; they part at ${derived[difference] ?? committed[derived.length] ?? ''}`;
  return checked('pool follows from the data', same, detail);
}

/** The behaviour of the APIs is ours, their texts are the data's: both must speak of the same parameters. */
function signatureCheck(data: ApiBankData): Check {
  const problems = data.catalog.flatMap((api) => {
    const declared = declaredSignatures(api.levelSet)[api.name];
    const expected = Object.keys(api.inputParameters).join(', ');
    const found = declared === undefined ? 'nothing' : Object.keys(declared).join(', ');
    return expected === found
      ? []
      : [`${api.name} (${api.levelSet}): ${found} instead of ${expected}`];
  });
  const detail = problems.join('; ') || `${data.catalog.length} APIs`;
  return checked('APIs take the described parameters', problems.length === 0, detail);
}

function checked(name: string, passed: boolean, detail: string): Check {
  return { name, passed, detail };
}
