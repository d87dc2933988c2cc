/** What must hold of every dataset? One suite, run over each implementation. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Dataset, DatasetPlugin, DatasetSettings, TaskRef } from '../../src/core/dataset.ts';
import { ERROR_CLASSES } from '../../src/core/error-class.ts';
import { canonicalJson } from '../../src/core/json.ts';
import { describeTools } from './dataset-spec-tools.ts';

export interface DatasetFixture {
  readonly plugin: DatasetPlugin;
  /** With the data in place. */
  readonly settings: DatasetSettings;
  /** The same, but pointing where no data is; null for a dataset that needs none. */
  readonly settingsWithoutData: DatasetSettings | null;
  /** An answer that is right for the task. */
  goldAnswer(id: string): Promise<string>;
  /** Texts that would give the reference answer of the task away; none may stand in its brief. */
  referenceTexts(id: string): Promise<readonly string[]>;
  dispose(): Promise<void>;
}

/** Every how manyth task the costlier tests look at. */
const STRIDE = 7;

const BROKEN_ANSWERS = [
  '',
  ' ',
  '\0',
  '[',
  '[](',
  '[A(a=1',
  '{"a":',
  '\ud800',
  '[A(a=1)]'.repeat(500),
  '('.repeat(5000),
  '[x('.repeat(2000),
];

