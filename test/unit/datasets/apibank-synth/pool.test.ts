/** Is the generated pool right, varied, stable, disjoint between seeds, and worth nothing without reading? */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/core/random.ts';
import { isApiTurn, type Turn } from '../../../../src/datasets/apibank/data/dialogues.ts';
import { TOOL_SEARCHER } from '../../../../src/datasets/apibank/data/recordings.ts';
import { createScorer } from '../../../../src/datasets/apibank/scoring/scorer.ts';
import { LEVELS, stratumOf } from '../../../../src/datasets/apibank/tasks/ids.ts';
import {
  type ApiBankTask,
  allTasks,
  earlierCalls,
  goldAnswer,
} from '../../../../src/datasets/apibank/tasks/task.ts';
import { outline } from '../../../../src/datasets/apibank-synth/dialogues/base-dialogues.ts';
import { generatePool, type SynthPool } from '../../../../src/datasets/apibank-synth/generate.ts';
import { levelSizes } from '../../../../src/datasets/apibank-synth/held-out.ts';
import { MINIMUM_SIZE } from '../../../../src/datasets/apibank-synth/options.ts';

const DEFAULT_SIZE = 445;
const SEEDS = [0, 1, 2];
const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });

function poolOf(datasetSeed: number, datasetSize = DEFAULT_SIZE): SynthPool {
  return generatePool({ datasetSeed, datasetSize });
}

function tasksOf({ data, pool }: SynthPool): ApiBankTask[] {
  const tasks = new Map(allTasks(data).map((task) => [task.id, task]));
  return pool.flatMap(({ id }) => tasks.get(id) ?? []);
}

/** Share of correct answers per level. */
function accuracies(
  generated: SynthPool,
  answer: (task: ApiBankTask, index: number) => string,
): number[] {
  const options = { parserPolicy: 'last', toolsearcherScorer: null } as const;
  const scorer = createScorer(generated.data, options, null);
  const tasks = tasksOf(generated);
  return LEVELS.map((level) => {
    const own = tasks.filter((task) => task.level === level);
    const right = own.filter((task, index) => scorer.judge(task, answer(task, index)).correct);
    return right.length / own.length;
  });
}

function spoken(turns: readonly Turn[]): string {
  return turns.map((turn) => (turn.role === 'API' ? turn.apiName : turn.text)).join('\n');
}

