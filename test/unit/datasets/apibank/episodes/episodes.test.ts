import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DatasetSettings, Episode, Episodes } from '../../../../../src/core/dataset.ts';
import { type ApiBankDataset, openApiBank } from '../../../../../src/datasets/apibank/dataset.ts';
import { apibank } from '../../../../../src/datasets/apibank/index.ts';
import { openApiBankSynth } from '../../../../../src/datasets/apibank-synth/dataset.ts';
import { describeWithCorpus, repositoryRoot } from '../../../../support/shared.ts';

const { signal } = new AbortController();
const settings: DatasetSettings = {
  benchmarksRoot: join(repositoryRoot, 'benchmarks'),
  environment: {},
  options: {},
  embedder: null,
};

async function goldCalls(dataset: ApiBankDataset, sample: string): Promise<string[]> {
  const steps = dataset.pool.filter(({ id }) => id.startsWith(`${sample}::`));
  const tasks = await dataset.load(
    steps.map(({ id }) => id),
    signal,
  );
  return tasks.map((task) => dataset.referenceAnswer(task));
}

async function advanced(first: Episode | undefined, answers: readonly string[]): Promise<Episode> {
  let episode = first as Episode;
  for (const answer of answers) episode = (await episode.advance(answer, signal)).episode;
  return episode;
}

async function openEpisodes(dataset: ApiBankDataset): Promise<Episodes> {
  const episodes = await dataset.episodes?.(signal);
  if (episodes === undefined) throw new Error('the dataset has no episodes');
  return episodes;
}

/** How many samples the recorded calls solve, each call making one step. */
async function solvedByGold(dataset: ApiBankDataset): Promise<{ solved: number; turns: number }> {
  const episodes = await openEpisodes(dataset);
  let [solved, turns] = [0, 0];
  for (const first of await episodes.start(
    episodes.pool.map(({ id }) => id),
    signal,
  )) {
    let episode = first;
    for (const call of await goldCalls(dataset, first.id)) {
      const { score, episode: next } = await episode.advance(call, signal);
      expect(score.correct, `${first.id} ${call}`).toBe(true);
      expect(next.made).toBe(episode.made + 1);
      episode = next;
      turns += 1;
    }
    if (episode.solved) solved += 1;
  }
  return { solved, turns };
}

describe('whole samples of the generated level 3', () => {
  const dataset = openApiBankSynth(settings);
  let episodes: Episodes;
  let sample: string;
  let calls: string[];
  const begin = async (): Promise<Episode> =>
    (await episodes.start([sample], signal))[0] as Episode;
  beforeAll(async () => {
    episodes = await openEpisodes(dataset);
    sample = episodes.pool[0]?.id ?? '';
    calls = await goldCalls(dataset, sample);
  });

  test('are those whose calls are all in the pool; held out with any of their calls', () => {
    const ofLevel = (tasks: typeof dataset.pool): Set<string> =>
      new Set(
        tasks
          .filter(({ stratum }) => stratum === 'level-3')
          .map(({ id }) => id.slice(0, id.lastIndexOf('::'))),
      );
    const [all, held] = [ofLevel(dataset.pool), ofLevel(dataset.evaluation)];
    expect(episodes.pool.every(({ id }) => all.has(id))).toBe(true);
    // The pool ends with a count of calls, so the last sample may be cut.
    expect(all.size - episodes.pool.length).toBeLessThanOrEqual(1);
    expect(episodes.evaluation).toEqual(episodes.pool.filter(({ id }) => held.has(id)));
    expect(episodes.evaluation.length).toBeGreaterThan(0);
  });

  test('are solved by their recorded calls, one step a call', async () => {
    const { solved, turns } = await solvedByGold(dataset);
    expect(solved).toBe(episodes.pool.length);
    expect(turns).toBeGreaterThan(3 * solved);
  }, 60_000);

  test('may be solved in any order that the checks accept', async () => {
    const episode = await advanced(await begin(), calls.toReversed());
    expect([episode.made, episode.solved]).toEqual([calls.length, true]);
  });

  test('show every call and what came of it, also of one that fails or cannot be read', async () => {
    const first = await begin();
    const { score, episode } = await first.advance('I would search first.', signal);
    expect(score).toMatchObject({ correct: false, errorClass: 'no_call', decided: true });
    expect([episode.made, episode.steps]).toEqual([0, calls.length]);
    expect(episode.brief.task.slice(first.brief.task.length)).toBe(
      '\nAPI: {"api_name":"","input":null,"output":null,"exception":"ValueError: no [ApiName(...)] call found"}',
    );
    const unknown = await episode.advance('[NoSuchApi(a=1)]', signal);
    expect(unknown.score).toMatchObject({ correct: false, errorClass: 'unknown_api' });
    expect(unknown.episode.brief.task).toContain(
      '{"api_name":"NoSuchApi","input":{"a":1},"output":null,"exception":"Exception: invalid tool name."}',
    );
  });

  test('never change in place: one state can go on in two ways', async () => {
    const first = await begin();
    const before = first.brief.task;
    const [call = '', second = ''] = calls;
    const made = await first.advance(call, signal);
    const lost = await first.advance('nothing', signal);
    expect([first.brief.task, first.made]).toEqual([before, 0]);
    expect([made.episode.made, lost.episode.made]).toEqual([1, 0]);
    expect((await lost.episode.advance(second, signal)).episode.made).toBe(1);
    expect(await first.advance(call, signal)).toMatchObject({ score: made.score });
  });

  test('count a step once', async () => {
    const [call = ''] = calls;
    const episode = await advanced(await begin(), [call, call]);
    expect(episode.made).toBe(1);
  });

  test('go on after a search that nobody recorded, and say that it is undecided', async () => {
    const { score, episode } = await (await begin()).advance(
      "[ToolSearcher(keywords='zzz qqq')]",
      signal,
    );
    expect(score).toMatchObject({ correct: false, decided: false });
    expect(episode.brief.task).toContain('"exception":"no API fits these keywords"');
  });

  test('never reject for an answer, however broken', async () => {
    const first = await begin();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.nat(), async (noise, at) => {
        const [call = ''] = calls;
        const cut = at % (call.length + 1);
        const { episode } = await first.advance(
          call.slice(0, cut) + noise + call.slice(cut),
          signal,
        );
        expect(episode.made).toBeLessThanOrEqual(1);
      }),
      { numRuns: 100 },
    );
  });

  test('are named; an unknown name is told', async () => {
    await expect(episodes.start(['nothing', sample], signal)).rejects.toMatchObject({
      code: 'usage',
      problems: ['apibank-synth has no sample "nothing"'],
    });
    const short = sample.replace('level-3::', '');
    expect((await episodes.start([short], signal))[0]?.id).toBe(sample);
  });
});

describeWithCorpus('whole samples of the released level 3', 'apibank/data', (pack) => {
  let folder: string;
  let dataset: ApiBankDataset;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'apibank-samples-'));
    const here = { ...settings, environment: { APIBANK_ROOT: join(folder, 'data') } };
    await apibank.data.import(pack, { ...here, signal, onProgress: () => undefined });
    dataset = await openApiBank(here);
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  test('are 50, of which 28 hold an evaluation call, and the 245 recorded calls solve them all', async () => {
    const { pool, evaluation } = await openEpisodes(dataset);
    expect([pool.length, evaluation.length]).toEqual([50, 28]);
    expect(await solvedByGold(dataset)).toEqual({ solved: 50, turns: 245 });
  }, 60_000);
});
