import { beforeAll, describe, expect, it } from 'vitest';
import type { UsageError } from '../../../../../src/core/errors.ts';
import {
  type AnswerRules,
  parsePredictions,
} from '../../../../../src/datasets/apibank/predictions/answers.ts';
import { scoreOfficialPredictions } from '../../../../../src/datasets/apibank/predictions/score-official.ts';
import {
  type ScoredPredictions,
  scorePredictions,
} from '../../../../../src/datasets/apibank/predictions/score-predictions.ts';
import { slotsAreFilled } from '../../../../../src/datasets/apibank/report/slots.ts';
import { createScorer } from '../../../../../src/datasets/apibank/scoring/scorer.ts';
import { goldAnswer } from '../../../../../src/datasets/apibank/tasks/task.ts';
import { prepareDatabases } from '../../../../../src/datasets/apibank/world/databases.ts';
import { describeWithCorpus } from '../../../../support/shared.ts';
import { type Released, readReleased, taskOf } from '../scoring/released.ts';

describe('parsePredictions', () => {
  it('passes over blank lines; missing text is an empty answer', () => {
    expect(
      parsePredictions(
        '{"task_id":"a"}\n\n{"task_id":"b","text":null}\r\n{"task_id":"c","text":"x"}',
        'p',
      ),
    ).toEqual([
      { taskId: 'a', text: '', line: 1 },
      { taskId: 'b', text: '', line: 3 },
      { taskId: 'c', text: 'x', line: 4 },
    ]);
  });

  it('passes over a byte order mark', () => {
    expect(parsePredictions('\uFEFF{"task_id":"a","text":"x"}', 'p')).toEqual([
      { taskId: 'a', text: 'x', line: 1 },
    ]);
  });

  it('names every malformed line', () => {
    expect(() =>
      parsePredictions('{"task_id":"a"}\n[]\n{\n{"text":"x"}\n{"task_id":"b","text":0}', 'p.jsonl'),
    ).toThrow(
      'p.jsonl:2: not a JSON object\np.jsonl:3:2: not JSON\np.jsonl:4: `task_id` is missing\np.jsonl:5: `text` is no text',
    );
  });
});

const ONE = 'level-1::AddAgenda-AddAlarm-GetUserToken-level-2-1.jsonl::0';
const TWO = 'level-2::AddAlarm-level-3-1.jsonl::0';
const THREE = 'level-3::level-3.json::0::1';