export function describeDataset(name: string, initializer: () => Promise<DatasetFixture>): void {
  describe(`dataset ${name}`, () => {
    let fixture: DatasetFixture;
    let dataset: Dataset;
    const { signal } = new AbortController();
    const sample = (): TaskRef[] => dataset.pool.filter((_, index) => index % STRIDE === 0);
    const load = async (tasks: readonly TaskRef[]): Promise<readonly TaskRef[]> =>
      await dataset.load(
        tasks.map((task) => task.id),
        signal,
      );

    beforeAll(async () => {
      fixture = await initializer();
      dataset = await fixture.plugin.open(fixture.settings);
    });
    afterAll(async () => {
      await fixture.dispose();
    });

    it('carries the id and version of its plugin', () => {
      expect([dataset.id, dataset.version]).toEqual([fixture.plugin.id, fixture.plugin.version]);
      expect(Number.isSafeInteger(dataset.version)).toBe(true);
    });

    it('has unique ids, each with a stratum, and holds out a part of its pool', () => {
      const ids = dataset.pool.map((task) => task.id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBeGreaterThan(dataset.evaluation.length);
      expect(dataset.evaluation.length).toBeGreaterThan(0);
      const strata = new Map(dataset.pool.map((task) => [task.id, task.stratum]));
      for (const { id, stratum } of dataset.evaluation) expect(strata.get(id)).toBe(stratum);
      expect(dataset.pool.every((task) => task.id !== '' && task.stratum !== '')).toBe(true);
      expect(new Set(dataset.evaluation.map((task) => task.id)).size).toBe(
        dataset.evaluation.length,
      );
    });

    it('has one identity however often it is opened, fit to be hashed', async () => {
      const again = await fixture.plugin.open(fixture.settings);
      expect(again).not.toBe(dataset);
      expect(canonicalJson(again.identity)).toBe(canonicalJson(dataset.identity));
    });

    it('refuses options that it does not know', async () => {
      const settings = { ...fixture.settings, options: { noSuchOption: true } };
      await expect(fixture.plugin.open(settings)).rejects.toMatchObject({ code: 'usage' });
    });

    it('names the import and download commands when its data is missing', async (context) => {
      const { settingsWithoutData } = fixture;
      if (settingsWithoutData === null) return context.skip('it needs no data');
      const error = await fixture.plugin
        .open(settingsWithoutData)
        .catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'prerequisite' });
      const { hints } = error as { readonly hints: readonly string[] };
      expect(hints.join('\n')).toContain(`protocol data download ${fixture.plugin.id}`);
      expect(hints.join('\n')).toContain(`protocol data import ${fixture.plugin.id} --from DIR`);
    });

    it('loads tasks in the order asked, repeated ones too', async () => {
      const asked = [...sample()].reverse();
      const twice = [...asked, ...asked.slice(0, 1)];
      expect((await load(twice)).map(({ id, stratum }) => ({ id, stratum }))).toEqual(
        twice.map(({ id, stratum }) => ({ id, stratum })),
      );
      expect(await dataset.load([], signal)).toEqual([]);
    });

    it('names every id that it does not know', async () => {
      const error = await dataset
        .load([dataset.pool[0]?.id ?? '', 'no such task', 'nor this'], signal)
        .catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'usage' });
      expect((error as Error).message).toMatch(/no such task[\s\S]*nor this/u);
    });

    it('stops loading when it is told to', async () => {
      const stopped = AbortSignal.abort(new Error('told to stop'));
      await expect(dataset.load([dataset.pool[0]?.id ?? ''], stopped)).rejects.toThrow(
        'told to stop',
      );
    });

    it('tells every task the same way each time, without its reference answer', async () => {
      for (const task of await load(dataset.pool)) {
        const brief = dataset.brief(task);
        expect(brief.task.trim()).not.toBe('');
        expect(brief.outputContract.trim()).not.toBe('');
        expect(dataset.brief(task)).toEqual(brief);
        const shown = `${brief.task}\n${brief.outputContract}`;
        for (const text of await fixture.referenceTexts(task.id)) expect(shown).not.toContain(text);
      }
    });

    it('scores the right answer 1', async () => {
      for (const task of await load(sample())) {
        const score = await dataset.score(task, await fixture.goldAnswer(task.id));
        expect(score, task.id).toMatchObject({
          score: 1,
          correct: true,
          decided: true,
          errorKind: null,
          error: null,
          errorClass: null,
        });
      }
    });

    it('scores an empty answer 0 and says why', async () => {
      for (const task of await load(sample())) {
        const score = await dataset.score(task, '');
        expect(score, task.id).toMatchObject({ score: 0, correct: false, decided: true });
        expect(score.errorKind).not.toBeNull();
        expect(ERROR_CLASSES).toContain(score.errorClass);
        expect(score.feedback.trim()).not.toBe('');
      }
    });

    it('scores without memory: equal answers, equal scores, whatever was scored between', async () => {
      const tasks = await load(sample());
      const golds = await Promise.all(tasks.map(async (task) => await fixture.goldAnswer(task.id)));
      const scoreAll = async (): Promise<unknown[]> => {
        const scores: unknown[] = [];
        for (const [index, task] of tasks.entries())
          scores.push(await dataset.score(task, golds[index] ?? ''));
        return scores;
      };
      const first = await scoreAll();
      for (const [index, task] of tasks.entries())
        await dataset.score(task, golds[(index + 1) % golds.length] ?? '');
      expect(await scoreAll()).toEqual(first);
    });

    it('never throws for an answer, and scores within bounds', async () => {
      const [task] = await load(dataset.pool.slice(0, 1));
      if (task === undefined) throw new Error('the pool is empty');
      const gold = await fixture.goldAnswer(task.id);
      const check = async (answer: string): Promise<void> => {
        const score = await dataset.score(task, answer);
        expect(score.score >= 0 && score.score <= 1).toBe(true);
        expect(canonicalJson(score.details)).not.toBe('');
        dataset.voteKey(answer);
      };
      for (const answer of BROKEN_ANSWERS) await check(answer);
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary' }), fc.nat(), async (noise, at) => {
          const cut = at % (gold.length + 1);
          await check(`${gold.slice(0, cut)}${noise}${gold.slice(cut)}`);
        }),
        { numRuns: 300 },
      );
    });

    it('votes for equal answers with equal keys, and not for an empty one', async () => {
      expect(dataset.voteKey('')).toBeNull();
      const [first, second] = await load(sample());
      const golds = await Promise.all(
        [first, second].map(async (task) => await fixture.goldAnswer(task?.id ?? '')),
      );
      const keys = golds.map((gold) => dataset.voteKey(gold));
      expect(keys[0]).not.toBeNull();
      expect(golds.map((gold) => dataset.voteKey(gold))).toEqual(keys);
      expect(keys[0] === keys[1]).toBe(golds[0] === golds[1]);
    });

    it('scores under every scorer of its report as it scores, the first being its own', async () => {
      const { reporting } = dataset;
      const { scorers } = reporting;
      expect(scorers.length).toBeGreaterThan(0);
      expect(new Set(scorers.map((scorer) => scorer.id)).size).toBe(scorers.length);
      for (const task of await load(sample())) {
        for (const answer of [await fixture.goldAnswer(task.id), 'no answer at all']) {
          const { correct, decided } = await dataset.score(task, answer);
          const verdicts = await reporting.scoreAll(task, answer, signal);
          expect(Object.keys(verdicts).sort()).toEqual(scorers.map(({ id }) => id).sort());
          expect(verdicts[scorers[0]?.id ?? '']).toBe(decided ? correct : null);
        }
      }
    });

    it('places every task in a column of its report', async () => {
      const { reporting } = dataset;
      for (const task of await load(dataset.pool)) {
        expect(reporting.columns).toContain(reporting.columnOf(task));
      }
    });

    describeTools({
      dataset: () => dataset,
      load: () => load(sample()),
      referenceTexts: (id) => fixture.referenceTexts(id),
    });

    it('describes itself', async () => {
      const card = await dataset.describe();
      expect(card.title).not.toBe('');
      expect(card.licence).not.toBe('');
      expect(card.provenance.length).toBeGreaterThan(0);
      expect(
        Object.values(card.counts).every((count) => Number.isSafeInteger(count) && count >= 0),
      ).toBe(true);
      expect(Object.values(card.hashes).every((hash) => /^[0-9a-f]{64}$/u.test(hash))).toBe(true);
    });

    it('passes its own check', async () => {
      const check = await fixture.plugin.data.check({
        ...fixture.settings,
        signal,
        onProgress: () => undefined,
      });
      expect(check.checks.length).toBeGreaterThan(0);
      expect(check.checks.filter((one) => !one.passed)).toEqual([]);
    });
  });
}
