import { describe, expect, test } from 'vitest';
import { parseScoredFile } from '../../../src/cli/reports/scored-file.ts';
import { randomStream } from '../../../src/core/random.ts';
import {
  compareMeasured,
  conditionDifferences,
  type Measured,
  reportCondition,
} from '../../../src/report/compare.ts';
import { oneArm, rowsOf } from '../../support/report.ts';

const condition = reportCondition(oneArm([]));
const side = (name: string, scores: readonly (number | null)[], more: Partial<Measured> = {}) => ({
  name,
  simulated: false,
  condition,
  columns: ['A'],
  rows: scores.map((score, index) => ({ taskId: `t${index}`, column: 'A', score })),
  ...more,
});
const random = (column: string | null) => randomStream('test', column ?? '');

describe('two measurements are scored alike', () => {
  const a = side('a', []);

  test('under the same scorer, data, parser policy and answer mode', () => {
    expect(conditionDifferences(a, side('b', []))).toEqual([]);
  });

  test.each([
    [{ scorer: 'main 3' }, 'scorer: main 2 in a, main 3 in b'],
    [{ dataset: 'bench 4' }, 'dataset: bench 3 in a, bench 4 in b'],
    [{ policy: 'strict' }, 'policy: last in a, strict in b'],
    [{ embedder: 'mini' }, 'embedder: not set in a, mini in b'],
    [{ answerMode: 'tools' }, 'answerMode: text in a, tools in b'],
    [{ measure: 'ROUGE-L' }, 'measure: right or wrong in a, ROUGE-L in b'],
  ])('%j is not alike', (other, difference) => {
    const b = side('b', [], { condition: { ...condition, ...other } });
    expect(conditionDifferences(a, b)).toEqual([difference]);
  });

  test('a file does not say how its answers were given', () => {
    const { answerMode: _answerMode, ...unknown } = condition;
    expect(_answerMode).toBe('text');
    expect(conditionDifferences(a, side('b', [], { condition: unknown }))).toEqual([]);
  });

  test('nothing is known of a score that names no scorer', () => {
    expect(conditionDifferences(a, side('b', [], { condition: {} }))).toEqual([
      'b does not say by which scorer it was scored',
    ]);
  });
});

test('flips are counted both ways on common, observed tasks, and named', () => {
  const from = side('a', [0, 1, 0, null, 1, 0]);
  const to = side('b', [1, 0, 1, 1, 1]);
  const comparison = compareMeasured(from, to, random);
  expect(comparison).toMatchObject({
    gained: ['t0', 't2'],
    lost: ['t1'],
    across: [],
    change: {
      onlyFrom: 1,
      onlyTo: 0,
      overall: { planned: 5, scored: 4, gained: 2, lost: 1, deltaPoints: 25, pValue: 1 },
    },
  });
});

describe('a file of scored answers', () => {
  const row = (taskId: string, correct: unknown, more: object = {}): string =>
    JSON.stringify({ task_id: taskId, correct, ...more });

  test('says tasks, scores and what it was scored by', () => {
    const { scorer, dataset, measure } = oneArm(rowsOf('A', 1));
    const more = { column: 'A', scored_by: { scorer, dataset, measure } };
    const text = `${row('x', true, more)}\n\n${row('y', null, more)}\n`;
    const { answerMode: _answerMode, ...known } = condition;
    expect(_answerMode).toBe('text');
    expect(parseScoredFile(text, 's.jsonl')).toEqual({
      name: 's.jsonl',
      simulated: false,
      condition: known,
      columns: ['A'],
      rows: [
        { taskId: 'x', column: 'A', score: 1 },
        { taskId: 'y', column: 'A', score: 0 },
      ],
    });
  });

  test('without a label is read, and has no condition', () => {
    expect(parseScoredFile(row('x', false), 's').condition).toEqual({});
  });

  test.each([
    ['', 's is empty'],
    ['{"task_id":"x"}', 's:1: not a scored answer with task_id and correct'],
    ['nonsense', 's:1: not a scored answer with task_id and correct'],
    [`${row('x', true)}\n${row('y', true, { scored_by: 1 })}`, 's mixes rows of different scorers'],
  ])('%j is refused', (text, message) => {
    expect(() => parseScoredFile(text, 's')).toThrow(message);
  });
});
