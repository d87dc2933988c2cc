import { beforeAll, expect, it } from 'vitest';
import type { Embedder } from '../../../../../src/core/model.ts';
import { recordingsOf } from '../../../../../src/datasets/apibank/data/recordings.ts';
import { createScorer, scoreOf } from '../../../../../src/datasets/apibank/scoring/scorer.ts';
import type { ClassifiedVerdict } from '../../../../../src/datasets/apibank/scoring/verdict.ts';
import { goldAnswer } from '../../../../../src/datasets/apibank/tasks/task.ts';
import { describeWithCorpus } from '../../../../support/shared.ts';
import { type Released, readReleased, taskOf } from './released.ts';

const { signal } = new AbortController();
const ALARM = 'level-2::AddAlarm-level-3-1.jsonl::0';
const FIRST_PLAN = 'level-3::level-3.json::0::0';

/** Counts letters: a real, if poor, embedding whose neighbours can be told by hand. */
function letterEmbedder(calls: string[][] = []): Embedder {
  return {
    id: 'letters',
    dimension: 26,
    embed: async (texts) => {
      calls.push([...texts]);
      return texts.map((text) => {
        const counts = new Float32Array(26);
        for (const letter of text.toLowerCase()) {
          const index = letter.charCodeAt(0) - 97;
          if (index >= 0 && index < 26) counts[index] = (counts[index] ?? 0) + 1;
        }
        const length = Math.hypot(...counts);
        return length === 0 ? counts : counts.map((count) => count / length);
      });
    },
  };
}

describeWithCorpus('searches', 'apibank/data', (pack) => {
  let released: Released;
  beforeAll(async () => {
    released = await readReleased(pack);
  });

  const goldKeywords = (id: string): string =>
    taskOf(released, id).gold.arguments['keywords'] as string;

  const decide = async (
    id: string,
    answer: string,
    scorer: 'keyword' | 'official' | 'upstream',
    embedder: Embedder | null,
  ): Promise<ClassifiedVerdict> =>
    await createScorer(
      released.data,
      { parserPolicy: 'last', toolsearcherScorer: scorer },
      embedder,
    ).decide(taskOf(released, id), answer, signal);

  it('outside the recordings stay undecided without a model: scored 0 and marked, never guessed', async () => {
    const verdict = await decide(
      ALARM,
      "[ToolSearcher(keywords='wake me up early')]",
      'official',
      null,
    );
    expect(verdict).toMatchObject({
      correct: null,
      errorKind: null,
      error: null,
      result: null,
      stage: 'score',
    });
    expect(scoreOf(verdict)).toMatchObject({ score: 0, correct: false, decided: false });
  });

  it('ask the model for unrecorded keywords only, and embed the candidates once', async () => {
    const calls: string[][] = [];
    const scorer = createScorer(
      released.data,
      { parserPolicy: 'last', toolsearcherScorer: null },
      letterEmbedder(calls),
    );
    const task = taskOf(released, ALARM);
    await scorer.decide(task, goldAnswer(task), signal);
    expect(calls).toEqual([]);
    await scorer.decide(task, "[ToolSearcher(keywords='one')]", signal);
    await scorer.decide(task, "[ToolSearcher(keywords='two')]", signal);
    expect(calls.map((texts) => texts.length)).toEqual([27, 1, 1]);
  });

  it('are right when the most similar API is the recorded one', async () => {
    const recorded = recordingsOf(released.data, String).base.searchItems;
    const searchText = recorded.find((item) => item.name === 'AddAlarm')?.searchText ?? '';
    const verdict = await decide(
      ALARM,
      `[ToolSearcher(keywords='${searchText}')]`,
      'official',
      letterEmbedder(),
    );
    expect(verdict).toMatchObject({
      correct: true,
      errorKind: null,
      scorers: { official: { path: 'similarity', correct: true, error: null } },
      result: { api_name: 'ToolSearcher', input: { keywords: searchText }, exception: null },
    });
    expect(verdict.result).toMatchObject({
      output: [
        {
          name: 'GetUserToken',
          desc_for_search: expect.stringMatching(/^get user token/u) as string,
        },
        { name: 'AddAlarm' },
      ],
    });
  });

  it('are wrong when another API, or none, is similar', async () => {
    const other = await decide(
      FIRST_PLAN,
      "[ToolSearcher(keywords='flights')]",
      'official',
      letterEmbedder(),
    );
    expect(other).toMatchObject({
      correct: false,
      errorKind: 'result_mismatch',
      error: 'ToolSearcher official frozen API result mismatch',
    });
    expect(other.feedback).toBe(
      'Stage score: the keywords of ToolSearcher do not find the API that is needed.',
    );
    const none = await decide(
      FIRST_PLAN,
      "[ToolSearcher(keywords='42')]",
      'official',
      letterEmbedder(),
    );
    expect(none).toMatchObject({ correct: false, result: { output: null } });
  });

  it('by keyword compare normalised texts', async () => {
    const right = await decide(
      ALARM,
      `[ToolSearcher(keywords='  ${goldKeywords(ALARM).toUpperCase()}\\t', more=1)]`,
      'keyword',
      null,
    );
    expect(right).toMatchObject({ correct: true, result: null });
    const wrong = await decide(
      ALARM,
      `[ToolSearcher(keywords='${goldKeywords(ALARM)}s')]`,
      'keyword',
      null,
    );
    expect(wrong).toMatchObject({
      correct: false,
      errorKind: 'result_mismatch',
      error: `ToolSearcher keyword mismatch: '${goldKeywords(ALARM)}s' != '${goldKeywords(ALARM)}'`,
    });
    expect(wrong.feedback).not.toContain(goldKeywords(ALARM));
  });

  it('by upstream check arguments first, and know what can never be found', async () => {
    const extra = await decide(
      ALARM,
      `[ToolSearcher(keywords='${goldKeywords(ALARM)}', more=1)]`,
      'upstream',
      null,
    );
    expect(extra).toMatchObject({
      errorKind: 'invalid_parameter_name',
      error: 'AssertionError: invalid parameter name. parameter: more',
      correct: false,
    });
    const none = await decide(ALARM, '[ToolSearcher()]', 'upstream', null);
    expect(none).toMatchObject({ errorKind: 'missing_argument', correct: false });
    const impossible = await decide(
      FIRST_PLAN,
      goldAnswer(taskOf(released, FIRST_PLAN)),
      'upstream',
      letterEmbedder(),
    );
    expect(impossible).toMatchObject({
      correct: false,
      error: 'ToolSearcher official API result mismatch',
      scorers: { upstream: { path: 'impossible' }, official: { path: 'recorded', correct: true } },
    });
  });

  it('by upstream find the recorded API with a model where descriptions agree', async () => {
    const task = 'level-2::AddMeeting-level-3-1.jsonl::0';
    const open = await decide(task, goldAnswer(taskOf(released, task)), 'upstream', null);
    expect(open).toMatchObject({ correct: null, scorers: { upstream: { path: 'similarity' } } });
    const text = released.data.catalog.find((api) => api.name === 'BookHotel')?.description ?? '';
    const found = await decide(
      task,
      `[ToolSearcher(keywords='book hotel${text}')]`,
      'upstream',
      letterEmbedder(),
    );
    expect(found).toMatchObject({ correct: true, result: { output: { name: 'BookHotel' } } });
    const number = await decide(task, '[ToolSearcher(keywords=42)]', 'upstream', letterEmbedder());
    expect(number.correct).toBeNull();
  });
});
