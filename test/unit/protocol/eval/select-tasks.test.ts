/** Which tasks does an evaluation run, and what is said of a selection that cannot be meant? */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readTaskManifests } from '../../../../src/datasets/apibank/tasks/ids.ts';
import { type EvalSelection, selectTasks } from '../../../../src/protocol/eval/select-tasks.ts';
import { repositoryRoot } from '../../../support/shared.ts';

const manifests = await readTaskManifests(join(repositoryRoot, 'benchmarks'));
const folder = mkdtempSync(join(tmpdir(), 'select-tasks-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const everything: EvalSelection = {
  level: 'all',
  limit: null,
  offset: 0,
  only: [],
  curatedPath: null,
};

function select(selection: Partial<EvalSelection>): readonly string[] {
  return selectTasks({ id: 'apibank', ...manifests }, { ...everything, ...selection }, folder);
}

function listFile(content: string): Partial<EvalSelection> {
  writeFileSync(join(folder, 'list'), content);
  return { curatedPath: 'list' };
}

const poolOf = (level: number): string[] =>
  manifests.pool.filter((task) => task.stratum === `level-${level}`).map((task) => task.id);
const [first = '', second = ''] = poolOf(1);
const [third = ''] = poolOf(3);

describe('selectTasks', () => {
  it('takes the evaluation manifest for all, and the part of the pool for a level', () => {
    expect(select({})).toEqual(manifests.evaluation.map((task) => task.id));
    expect(select({ level: '3' })).toHaveLength(245);
    expect(select({ level: '2', limit: 2, offset: 1 })).toEqual(poolOf(2).slice(1, 3));
    expect(select({ level: '1', limit: 1000 })).toEqual(poolOf(1));
    expect(select({ level: '1', offset: 99 })).toEqual(poolOf(1).slice(99));
  });

  it('takes just the named ones in their order, whatever limit and offset say', () => {
    const only = [third, first];
    expect(select({ only, limit: 1, offset: 50, level: '2' })).toEqual(only);
  });

  it.each([
    [JSON.stringify([third, first, second])],
    [JSON.stringify({ ids: [third, first, second], note: 'any' })],
    [`${third}\r\n\n ${first}\n${second}`],
    [`\ufeff${third}\n${first}\n${second}\n`],
  ])('reads a list of ids from %j', (content) => {
    expect(select(listFile(content))).toEqual([third, first, second]);
    expect(select({ ...listFile(content), level: '1' })).toEqual([first, second]);
    expect(select({ ...listFile(content), offset: 1, limit: 1 })).toEqual([first]);
  });

  it.each<[Partial<EvalSelection>, string[]]>([
    [{ limit: 0 }, ['--limit must be a whole number of at least 1, got 0']],
    [{ level: '1', limit: Number.NaN }, ['--limit must be a whole number of at least 1, got NaN']],
    [
      { limit: 1.5, offset: -1 },
      [
        '--offset must be a whole number of at least 0, got -1',
        '--limit must be a whole number of at least 1, got 1.5',
      ],
    ],
    [{ offset: 100 }, ['--offset 100 is beyond the last of 100 tasks']],
    [{ level: '1', offset: 100 }, ['--offset 100 is beyond the last of 100 tasks of level 1']],
    [{ only: ['a', 'b', 'a', 'a'] }, ['--only names "a" more than once']],
  ])('refuses %j', (selection, problems) => {
    expect(() => select(selection)).toThrow(expect.objectContaining({ code: 'usage', problems }));
  });

  it.each<[string, EvalSelection['level'], string[]]>([
    ['[]', 'all', ['list names no task']],
    ['\n', '2', ['list names no task']],
    [`${first}\n${first}`, 'all', [`list names "${first}" more than once`]],
    [`${first}\n${third}`, '2', ['list has no task of level 2']],
    [
      `${first}\nnope\nlevel-1::no::0`,
      '1',
      ['list: "nope" is no task of the pool', 'list: "level-1::no::0" is no task of the pool'],
    ],
    ['{"ids": [1]}', 'all', ['list is neither a JSON list of task ids nor one id a line']],
    ['[ "a", ', 'all', ['list is neither a JSON list of task ids nor one id a line']],
  ])('refuses the list %j on level %s', (content, level, problems) => {
    expect(() => select({ ...listFile(content), level })).toThrow(
      expect.objectContaining({ code: 'usage', problems }),
    );
  });

  it('says what a list must be when there is none', () => {
    expect(() => select({ curatedPath: 'none' })).toThrow(
      expect.objectContaining({
        code: 'prerequisite',
        message: 'the list of task ids none cannot be read',
      }),
    );
  });
});
