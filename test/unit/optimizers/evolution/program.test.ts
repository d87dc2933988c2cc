/** Is the front of the pool what GEPA says it is? */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/core/random.ts';
import { epochBatch } from '../../../../src/optimizers/kit/epochs.ts';
import { findMerge, mergeKey, mergeTrial } from '../../../../src/optimizers/kit/evolution/merge.ts';
import {
  bestProgram,
  drawParent,
  leaderSets,
  meanScore,
  type Program,
  paretoLeaders,
  weightedPick,
} from '../../../../src/optimizers/kit/evolution/program.ts';

interface Sketch {
  readonly scores: readonly (number | null)[];
  readonly parents?: readonly number[];
  readonly roles?: { readonly [role: string]: string };
}

function program({ scores, parents = [], roles = {} }: Sketch, index = 0): Program {
  const seen = scores.flatMap((score, task): [string, number][] =>
    score === null ? [] : [[`t${task}`, score]],
  );
  const candidate = { roles: { a: `a${index}`, ...roles }, demonstrations: {}, parameters: {} };
  return { candidate, parents, scores: new Map(seen), tokensPerTask: null, pointer: 0 };
}

const pools = fc
  .array(fc.array(fc.constantFrom(0, 0.5, 1), { minLength: 6, maxLength: 6 }), {
    minLength: 1,
    maxLength: 7,
  })
  .map((rows) => rows.map((scores, index) => program({ scores }, index)));

describe('the front', () => {
  it('holds for every task exactly those who score most on it', () => {
    fc.assert(
      fc.property(pools, (pool) => {
        for (const [id, leaders] of leaderSets(pool)) {
          const scores = pool.map((member) => member.scores.get(id) ?? -1);
          const best = Math.max(...scores);
          const expected = scores.flatMap((score, index) => (score === best ? [index] : []));
          expect([...leaders]).toEqual(expected);
        }
      }),
    );
  });

  it('covers every task after dominated programs are gone, and none of the rest is dominated', () => {
    fc.assert(
      fc.property(pools, (pool) => {
        const kept = new Set(paretoLeaders(pool).map(({ index }) => index));
        const sets = [...leaderSets(pool).values()];
        for (const leaders of sets)
          expect([...leaders].some((index) => kept.has(index))).toBe(true);
        for (const index of kept) {
          const needed = sets.some(
            (leaders) =>
              leaders.has(index) &&
              ![...leaders].some((other) => other !== index && kept.has(other)),
          );
          expect(needed).toBe(true);
        }
      }),
    );
  });

  it('is drawn from in proportion to the tasks led; a dominated program never', () => {
    // 0 leads three tasks alone, 1 leads one alone, 2 only shares tasks with 0.
    const pool = [
      program({ scores: [1, 1, 1, 0] }),
      program({ scores: [0, 0, 0, 1] }, 1),
      program({ scores: [1, 0, 0, 0] }, 2),
    ];
    const draws = Array.from({ length: 10_000 }, (_, index) =>
      drawParent(pool, randomStream('draw', index)),
    );
    const share = draws.filter((index) => index === 0).length / draws.length;
    expect(draws).not.toContain(2);
    // Four standard errors of a share of 3/4 in 10,000 draws.
    expect(Math.abs(share - 0.75)).toBeLessThan(0.0174);
  });

  it('has one best: the highest mean, then more observed tasks, then the earliest', () => {
    expect(bestProgram([program({ scores: [1, 0] }), program({ scores: [1, 1] }, 1)])).toBe(1);
    expect(bestProgram([program({ scores: [1, null] }), program({ scores: [1, 1] }, 1)])).toBe(1);
    expect(bestProgram([program({ scores: [1, 0] }), program({ scores: [0, 1] }, 1)])).toBe(0);
    expect(meanScore(program({ scores: [null, null] }))).toBe(0);
  });

  it('picks by weight, evenly when nothing weighs', () => {
    expect(weightedPick<string>([], () => 1, randomStream('none'))).toBeUndefined();
    expect(weightedPick(['a'], () => 0, randomStream('one'))).toBe('a');
  });
});

describe('epochs', () => {
  it('show every task once before any twice, fill the last batch with the least used, and repeat none in a batch', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 5 }),
        (count, size) => {
          const tasks = Array.from({ length: count }, (_, index) => index);
          const length = Math.min(size, count);
          const perEpoch = Math.ceil(count / length);
          const uses = tasks.map(() => 0);
          for (let index = 0; index < 3 * perEpoch; index += 1) {
            const batch = epochBatch(tasks, { size, index }, (epoch) =>
              randomStream('epoch', epoch),
            );
            expect(new Set(batch).size).toBe(length);
            for (const task of batch) uses[task] = (uses[task] ?? 0) + 1;
            if ((index + 1) % perEpoch === 0) {
              const epochs = (index + 1) / perEpoch;
              expect(Math.min(...uses)).toBeGreaterThanOrEqual(epochs);
            }
          }
          expect(Math.max(...uses) - Math.min(...uses)).toBeLessThanOrEqual(3);
        },
      ),
    );
  });
});

describe('merge', () => {
  const scores = (...values: number[]): number[] => values;
  const family = [
    program({ scores: scores(0, 0, 0, 0, 0, 0), roles: { a: 'old', b: 'old', c: 'old' } }),
    program({
      scores: scores(1, 1, 1, 0, 0, 0),
      parents: [0],
      roles: { a: 'left', b: 'old', c: 'one' },
    }),
    program({
      scores: scores(0, 0, 0, 1, 1, 0),
      parents: [0],
      roles: { a: 'old', b: 'right', c: 'two' },
    }),
  ];

  it('joins what each side changed, and takes the better side where both did', () => {
    const merge = findMerge(family, new Set(), randomStream('merge'));
    expect(merge?.parents).toEqual([1, 2]);
    expect(merge?.ancestor).toBe(0);
    expect(merge?.candidate.roles).toEqual({ a: 'left', b: 'right', c: 'one' });
  });

  it('is not made twice, nor between a program and its ancestor, nor over a better ancestor', () => {
    const key = mergeKey({ parents: [1, 2], ancestor: 0 });
    expect(findMerge(family, new Set([key]), randomStream('merge'))).toBeNull();
    const line = [family[0] as Program, { ...(family[1] as Program), parents: [] }];
    const grown = [...line, { ...(family[2] as Program), parents: [1] }];
    expect(findMerge(grown, new Set(), randomStream('merge'))).toBeNull();
    const strong = { ...(family[0] as Program), scores: new Map([['t5', 1]]) };
    const over = [strong, ...family.slice(1)];
    expect(findMerge(over, new Set(), randomStream('merge'))).toBeNull();
  });

  it('is tried on tasks of both sides', () => {
    const pair = [family[1], family[2]] as [Program, Program];
    const ids = mergeTrial(pair, 5, randomStream('trial'));
    expect(new Set(ids).size).toBe(5);
    expect(ids.filter((id) => ['t0', 't1', 't2'].includes(id)).length).toBeGreaterThanOrEqual(2);
    expect(ids.filter((id) => ['t3', 't4'].includes(id))).toHaveLength(2);
  });
});