describe('the generated pool', () => {
  it('has 445 tasks, 100 of them held out, and its ids name generator, seed and level', () => {
    for (const seed of SEEDS) {
      const { pool, evaluation } = poolOf(seed);
      const counts = (tasks: SynthPool['pool']): number[] =>
        LEVELS.map((level) => tasks.filter((task) => task.stratum === stratumOf(level)).length);
      expect(counts(pool)).toEqual([100, 100, 245]);
      expect(counts(evaluation)).toEqual([33, 33, 34]);
      for (const { id, stratum } of pool) {
        expect(id).toMatch(new RegExp(`^${stratum}::synth-v1-s${seed}[-.]`, 'u'));
      }
    }
  });

  it('scores every reference answer as correct', () => {
    for (const seed of SEEDS) {
      expect(accuracies(poolOf(seed), goldAnswer)).toEqual([1, 1, 1]);
    }
  });

  it('holds out whole dialogues, but for one per level at most', () => {
    const { pool, evaluation } = poolOf(0);
    const dialogue = (id: string): string => id.slice(0, id.lastIndexOf('::'));
    const held = new Set(evaluation.map((task) => task.id));
    const cut = new Set(
      pool
        .filter(({ id }) => !held.has(id))
        .map(({ id }) => dialogue(id))
        .filter((name) => evaluation.some(({ id }) => dialogue(id) === name)),
    );
    expect(cut.size).toBeLessThanOrEqual(LEVELS.length);
  });

  it('keeps the tasks of a small pool in a larger one, with every word', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: MINIMUM_SIZE, max: 200 }), (seed, size) => {
        const large = new Map(tasksOf(poolOf(seed, size + 90)).map((task) => [task.id, task]));
        for (const task of tasksOf(poolOf(seed, size))) expect(large.get(task.id)).toEqual(task);
      }),
      { numRuns: 8 },
    );
  });

  it('has the size that is asked for', () => {
    fc.assert(
      fc.property(fc.integer({ min: MINIMUM_SIZE, max: 2_000 }), (size) => {
        const sizes = Object.values(levelSizes(size));
        expect(sizes.reduce((sum, one) => sum + one, 0)).toBe(size);
        expect(Math.min(...sizes)).toBeGreaterThan(0);
      }),
    );
  });

  it('has no dialogue, not even a beginning of one, in common with another seed', () => {
    fc.assert(
      fc.property(fc.uniqueArray(seeds, { minLength: 2, maxLength: 2 }), (pair) => {
        const [left = [], right = []] = pair.map((seed) =>
          tasksOf(poolOf(seed, 200)).map((task) => spoken(task.history)),
        );
        const known = new Set(left);
        expect(right.filter((text) => known.has(text))).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });

  it('repeats no dialogue of levels 1 and 2, and hardly any between seeds, when names and numbers are masked', () => {
    const outlines = SEEDS.map((seed) => {
      const { data } = poolOf(seed);
      return [...data.level1, ...data.level2].map(({ turns }) => outline(turns));
    });
    for (const own of outlines) expect(new Set(own).size).toBe(own.length);
    const all = outlines.flat();
    expect(new Set(all).size / all.length).toBeGreaterThan(0.98);
  });

  it('opens the dialogues of each API in six ways at least', () => {
    const { data } = poolOf(3, 8_900);
    const openings = new Map<string, Set<string>>();
    for (const { turns } of [...data.level1, ...data.level2]) {
      const [first] = turns;
      const goal = turns.findLast(isApiTurn)?.apiName ?? '';
      const known = openings.get(goal) ?? new Set();
      openings.set(goal, known.add(outline(first === undefined ? [] : [first])));
    }
    expect(openings.size).toBeGreaterThan(40);
    for (const [api, known] of openings) expect(known.size, api).toBeGreaterThanOrEqual(6);
  });
});

describe('answers without reading', () => {
  const LIMIT = 0.05;

  it('score next to nothing when they are always the same, even the one that is right most often', () => {
    for (const seed of SEEDS) {
      const generated = poolOf(seed);
      const counts = new Map<string, number>();
      for (const gold of tasksOf(generated).map(goldAnswer)) {
        counts.set(gold, (counts.get(gold) ?? 0) + 1);
      }
      const frequent = [...counts].sort((left, right) => right[1] - left[1]).slice(0, 8);
      for (const [gold] of frequent) {
        for (const rate of accuracies(generated, () => gold)) {
          expect(rate, `${seed} ${gold}`).toBeLessThan(LIMIT);
        }
      }
    }
  });

  it('score next to nothing when API and values are drawn from those of other tasks', () => {
    for (const seed of SEEDS) {
      const tasks = tasksOf(poolOf(seed));
      const answer = (task: ApiBankTask, index: number): string => {
        const random = randomStream('random-answer', seed, index);
        const names = task.level === 1 ? task.dialogueApis : [TOOL_SEARCHER];
        const name = random.pick(names);
        const others = tasks.filter((one) => one.gold.apiName === name && one.id !== task.id);
        return others.length === 0 ? `[${name}()]` : goldAnswer(random.pick(others));
      };
      for (const rate of accuracies(poolOf(seed), answer)) expect(rate).toBeLessThan(LIMIT);
    }
  });

  it('score next to nothing when they repeat the last call', () => {
    for (const seed of SEEDS) {
      const answer = (task: ApiBankTask): string => {
        const gold = earlierCalls(task).at(-1);
        return gold === undefined ? '[GetToday()]' : goldAnswer({ ...task, gold });
      };
      for (const rate of accuracies(poolOf(seed), answer)) expect(rate).toBeLessThan(LIMIT);
    }
  });
});