describeWithCorpus('scorePredictions', 'apibank/data', (pack) => {
  let released: Released;
  beforeAll(async () => {
    released = await readReleased(pack);
  });
  const score = async (
    rows: readonly (readonly [string, string])[],
    rules: Partial<AnswerRules & { readonly signal: AbortSignal }> = {},
  ): Promise<ScoredPredictions> =>
    await scorePredictions(
      rows.map(([taskId, text], index) => ({ taskId, text, line: index + 1 })),
      {
        tasks: released.tasks,
        scorer: createScorer(
          released.data,
          { parserPolicy: 'last', toolsearcherScorer: null },
          null,
        ),
        scoreAll: (task, text) => Promise.resolve({ slots: slotsAreFilled(task, text) }),
        signal: new AbortController().signal,
        file: 'p.jsonl',
        ...rules,
      },
    );

  it('gives rows in order, and a summary per level in which undecided ones count as wrong', async () => {
    const { rows, summary } = await score([
      [THREE, goldAnswer(taskOf(released, THREE))],
      [TWO, "[ToolSearcher(keywords='something else')]"],
      [ONE.slice('level-1::'.length), ''],
    ]);
    expect(
      rows.map((row) => [row.task_id, row.correct, row.stage, row.error_kind, row.error_class]),
    ).toEqual([
      [THREE, true, 'score', null, null],
      [TWO, null, 'score', null, 'undecided'],
      [ONE.slice('level-1::'.length), false, 'parse', 'no_call', 'empty'],
    ]);
    expect(rows.map((row) => row.scores)).toEqual([
      { slots: true },
      { slots: false },
      { slots: false },
    ]);
    expect(rows[1]?.scorers).toMatchObject({ official: { path: 'similarity', correct: null } });
    expect(summary).toEqual({
      'level-1': { answers: 1, tasks: 1, correct: 0, undecided: 0, accuracy: 0 },
      'level-2': { answers: 1, tasks: 1, correct: 0, undecided: 1, accuracy: 0 },
      'level-3': { answers: 1, tasks: 1, correct: 1, undecided: 0, accuracy: 1 },
      all: { answers: 3, tasks: 3, correct: 1, undecided: 1, accuracy: 1 / 3 },
    });
    expect((await score([])).summary).toEqual({
      all: { answers: 0, tasks: 0, correct: 0, undecided: 0, accuracy: null },
    });
  });

  it('scores every answer of a task that has several, where that is wanted', async () => {
    const right = goldAnswer(taskOf(released, ONE));
    const answers = [
      [ONE, right],
      [TWO, ''],
      [ONE, 'no call'],
      [ONE.slice('level-1::'.length), right],
    ] as const;
    const { rows, summary } = await score(answers, { repeated: true });
    expect(rows.map((row) => row.correct)).toEqual([true, false, false, true]);
    expect(summary['level-1']).toEqual({
      answers: 3,
      tasks: 1,
      correct: 2,
      undecided: 0,
      accuracy: 2 / 3,
    });
    await expect(score(answers)).rejects.toMatchObject({
      code: 'usage',
      problems: [
        `p.jsonl:3: a second answer to ${ONE}, the first is on line 1`,
        `p.jsonl:4: a second answer to ${ONE}, the first is on line 1`,
      ],
      hints: ['with `--repeated-answers` every answer is scored as a row of its own'],
    });
  });

  it('names tasks that were expected and are missing, and the others', async () => {
    const ids = [...released.tasks.keys()].slice(0, 5);
    const expected = { name: 'pool', ids };
    const [first = ''] = ids;
    await expect(
      score(
        [
          [first, ''],
          [TWO, ''],
        ],
        { expected },
      ),
    ).rejects.toMatchObject({
      problems: [
        `p.jsonl: 4 of the 5 pool tasks have no answer: ${ids.slice(1, 4).join(', ')} and 1 more`,
        `p.jsonl: answered, but no pool tasks: ${TWO}`,
      ],
    });
    const all = ids.map((id): [string, string] => [id, '']);
    expect((await score(all, { expected })).rows).toHaveLength(5);
  });

  it('refuses unknown tasks naming the lines, and tells no more of a hopeless file than helps', async () => {
    await expect(
      score([
        [ONE, ''],
        ['nope', ''],
      ]),
    ).rejects.toMatchObject({ code: 'usage', problems: ['p.jsonl:2: unknown task "nope"'] });
    const hopeless = Array.from({ length: 500 }, (_, row): [string, string] => [`no-${row}`, '']);
    const error = await score(hopeless).catch((reason: unknown) => reason);
    expect((error as UsageError).problems).toHaveLength(21);
    expect((error as UsageError).problems.at(-1)).toBe('and 480 more lines like these');
  });

  it('can use the official evaluation, where calls without a prediction count as wrong', () => {
    const tasks = new Map([...released.tasks].filter(([, task]) => task.level !== 2));
    const databases = prepareDatabases(released.data.databases);
    const official = (taskId: string): ReturnType<typeof scoreOfficialPredictions> =>
      scoreOfficialPredictions([{ taskId, text: goldAnswer(taskOf(released, ONE)), line: 1 }], {
        tasks,
        databases,
        file: 'p.jsonl',
      });
    const { rows, summary } = official(ONE);
    expect(rows).toMatchObject([{ task_id: ONE, category: 'CORRECT', correct: true, error: null }]);
    expect(summary).toEqual({
      'level-1': {
        calls: 389,
        correct: 1,
        accuracy: 1 / 389,
        categories: { CORRECT: 1, MISSING: 388 },
      },
    });
    expect(() => official(THREE)).toThrow(
      `p.jsonl:1: ${THREE} is of level 3, which this evaluation does not cover`,
    );
  });

  it('stops when it is told to', async () => {
    await expect(
      score([[ONE, '']], { signal: AbortSignal.abort(new Error('stop')) }),
    ).rejects.toThrow('stop');
  });
});
