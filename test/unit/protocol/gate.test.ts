import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RandomStream, randomStream } from '../../../src/core/random.ts';
import { DEFAULT_GATE, gateSplit, gateVerdicts } from '../../../src/protocol/gate.ts';
import { gateDissent, gateLines } from '../../../src/protocol/gate-lines.ts';
import { gainExact } from '../../../src/statistics/significance.ts';
import { rolloutsOf } from '../../support/rollouts.ts';

interface Asked {
  readonly finalists?: number;
  readonly calls?: readonly [number, number];
  readonly level?: number;
}

function verdicts(seed: readonly number[], incumbent: readonly number[], asked: Asked = {}) {
  const { finalists = 1, calls = [4, 4], level = DEFAULT_GATE.level } = asked;
  return gateVerdicts(
    {
      seed: rolloutsOf(seed, { modelCalls: calls[0] }),
      incumbent: rolloutsOf(incumbent, { modelCalls: calls[1] }),
    },
    { ...DEFAULT_GATE, level },
    finalists,
  );
}

/** Right on the first `right` of 50 tasks. */
const first = (right: number) => Array.from({ length: 50 }, (_, index) => (index < right ? 1 : 0));

const deployed = (all: ReturnType<typeof gateVerdicts>) =>
  (['strict', 'paired', 'margin'] as const).filter((rule) => all[rule].deploys);

describe('gates', () => {
  test('one row of 50 passes strict alone, two also the margin, five also the test', () => {
    expect(deployed(verdicts(first(20), first(21)))).toEqual(['strict']);
    expect(deployed(verdicts(first(20), first(22)))).toEqual(['strict', 'margin']);
    expect(deployed(verdicts(first(20), first(24)))).toEqual(['strict', 'margin']);
    expect(deployed(verdicts(first(20), first(25)))).toEqual(['strict', 'paired', 'margin']);
    expect(deployed(verdicts(first(20), first(19)))).toEqual([]);
  });

  test('the more finalists, the more has to be shown', () => {
    // 2^-8 x 12 = 0.047, 2^-8 x 13 = 0.051.
    expect(verdicts(first(20), first(28), { finalists: 12 }).paired.deploys).toBe(true);
    const thirteen = verdicts(first(20), first(28), { finalists: 13 }).paired;
    expect(thirteen.deploys).toBe(false);
    expect(thirteen.numbers).toMatchObject({ gained: 8, lost: 0, finalists: 13 });
    expect(thirteen.text).toBe(
      '8 gained, 0 lost: one-sided p 0.00391, times 13 finalists 0.0508; at most 0.05 is needed (9 gained, none lost)',
    );
  });

  test('among equal scores the cheaper team passes the margin, and nothing else', () => {
    expect(deployed(verdicts(first(20), first(20), { calls: [8, 4] }))).toEqual(['margin']);
    expect(deployed(verdicts(first(20), first(20), { calls: [4, 4] }))).toEqual([]);
    expect(deployed(verdicts(first(20), first(20), { calls: [4, 8] }))).toEqual([]);
    expect(deployed(verdicts(first(20), first(19), { calls: [8, 4] }))).toEqual([]);
  });

  test('more gains than losses do not pass where the mean falls', () => {
    const seed = [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 1];
    const incumbent = [0.51, 0.51, 0.51, 0.51, 0.51, 0.51, 0];
    expect(verdicts(seed, incumbent, { level: 0.4 }).paired).toMatchObject({
      deploys: false,
      numbers: { gained: 6, lost: 1 },
    });
  });

  test('the number of gains that the text names is the least that passes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.constantFrom(0.01, 0.05, 0.1, 0.25),
        (finalists, level) => {
          const { text } = verdicts([0], [0], { finalists, level }).paired;
          const least = Number(/\((\d+) gained/.exec(text)?.[1]);
          const p = (gained: number) => gainExact({ gained, lost: 0 }) * finalists;
          expect(p(least)).toBeLessThanOrEqual(level * (1 + 1e-12));
          expect(p(least - 1)).toBeGreaterThan(level);
        },
      ),
    );
  });

  test('no rows are no verdict', () => {
    expect(() => verdicts([], [])).toThrow(RangeError);
  });
});

