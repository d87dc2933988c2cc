import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../../src/core/json.ts';
import { derivePool } from '../../../../../src/datasets/apibank/check.ts';
import {
  scoreOfficial,
  summarizeOfficial,
} from '../../../../../src/datasets/apibank/scoring/official.ts';
import { createScorer, type Scorer } from '../../../../../src/datasets/apibank/scoring/scorer.ts';
import { readTaskManifests } from '../../../../../src/datasets/apibank/tasks/ids.ts';
import { goldAnswer } from '../../../../../src/datasets/apibank/tasks/task.ts';
import {
  type Databases,
  prepareDatabases,
} from '../../../../../src/datasets/apibank/world/databases.ts';
import { describeWithCorpus, readJsonLines, repositoryRoot } from '../../../../support/shared.ts';
import { type Released, readReleased, taskOf } from './released.ts';

interface VerdictRow {
  readonly task_id: string;
  readonly text: string;
  readonly parsed: Json;
  readonly stage: string;
  readonly error: string | null;
  readonly error_kind: string | null;
  readonly where?: string;
  readonly correct: boolean | null;
  readonly result: Json;
  readonly scorers?: Json;
  readonly random_output?: boolean;
}

/** Texts of these depend on the Python version. */
const UNCOMPARED_TEXTS = ['syntax', 'unsupported_expression'];

function withoutOutput(result: Json): Json {
  return { ...(result as JsonObject), output: null };
}

describeWithCorpus('verdicts of the reference scorer', 'apibank/verdicts.jsonl.gz', (path) => {
  let released: Released;
  let scorer: Scorer;
  beforeAll(async () => {
    released = await readReleased(join(path, '..', 'data'));
    scorer = createScorer(
      released.data,
      { parserPolicy: 'last', toolsearcherScorer: 'official' },
      null,
    );
  });

  it('are reproduced, every row and field', () => {
    const rows = readJsonLines<VerdictRow>(path);
    expect(rows.length).toBeGreaterThan(18_000);
    for (const row of rows) {
      const verdict = scorer.judge(taskOf(released, row.task_id), row.text);
      const comparesText = !UNCOMPARED_TEXTS.includes(row.error_kind ?? '');
      const strip = row.random_output === true ? withoutOutput : (result: Json): Json => result;
      expect({
        text: row.text,
        stage: verdict.stage,
        kind: verdict.errorKind,
        where: verdict.where,
        correct: verdict.correct,
        parsed: verdict.parsed,
        result: strip(verdict.result),
        error: comparesText ? verdict.error : null,
        scorers: verdict.scorers,
      }).toEqual({
        text: row.text,
        stage: row.stage,
        kind: row.error_kind,
        where: row.where ?? null,
        correct: row.correct,
        parsed: row.parsed,
        result: strip(row.result),
        error: comparesText ? row.error : null,
        scorers: row.scorers ?? null,
      });
    }
  });

  it('never tell a reference value in the feedback', () => {
    for (const row of readJsonLines<VerdictRow>(path)) {
      const task = taskOf(released, row.task_id);
      const { feedback, correct } = scorer.judge(task, row.text);
      if (correct === true) continue;
      for (const value of Object.values(task.gold.arguments)) {
        // Short values such as `2` or `office` also stand in names and in the answer itself.
        if (typeof value !== 'string' || value.length < 12 || row.text.includes(value)) continue;
        expect(feedback).not.toContain(value);
      }
      if (!row.text.includes(task.gold.apiName)) expect(feedback).not.toContain(task.gold.apiName);
    }
  });

  it('are right for every task of the pool, which follows from the data', async () => {
    const { pool } = await readTaskManifests(join(repositoryRoot, 'benchmarks'));
    const keyword = createScorer(
      released.data,
      { parserPolicy: 'last', toolsearcherScorer: 'keyword' },
      null,
    );
    expect(derivePool([...released.tasks.values()], keyword).map((task) => task.id)).toEqual(
      pool.map((task) => task.id),
    );
    for (const { id } of pool) {
      const task = taskOf(released, id);
      for (const one of [keyword, scorer])
        expect(one.judge(task, goldAnswer(task)).correct, id).toBe(true);
    }
  });
});

interface OfficialRow {
  readonly level: string;
  readonly file: string;
  readonly sample_id: number;
  readonly api: string;
  readonly kind: string;
  readonly text: string;
  readonly parsed: Json;
  readonly category: string;
  readonly correct: boolean | null;
  readonly error: string | null;
  readonly result: Json;
}

/** Outputs of these are random in the reference. */
const RANDOM_APIS = ['AppointmentRegistration', 'RegisterUser'];

describeWithCorpus(
  "verdicts of API-Bank's own evaluation",
  'apibank/official_l12.jsonl.gz',
  (path) => {
    let released: Released;
    let databases: Databases;
    const rows = readJsonLines<OfficialRow>(path);
    beforeAll(async () => {
      released = await readReleased(join(path, '..', 'data'));
      databases = prepareDatabases(released.data.databases);
    });
    const taskOfRow = (row: OfficialRow): ReturnType<typeof taskOf> =>
      taskOf(released, `level-${row.level}::${row.file}::${row.sample_id}`);

    it('are reproduced, every row and field', () => {
      expect(rows.length).toBeGreaterThan(8_000);
      for (const row of rows) {
        const verdict = scoreOfficial(taskOfRow(row), row.text, databases);
        const strip =
          RANDOM_APIS.includes(row.api) && row.result !== null
            ? withoutOutput
            : (result: Json): Json => result;
        expect({ ...verdict, text: row.text, result: strip(verdict.result) }).toEqual({
          text: row.text,
          category: row.category,
          correct: row.correct,
          parsed: row.parsed,
          error: row.error,
          result: strip(row.result),
        });
      }
    });

    it('give the known ceilings on the reference calls', () => {
      const golds = rows.filter((row) => row.kind === 'gold');
      const verdicts = golds.map((row) => {
        const task = taskOfRow(row);
        return { task, verdict: scoreOfficial(task, row.text, databases) };
      });
      // Figures of the upstream run on its own golds.
      expect(summarizeOfficial(verdicts)).toEqual({
        'level-1': {
          calls: 389,
          correct: 328,
          accuracy: 328 / 389,
          categories: {
            CORRECT: 328,
            EXTERNAL: 10,
            HAS_EXCEPTION: 27,
            INPUT_MISMATCH: 10,
            INVALID_INPUT_PARAMETER: 8,
            OUTPUT_MISMATCH: 5,
            KEY_ERROR: 1,
          },
        },
        'level-2': {
          calls: 119,
          correct: 64,
          accuracy: 64 / 119,
          categories: {
            CORRECT: 64,
            EXTERNAL: 45,
            INPUT_MISMATCH: 5,
            HAS_EXCEPTION: 3,
            KEY_ERROR: 2,
          },
        },
      });
    });
  },
);

describe('summarizeOfficial', () => {
  it('counts nothing as nothing', () => {
    expect(summarizeOfficial([])).toEqual({});
  });
});
