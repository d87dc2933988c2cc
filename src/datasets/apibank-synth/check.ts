/** Does the generator give what is promised of it? */
import type { DataCheck, DataCommandOptions } from '../../core/dataset.ts';
import { createScorer } from '../apibank/scoring/scorer.ts';
import { allTasks, goldAnswer } from '../apibank/tasks/task.ts';
import { synthCard } from './dataset.ts';
import { generatePool, type SynthPool } from './generate.ts';
import { levelSizes } from './held-out.ts';
import { DEFAULT_POOL, MINIMUM_SIZE, synthOptions } from './options.ts';

type Check = DataCheck['checks'][number];

/** Data hash of the default pool: the same bytes on every machine. Another one is another generator version. */
export const DEFAULT_DATA_HASH = 'ab5c93a1003d610db19ffb45bde944fcf4cd9b6881f8f8468ff645e7cfe9d280';

/** Generates everything anew; nothing is read from a file. */
export function checkSynth(options: DataCommandOptions): DataCheck {
  const { pool: wanted, scoring } = synthOptions(options);
  const { signal, onProgress } = options;
  const steps = 3;
  const step = (done: number): void => {
    signal.throwIfAborted();
    onProgress({ step: 'check', done, total: steps });
  };
  step(0);
  const generated = generatePool(wanted);
  step(1);
  const isDefault = JSON.stringify(wanted) === JSON.stringify(DEFAULT_POOL);
  const expected = isDefault ? DEFAULT_DATA_HASH : generatePool(wanted).dataHash;
  step(2);
  const scorer = createScorer(generated.data, scoring, null);
  const byId = new Map(allTasks(generated.data).map((task) => [task.id, task]));
  const wrong = generated.pool.filter(({ id }) => {
    const task = byId.get(id);
    return task === undefined || scorer.judge(task, goldAnswer(task)).correct !== true;
  });
  step(steps);
  return {
    card: synthCard(generated, wanted),
    checks: [
      checked(
        'generator gives the known bytes',
        generated.dataHash === expected,
        generated.dataHash,
      ),
      ...countChecks(generated, wanted.datasetSize),
      checked(
        'reference calls score correct',
        wrong.length === 0,
        `${generated.pool.length - wrong.length} of ${generated.pool.length}`,
      ),
      prefixCheck(generated, wanted.datasetSeed),
    ],
  };
}

function countChecks({ pool, evaluation }: SynthPool, size: number): Check[] {
  const ids = new Set(pool.map((task) => task.id));
  const sizes = Object.values(levelSizes(size)).join(', ');
  return [
    checked('pool has its size', ids.size === size, `${ids.size} tasks, by level ${sizes}`),
    checked(
      'evaluation tasks are in the pool',
      evaluation.every((task) => ids.has(task.id)),
      `${evaluation.length} tasks`,
    ),
  ];
}

/** The smallest pool of the seed is the beginning of this one, level by level. */
function prefixCheck({ pool }: SynthPool, datasetSeed: number): Check {
  const small = generatePool({ datasetSeed, datasetSize: MINIMUM_SIZE });
  const known = new Set(pool.map((task) => task.id));
  const stable = small.pool.every((task) => known.has(task.id));
  return checked('a small pool is part of a large one', stable, `${small.pool.length} tasks`);
}

function checked(name: string, passed: boolean, detail: string): Check {
  return { name, passed, detail };
}