describe('where nothing is better than the seed', () => {
  const SEARCHES = 2000;

  /** The winner by validation mean among equally good candidates, each task with its own difficulty. */
  function winnerOfNull(random: RandomStream, candidates: number) {
    const difficulty = Array.from({ length: 50 }, () => random.next());
    const draw = () => difficulty.map((chance) => (random.next() < chance ? 1 : 0));
    const total = (scores: readonly number[]) => scores.reduce<number>((sum, x) => sum + x, 0);
    const seed = draw();
    const tried = Array.from({ length: candidates }, draw);
    const best = tried.reduce((left, right) => (total(right) > total(left) ? right : left));
    return verdicts(seed, best, { finalists: candidates });
  }

  test.each([1, 4, 20])(
    'paired keeps its level with %d finalists, strict does not',
    (candidates) => {
      const random = randomStream('null', candidates);
      const all = Array.from({ length: SEARCHES }, () => winnerOfNull(random, candidates));
      const share = (rule: 'strict' | 'paired') =>
        all.filter((each) => each[rule].deploys).length / SEARCHES;
      // Three standard errors of a share of 0.05.
      expect(share('paired')).toBeLessThanOrEqual(0.05 + 3 * Math.sqrt((0.05 * 0.95) / SEARCHES));
      expect(share('strict')).toBeGreaterThan(0.4);
    },
  );

  test('a count of one would let too many of the best of 20 through', () => {
    const random = randomStream('null', 'uncorrected');
    const wrong = Array.from({ length: 500 }, () => winnerOfNull(random, 20)).filter(
      ({ paired }) => (paired.numbers['pOneSided'] as number) <= 0.05,
    );
    expect(wrong.length / 500).toBeGreaterThan(0.15);
  });
});

describe('the split of validation', () => {
  test('the last tasks decide and are not offered', () => {
    const ids = ['a', 'b', 'c', 'd'];
    expect(gateSplit(ids, { ...DEFAULT_GATE, tasks: 1 })).toEqual({
      offered: ['a', 'b', 'c'],
      deciding: ['d'],
    });
    expect(gateSplit(ids, undefined)).toEqual({ offered: ids, deciding: ids });
  });
});

describe('the verdicts in words', () => {
  const selection = (more: object) =>
    ({
      gate: { ...DEFAULT_GATE, deciding: 50, finalists: 3, searchSignal: 50, ...more },
      verdicts: verdicts(first(20), first(22), { finalists: 3 }),
    }) as never;

  test('all three are told, with the one that decides and what is optimistic', () => {
    expect(gateLines(selection({}))).toEqual([
      'strict decides: deploys (+4.0 points on 50 tasks; more than 0 are needed)',
      'paired: keeps the seed (2 gained, 0 lost: one-sided p 0.25, times 3 finalists 0.75; at most 0.05 is needed (6 gained, none lost))',
      'margin: deploys (+4.0 points; at least 4 are needed)',
      'validation was also the search signal: 3 candidates compared on 50 of the 50 deciding tasks, so the gain is optimistic (--gate-tasks keeps tasks from the method)',
    ]);
    expect(gateDissent(selection({}))).toBe('paired would keep the seed');
    expect(gateDissent(selection({ rule: 'paired' }))).toBe('strict and margin would deploy');
  });

  test('fresh tasks are called fresh', () => {
    expect(gateLines(selection({ searchSignal: 0 })).at(-1)).toContain('fresh');
    expect(gateLines(selection({ tasks: 25, deciding: 25 })).at(-1)).toContain(
      '25 validation tasks',
    );
    expect(gateLines(selection({ searchSignal: null })).at(-1)).toContain('not written down');
  });

  test('a selection without gates says nothing, one without a question says why', () => {
    expect(gateLines({})).toEqual([]);
    expect(gateDissent({})).toBeNull();
    const unchanged = { ...(selection({}) as object), verdicts: null, fallbackReason: 'no_change' };
    expect(gateLines(unchanged)).toEqual([
      'strict decides: keeps the seed (no_change); there was nothing to ask a gate',
    ]);
  });
});
