/** Are the generated plans right, derivable, varied, and the same for the same seed? */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/core/random.ts';
import type { ApiBankData } from '../../../../src/datasets/apibank/data/content.ts';
import type { PlanSample } from '../../../../src/datasets/apibank/data/dialogues.ts';
import { TOOL_SEARCHER } from '../../../../src/datasets/apibank/data/recordings.ts';
import { createScorer } from '../../../../src/datasets/apibank/scoring/scorer.ts';
import {
  type ApiBankTask,
  allTasks,
  goldAnswer,
} from '../../../../src/datasets/apibank/tasks/task.ts';
import { prepareDatabases } from '../../../../src/datasets/apibank/world/databases.ts';
import { declaredSignatures } from '../../../../src/datasets/apibank/world/manager.ts';
import { asText } from '../../../../src/datasets/apibank-synth/plans/errand.ts';
import { ERRANDS } from '../../../../src/datasets/apibank-synth/plans/errands/all.ts';
import { drawFacts } from '../../../../src/datasets/apibank-synth/plans/facts.ts';
import { planGenerator } from '../../../../src/datasets/apibank-synth/plans/plan-generator.ts';
import { PlanRecorder } from '../../../../src/datasets/apibank-synth/plans/recorder.ts';
import { underivable } from './plan-evidence.ts';

const POOL = 245;
const SEEDS = [0, 1, 20_261_130];
const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });

function dataOf(seed: number): ApiBankData {
  return {
    catalog: planGenerator.planCatalog(),
    databases: planGenerator.planDatabases(seed),
    level1: [],
    level2: [],
    level3: planGenerator.planSamples(seed, POOL),
    searches: { base: [], lv3: planGenerator.planSearches() },
  };
}

/** Share of the tasks that the answer solves. */
function accuracy(seed: number, answer: (task: ApiBankTask, index: number) => string): number {
  const data = dataOf(seed);
  const scorer = createScorer(data, { parserPolicy: 'last', toolsearcherScorer: null }, null);
  const tasks = allTasks(data);
  const solved = tasks.filter((task, index) => scorer.judge(task, answer(task, index)).correct);
  return solved.length / tasks.length;
}

describe('the catalog of level 3', () => {
  it('describes the parameters that the world takes, sorted by module', () => {
    const declared = declaredSignatures('lv3');
    const entries = planGenerator.planCatalog();
    expect(entries.map((entry) => entry.name).sort()).toEqual(Object.keys(declared).sort());
    for (const entry of entries) {
      const described = Object.entries(entry.inputParameters).map(([name, { type }]) => [
        name,
        type,
      ]);
      expect(described, entry.name).toEqual(Object.entries(declared[entry.name] ?? {}));
      expect(entry.levelSet).toBe('lv3');
    }
    const modules = entries.map((entry) => entry.module);
    expect(modules).toEqual([...modules].sort());
  });

  it('names databases that every seed has, under names of their own', () => {
    const databases = Object.keys(planGenerator.planDatabases(3));
    const named = planGenerator.planCatalog().flatMap(({ databaseName }) => databaseName ?? []);
    expect(new Set(named)).toEqual(new Set(databases));
    expect(databases.every((name) => name.startsWith('Plan'))).toBe(true);
  });

  it('is found under several phrases of few words, each of them for one API', () => {
    const searches = planGenerator.planSearches();
    const phrases = searches.map((search) => asText(search.arguments['keywords']));
    expect(new Set(phrases).size).toBe(phrases.length);
    for (const phrase of phrases) expect(phrase.split(' ').length, phrase).toBeLessThanOrEqual(4);
    for (const phrase of phrases)
      expect(phrase.split(' ').length, phrase).toBeGreaterThanOrEqual(2);
    const found = searches.map((search) => (search.result.output as { name: string }).name);
    for (const { name } of planGenerator.planCatalog()) {
      if (name === TOOL_SEARCHER) continue;
      expect(found.filter((other) => other === name).length, name).toBeGreaterThanOrEqual(6);
    }
  });
});

