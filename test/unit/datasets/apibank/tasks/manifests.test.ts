import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  levelOf,
  readTaskManifests,
  resolveTaskId,
} from '../../../../../src/datasets/apibank/tasks/ids.ts';
import { repositoryRoot } from '../../../../support/shared.ts';
import { writeTree } from '../data/upstream-tree.ts';

const benchmarks = join(repositoryRoot, 'benchmarks');

describe('the committed manifests', () => {
  it('hold 100 + 100 + 245 tasks, of which 33 + 33 + 34 are held out', async () => {
    const { pool, evaluation } = await readTaskManifests(benchmarks);
    const sizes = (tasks: typeof pool): number[] =>
      [1, 2, 3].map((level) => tasks.filter((task) => task.stratum === `level-${level}`).length);
    expect(sizes(pool)).toEqual([100, 100, 245]);
    expect(sizes(evaluation)).toEqual([33, 33, 34]);
    expect(evaluation.slice(0, 4).map((task) => task.stratum)).toEqual([
      'level-1',
      'level-2',
      'level-3',
      'level-1',
    ]);
  });
});

describe('a damaged manifest', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'apibank-ids-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['missing', {}, /apibank_pool_ids\.json: cannot be read/u],
    ['no JSON', { pool: '[' }, /apibank_pool_ids\.json: is not JSON/u],
    ['no list', { pool: '{}' }, /is not a list of ids/u],
    ['a strange id', { pool: '["level-4::a"]' }, /"level-4::a" is not a task id/u],
    ['a number', { pool: '[7]' }, /7 is not a task id/u],
    ['a repeated id', { pool: '["level-1::a","level-1::a"]' }, /level-1::a stands there twice/u],
    [
      'a held-out task outside the pool',
      { pool: '["level-1::a"]', eval: '["level-1::b"]' },
      /level-1::b is not in the pool/u,
    ],
  ])('is refused (%s)', async (_, lists: { readonly [name: string]: string }, message) => {
    writeTree(
      folder,
      Object.fromEntries(
        Object.entries(lists).map(([name, text]) => [`apibank/apibank_${name}_ids.json`, text]),
      ),
    );
    await expect(readTaskManifests(folder)).rejects.toThrow(message);
  });
});

describe('ids without a level', () => {
  const known = new Set(['level-2::x::0', 'level-3::x::0', 'level-1::y::0']);
  it('are tried on levels 1, 2 and 3 in order', () => {
    const resolve = (id: string): string | null =>
      resolveTaskId(id, (candidate) => known.has(candidate));
    expect(resolve('x::0')).toBe('level-2::x::0');
    expect(resolve('level-3::x::0')).toBe('level-3::x::0');
    expect(resolve('z::0')).toBeNull();
  });

  it('have no level', () => {
    expect(levelOf('x::0')).toBeNull();
    expect(levelOf('level-3::x::0')).toBe(3);
  });
});
