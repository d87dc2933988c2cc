import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apportion, makeSplit, type SplitSource } from '../../../src/protocol/splits.ts';
import { describeWithCorpus, repositoryRoot } from '../../support/shared.ts';

function manifest(name: string): { id: string; stratum: string }[] {
  const content = JSON.parse(
    readFileSync(`${repositoryRoot}/benchmarks/apibank/${name}.json`, 'utf8'),
  ) as string[] | { ids: string[] };
  const ids = Array.isArray(content) ? content : content.ids;
  return ids.map((id) => ({ id, stratum: id.split('::')[0] as string }));
}

const source: SplitSource = {
  dataset: 'apibank',
  pool: manifest('apibank_pool_ids'),
  evaluation: manifest('apibank_eval_ids'),
};
const size = { train: 150, validation: 50 };

describe('stratified', () => {
  const split = makeSplit(source, { kind: 'stratified', seed: 0, ...size });

  test('the three lists are disjoint and the test list is the manifest', () => {
    const all = [...split.train, ...split.validation, ...split.test];
    expect(new Set(all).size).toBe(300);
    expect(split.test).toEqual(source.evaluation.map((task) => task.id));
    for (const id of all) expect(source.pool.map((task) => task.id)).toContain(id);
  });

  test('levels have the shares of the evaluation set (33, 33, 34 of 100)', () => {
    const levels = (ids: readonly string[]): number[] =>
      [1, 2, 3].map((level) => ids.filter((id) => id.startsWith(`level-${level}::`)).length);
    expect(levels(split.train)).toEqual([50, 49, 51]);
    expect(levels(split.validation)).toEqual([17, 16, 17]);
  });

  test('a seed is a draw: 0 is one, the same again is the same, another is another', () => {
    expect(makeSplit(source, { kind: 'stratified', seed: 0, ...size })).toEqual(split);
    const other = makeSplit(source, { kind: 'stratified', seed: 1, ...size });
    expect(other.hash).not.toBe(split.hash);
    expect(other.test).toEqual(split.test);
  });

  test('the order of the pool does not matter', () => {
    const reversed = { ...source, pool: [...source.pool].reverse() };
    expect(makeSplit(reversed, { kind: 'stratified', seed: 0, ...size })).toEqual(split);
  });
});

test('more tasks than there are is an error with the numbers', () => {
  expect(() =>
    makeSplit(source, { kind: 'stratified', seed: 0, train: 300, validation: 50 }),
  ).toThrow(/345 tasks besides the held-out ones, but 350/);
});

describeWithCorpus('published', 'apibank/splits.json', (path) => {
  test('the rule gives the published lists', () => {
    const published = JSON.parse(readFileSync(path, 'utf8')) as {
      train: string[];
      validation: string[];
      test: string[];
    };
    const split = makeSplit(source, { kind: 'published', seed: 0, ...size });
    expect(split.train).toEqual(published.train);
    expect(split.validation).toEqual(published.validation);
    expect(split.test).toEqual(published.test);
  });
});

test('apportion gives all places, within limits, at most one off the exact share', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 80 })), {
        minLength: 1,
        maxLength: 6,
      }),
      fc.integer({ min: 0, max: 200 }),
      (strata, wanted) => {
        const weights = strata.map(([weight]) => weight);
        const limits = strata.map(([, limit]) => limit);
        const room = limits.reduce((sum, limit) => sum + limit, 0);
        const quotas = apportion(wanted, weights, limits);
        expect(quotas.reduce((sum, quota) => sum + quota, 0)).toBe(Math.min(wanted, room));
        expect(quotas.filter((quota, index) => quota > (limits[index] ?? 0))).toEqual([]);
      },
    ),
  );
});
