/** Do gates fail what is bad, and nothing else, and say so in the forms of build servers? */
import { describe, expect, test } from 'vitest';
import { randomStream } from '../../../src/core/random.ts';
import { aggregateJobs } from '../../../src/report/aggregate/aggregate.ts';
import { aggregateChecks } from '../../../src/report/checks/aggregate-checks.ts';
import {
  type Check,
  type CheckWish,
  failedChecks,
  rateCheck,
} from '../../../src/report/checks/check.ts';
import { comparisonChecks } from '../../../src/report/checks/comparison-checks.ts';
import { githubError, githubSummary } from '../../../src/report/checks/github-summary.ts';
import { junitXml } from '../../../src/report/checks/junit.ts';
import { compareMeasured, type Measured } from '../../../src/report/compare.ts';
import { madeJob, scoredRows } from '../../support/aggregate-jobs.ts';

const STRICT: CheckWish = { failUnder: 50, failOnRegression: true };
const NOTHING = { failUnder: null, failOnRegression: false };

function checksOf(jobs: ReturnType<typeof madeJob>[], wish = STRICT) {
  const options = { seeds: [0], family: 'dataset', replicates: 200 } as const;
  return aggregateChecks(aggregateJobs(jobs, options), wish);
}

const failures = (checks: readonly Check[]): string[] =>
  failedChecks(checks).map(({ suite }) => suite);

describe('cells', () => {
  test('a loss that is more than chance fails, one that is not passes and says what may go unseen', () => {
    // statsmodels 0.15, mcnemar(exact=True): 0/8 p = 0.0078, 2/6 p = 0.289.
    const worse = checksOf([madeJob({ rows: scoredRows(0, 8, 92) })]);
    expect(failures(worse)).toEqual(['regression', 'rate']);
    expect(worse[0]?.message).toMatch(/^-8\.0 points .*, corrected p = 0\.008: worse, and more/);
    const unclear = checksOf([madeJob({ rows: scoredRows(2, 6, 92) })]);
    expect(failures(unclear)).toEqual(['rate']);
    expect(unclear[0]?.message).toMatch(/no loss shown; losses below 7\.\d points may go unseen$/);
    expect(failures(checksOf([madeJob({ rows: scoredRows(20, 0, 80) })]))).toEqual([]);
  });

  test('an incomplete cell has not passed', () => {
    const found = checksOf([madeJob({ rows: null })]);
    expect(found).toMatchObject([{ suite: 'complete', outcome: 'failed' }]);
    expect(found[0]?.message).toContain('seed 0: it is not finished');
  });

  test('nothing fails that nobody asked for', () => {
    const jobs = [madeJob({ rows: scoredRows(0, 8, 92) }), madeJob({ method: 'gepa', rows: null })];
    const checks = checksOf(jobs, NOTHING);
    expect(checks.map(({ outcome }) => outcome)).toEqual(['told', 'told', 'told']);
  });

  test('the more cells are looked at, the more a loss has to show', () => {
    const loss = { rows: scoredRows(0, 7, 93) };
    const others = ['a', 'b', 'c', 'd'].map((method) => madeJob({ method }));
    const only = { failUnder: null, failOnRegression: true };
    // 2^-6 alone is 0.016; times five it is 0.078.
    expect(failures(checksOf([madeJob(loss)], only))).toEqual(['regression']);
    expect(failures(checksOf([madeJob(loss), ...others], only))).toEqual([]);
  });
});

test('exactly enough is enough', () => {
  expect(rateCheck('x', 0.29, 29).outcome).toBe('passed');
  expect(rateCheck('x', 0.28, 29).outcome).toBe('failed');
  expect(rateCheck('x', 0, 0).outcome).toBe('passed');
});

describe('two measurements', () => {
  const side = (name: string, scores: readonly (number | null)[]): Measured => ({
    name,
    simulated: false,
    condition: { scorer: 'main 1' },
    columns: [],
    rows: scores.map((score, task) => ({ taskId: `t${task}`, column: 'A', score })),
  });
  const compared = (from: readonly (number | null)[], to: readonly (number | null)[]) =>
    compareMeasured(side('old', from), side('new', to), () => randomStream('test'));

  test('the second is held to the wish', () => {
    const lost = compared(Array<number>(10).fill(1), [...Array<number>(8).fill(0), 1, 1]);
    expect(failures(comparisonChecks(lost, STRICT))).toEqual(['regression', 'rate']);
    expect(lost.conclusion).toBe('B is worse than A, and that is more than chance');
    expect(failures(comparisonChecks(lost, NOTHING))).toEqual([]);
    const nothing = compared([1, null], [null, 1]);
    expect(failures(comparisonChecks(nothing, STRICT))).toEqual(['complete']);
  });

  test('a conclusion says how many tasks it would take, or what so many tasks can show', () => {
    const scores = (ones: number, of: number) =>
      Array.from({ length: of }, (_, task) => (task < ones ? 1 : 0));
    // Connor's formula with scipy 1.17's norm.ppf: 2 points at a discordance of 2 %, 390.08 rounded up.
    expect(compared(scores(50, 100), scores(52, 100)).conclusion).toBe(
      'not enough data to tell B from A: about 391 tasks needed, 100 were scored',
    );
    expect(compared(scores(50, 100), scores(50, 100)).conclusion).toBe(
      'no task changed sides; of so many tasks (100), differences up to 3.7 points may leave none',
    );
    expect(compared([0, 1, ...scores(4, 98)], [1, 0, ...scores(4, 98)]).conclusion).toBe(
      'as much gained as lost; of differences, so many tasks (100) show none at all',
    );
  });
});

describe('forms', () => {
  const checks: Check[] = [
    { suite: 'rate', name: 'a < b & "c"', outcome: 'failed', message: 'no\nway \u0000\ud800' },
    { suite: 'rate', name: 'd|e', outcome: 'passed', message: 'fine' },
    { suite: 'regression', name: 'f', outcome: 'told', message: '5 %' },
  ];

  // Read with Python 3.11's xml.etree: three cases in two suites, one failure, one skipped.
  test('JUnit', () => {
    expect(junitXml(checks)).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="protocol" tests="3" failures="1" skipped="1" errors="0">
  <testsuite name="rate" tests="2" failures="1" skipped="0" errors="0">
    <testcase classname="protocol.rate" name="a &lt; b &amp; &quot;c&quot;"><failure message="no&#10;way \ufffd\ufffd"/></testcase>
    <testcase classname="protocol.rate" name="d|e"><system-out>fine</system-out></testcase>
  </testsuite>
  <testsuite name="regression" tests="1" failures="0" skipped="1" errors="0">
    <testcase classname="protocol.regression" name="f"><skipped message="not asked for"/><system-out>5 %</system-out></testcase>
  </testsuite>
</testsuites>
`,
    );
  });

  test('GitHub', () => {
    const [failed] = checks as [Check];
    expect(githubError(failed)).toContain('::error title=protocol rate%3A a < b & "c"::no%0Away');
    expect(githubSummary(checks, 'TABLE')).toContain('## protocol: 1 of 2 checks failed');
    expect(githubSummary(checks, 'TABLE')).toContain('| ✅ passed | rate | d\\|e | fine |');
    expect(githubSummary(checks.slice(2), 'TABLE')).toBe('## protocol\n\nTABLE\n');
  });
});