describe('generated plans', () => {
  it.each(SEEDS)('are solved by every reference answer of seed %i', (seed) => {
    expect(accuracy(seed, goldAnswer)).toBe(1);
  });

  it('use no value that neither the request nor an earlier result gives', () => {
    for (const seed of SEEDS) {
      expect(planGenerator.planSamples(seed, 1_000).flatMap(underivable), `seed ${seed}`).toEqual(
        [],
      );
    }
  });

  it('are the same for the same seed, and a larger pool begins with the smaller one', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 150 }), (seed, tasks) => {
        const samples = planGenerator.planSamples(seed, tasks);
        expect(planGenerator.planSamples(seed, tasks + 60).slice(0, samples.length)).toEqual(
          samples,
        );
        const calls = samples.map(({ steps }) => steps.length);
        const total = calls.reduce((sum, count) => sum + count, 0);
        expect(total).toBeGreaterThanOrEqual(tasks);
        expect(total - (calls.at(-1) ?? 0)).toBeLessThan(tasks);
      }),
      { numRuns: 15 },
    );
  });

  it('share no request between two seeds, nor within one', () => {
    const requests = Array.from({ length: 12 }, (_, seed) =>
      planGenerator.planSamples(seed, POOL),
    ).flat();
    expect(new Set(requests.map(({ requirement }) => requirement)).size).toBe(requests.length);
  });

  it('read differently also when names and numbers are covered', () => {
    const covered = Array.from({ length: 12 }, (_, seed) => planGenerator.planSamples(seed, POOL))
      .flat()
      .map(({ requirement }) => withoutNames(requirement));
    const repeated = covered.length - new Set(covered).size;
    expect(repeated / covered.length).toBeLessThan(0.02);
  });

  it('have many shapes, and the mix of searches and calls of real ones', () => {
    for (const seed of SEEDS) {
      const samples = planGenerator.planSamples(seed, POOL);
      expect(new Set(samples.map(shapeOf)).size).toBeGreaterThanOrEqual(20);
      const lengths = samples.map(({ steps }) => steps.length);
      expect(Math.min(...lengths)).toBeGreaterThanOrEqual(2);
      expect(Math.max(...lengths)).toBeLessThanOrEqual(10);
      const steps = samples.flatMap((sample) => sample.steps);
      const searches = steps.filter((step) => step.apiName === TOOL_SEARCHER);
      expect(searches.length / steps.length).toBeGreaterThan(0.4);
      expect(searches.length / steps.length).toBeLessThan(0.55);
    }
  });

  it('ask for every errand in at least six ways', () => {
    const facts = drawFacts(5);
    const catalog = new Map(planGenerator.planCatalog().map((entry) => [entry.name, entry]));
    const databases = prepareDatabases(facts.databases);
    for (const [name, errand] of Object.entries(ERRANDS)) {
      const ways = Array.from({ length: 80 }, (_, index) => {
        const random = randomStream('ways', name, index);
        const plan = new PlanRecorder({ catalog, databases, random });
        return withoutNames(errand({ random: randomStream('errand', name, index), facts, plan }));
      });
      expect(new Set(ways).size, name).toBeGreaterThan(60);
    }
  });
});

describe('answers that understand nothing', () => {
  const apis = planGenerator.planCatalog();

  it('solve next to nothing when they are always the same', () => {
    for (const search of planGenerator.planSearches().filter((_, index) => index % 6 === 0)) {
      const keywords = asText(search.arguments['keywords']);
      const always = accuracy(0, () => `[ToolSearcher(keywords='${keywords}')]`);
      expect(always, keywords).toBeLessThan(0.05);
    }
    for (const call of ["[TravelStatus(member_name='Ida')]", "[Geocoding(address='Bergen')]"]) {
      expect(
        accuracy(0, () => call),
        call,
      ).toBeLessThan(0.05);
    }
  });

  it('solve next to nothing when they are drawn by chance', () => {
    const byChance = accuracy(1, (_, index) => {
      const random = randomStream('by chance', index);
      const api = random.pick(apis);
      const names = Object.keys(api.inputParameters);
      const values = names.map(
        (name) => `${name}='${random.pick(['Ida', '7', 'Bergen', 'find'])}'`,
      );
      return `[${api.name}(${values.join(', ')})]`;
    });
    expect(byChance).toBeLessThan(0.05);
  });

  it('solve next to nothing when they repeat the last call', () => {
    const repeated = accuracy(0, (task) => {
      const last = task.history.at(-1);
      if (last?.role !== 'API') return "[ToolSearcher(keywords='tool')]";
      return goldAnswer({ ...task, gold: last });
    });
    expect(repeated).toBeLessThan(0.05);
  });
});

function shapeOf({ steps }: PlanSample): string {
  const calls = steps.map((step) => step.apiName).filter((name) => name !== TOOL_SEARCHER);
  return calls.filter((name, index) => name !== calls[index - 1]).join(' ');
}

/** Covers mail addresses, quotations, numbers and words in capitals but for the first of each sentence. */
function withoutNames(text: string): string {
  return text
    .replaceAll(/\S+@\S+/gu, 'M')
    .replaceAll(/\d+(?:[.,:]\d+)*/gu, '0')
    .replaceAll(/(?<![.?!:] |^)\b[A-Z][\w']*/gu, 'N')
    .replaceAll(/N(?:(?:, | and | )N)*/gu, 'N');
}
