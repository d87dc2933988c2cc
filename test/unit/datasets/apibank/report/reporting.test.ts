import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Json } from '../../../../../src/core/json.ts';
import { type ApiBankDataset, openApiBank } from '../../../../../src/datasets/apibank/dataset.ts';
import { apibank } from '../../../../../src/datasets/apibank/index.ts';
import { slotsAreFilled } from '../../../../../src/datasets/apibank/report/slots.ts';
import type { ApiBankTask } from '../../../../../src/datasets/apibank/tasks/task.ts';
import { describeWithCorpus, repositoryRoot } from '../../../../support/shared.ts';
import { readReleased } from '../scoring/released.ts';

const { signal } = new AbortController();

describeWithCorpus('reporting', 'apibank/data', (pack) => {
  let folder = '';
  let dataset: ApiBankDataset;
  let pool: readonly ApiBankTask[];
  const opened = async (options: { [name: string]: Json } = {}): Promise<ApiBankDataset> =>
    await openApiBank({
      benchmarksRoot: join(repositoryRoot, 'benchmarks'),
      environment: { APIBANK_ROOT: join(folder, 'data') },
      options,
      embedder: null,
    });
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'apibank-reporting-'));
    await apibank.data.import(pack, {
      benchmarksRoot: join(repositoryRoot, 'benchmarks'),
      environment: { APIBANK_ROOT: join(folder, 'data') },
      options: {},
      embedder: null,
      signal,
      onProgress: () => undefined,
    });
    dataset = await opened();
    pool = await dataset.load(
      dataset.pool.map((task) => task.id),
      signal,
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('puts every task of the pool into a column, and the steps of level 3 into samples', () => {
    const { reporting } = dataset;
    const { columns } = reporting;
    const counts = columns.map(
      (column) => pool.filter((task) => reporting.columnOf(task) === column).length,
    );
    // Level 2 has 37 searches among its 100, level 3 has 114 among its 245.
    expect(Object.fromEntries(columns.map((column, index) => [column, counts[index]]))).toEqual({
      'L1 Call': 100,
      'L2 Retrieve': 37,
      'L2 Call': 63,
      'L3 Retrieve': 114,
      'L3 Call': 131,
    });
    expect(new Set(pool.map((task) => reporting.sampleOf(task))).size).toBe(51);
    expect(pool.filter((task) => reporting.sampleOf(task) === null)).toHaveLength(200);
  });

  it('names what is configured first; an id always means the same rule', async () => {
    const ids = async (options: { [name: string]: Json }): Promise<string[]> =>
      (await opened(options)).reporting.scorers.map((scorer) => scorer.id);
    expect(await ids({})).toEqual([
      'execution',
      'execution-strict',
      'execution-upstream',
      'slots',
      'upstream',
    ]);
    expect(await ids({ parserPolicy: 'strict', toolsearcherScorer: 'raw' })).toEqual([
      'execution-strict+upstream-search',
      'execution+upstream-search',
      'execution-upstream+upstream-search',
      'slots-strict',
      'upstream',
    ]);
  });

  it('scores one answer under every scorer', async () => {
    const { reporting } = dataset;
    const task = pool.find(({ gold }) => gold.apiName === 'BookHotel') as ApiBankTask;
    const right = dataset.referenceAnswer(task);
    const twice = `${right}\n${right}`;
    const other = right.replace("room_count='", "room_count=' ");
    expect(other).not.toBe(right);
    const of = async (answer: string): Promise<unknown> =>
      await reporting.scoreAll(task, answer, signal);
    const all = { execution: true, slots: true, upstream: true };
    expect(await of(right)).toEqual({
      ...all,
      'execution-strict': true,
      'execution-upstream': true,
    });
    expect(await of(twice)).toMatchObject({ ...all, 'execution-strict': false });
    // A blank before a number: read as the number when carried out, another text, refused by upstream's manager.
    expect(await of(other)).toMatchObject({ execution: true, slots: false, upstream: false });
    expect(Object.keys((await of('')) as object).sort()).toEqual(
      reporting.scorers.map((scorer) => scorer.id).sort(),
    );
    expect((await dataset.score(task, other)).correct).toBe(true);
  });

  it('leaves level 3 to others than upstream', async () => {
    const { reporting } = dataset;
    const step = pool.find((task) => task.level === 3) as ApiBankTask;
    expect(
      (await reporting.scoreAll(step, dataset.referenceAnswer(step), signal))['upstream'],
    ).toBeNull();
  });

  it('shows the ceiling of each scorer on the reference calls of the whole data', async () => {
    const released = await readReleased(pack);
    const { reporting } = dataset;
    const accepted: { [key: string]: number } = {};
    for (const task of released.tasks.values()) {
      const scores = await reporting.scoreAll(task, dataset.referenceAnswer(task), signal);
      for (const [id, value] of Object.entries(scores)) {
        const key = `${id} level-${task.level} ${String(value)}`;
        accepted[key] = (accepted[key] ?? 0) + 1;
      }
    }
    // 328 and 64 are the figures of upstream's own run; 10 calls of level 1 need an outside service.
    expect(accepted).toEqual({
      'execution level-1 true': 361,
      'execution level-1 false': 18,
      'execution level-1 null': 10,
      'execution level-2 true': 117,
      'execution level-2 false': 2,
      'execution level-3 true': 245,
      'execution-strict level-1 true': 361,
      'execution-strict level-1 false': 18,
      'execution-strict level-1 null': 10,
      'execution-strict level-2 true': 117,
      'execution-strict level-2 false': 2,
      'execution-strict level-3 true': 245,
      'execution-upstream level-1 true': 332,
      'execution-upstream level-1 false': 47,
      'execution-upstream level-1 null': 10,
      'execution-upstream level-2 true': 109,
      'execution-upstream level-2 false': 10,
      'execution-upstream level-3 true': 230,
      'execution-upstream level-3 false': 15,
      'slots level-1 true': 389,
      'slots level-2 true': 119,
      'slots level-3 true': 245,
      'upstream level-1 true': 328,
      'upstream level-1 false': 51,
      'upstream level-1 null': 10,
      'upstream level-2 true': 64,
      'upstream level-2 false': 40,
      'upstream level-2 null': 15,
      'upstream level-3 null': 245,
    });
  });

  it('fills slots by name and text: no order, no further argument, no result matters', () => {
    const task = pool.find(({ gold }) => gold.apiName === 'LikeCount') as ApiBankTask;
    const id = task.gold.arguments['post_id'] as number;
    const filled = (answer: string): boolean => slotsAreFilled(task, answer);
    expect(filled(`[LikeCount(post_id=${id})]`)).toBe(true);
    expect(filled(`[LikeCount(post_id='${id}')]`)).toBe(true);
    expect(filled(`[LikeCount(user='x', post_id=${id})]`)).toBe(true);
    expect(filled(`[LikeCount(post_id=' ${id}')]`)).toBe(false);
    expect(filled(`[LikeCount(post_id=${id}.0)]`)).toBe(false);
    expect(filled('[LikeCount()]')).toBe(false);
    expect(filled(`[likecount(post_id=${id})]`)).toBe(false);
    expect(filled('')).toBe(false);
    const list = pool.find(({ gold }) => gold.apiName === 'MovieRecommendations') as ApiBankTask;
    const preferences = list.gold.arguments['preferences'] as string[] | string;
    const written = typeof preferences === 'string' ? preferences : JSON.stringify(preferences);
    expect(slotsAreFilled(list, `[MovieRecommendations(preferences=${written})]`)).toBe(true);
  });
});
