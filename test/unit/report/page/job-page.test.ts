/** Is a page whole, true to its numbers, and safe whatever a model or a benchmark wrote? */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { jobReport } from '../../../../src/cli/reports/job-report.ts';
import { withRolePrompt } from '../../../../src/core/candidate.ts';
import { pageMaterial } from '../../../../src/protocol/reporting/page-material.ts';
import { jobPage } from '../../../../src/report/page/job-page.ts';
import type { PageInput } from '../../../../src/report/page/page-input.ts';
import { askingOptimizer } from '../../../support/job/asking-optimizer.ts';
import { runHere } from '../../../support/job/run-here.ts';
import { tinyDataset } from '../../../support/job/tiny-dataset.ts';

const { signal } = new AbortController();

/** A method that scores the seed and one rewrite, and hands the rewrite in. */
const rewriting = askingOptimizer(async (context) => {
  const candidate = withRolePrompt(context.seedCandidate, 'peer', 'Read <b>twice</b>. {{x}}');
  context.note({ kind: 'candidate-proposed', candidate, parents: [], reason: 'a </script> try' });
  await context.step([
    {
      kind: 'rollouts',
      candidate: context.seedCandidate,
      tasks: context.validation,
      whenShort: 'skip',
    },
    { kind: 'rollouts', candidate, tasks: context.validation, whenShort: 'skip' },
  ]);
  return { incumbent: candidate, stop: 'seen' };
});

async function pageOf(): Promise<PageInput> {
  const folder = mkdtempSync(join(tmpdir(), 'protocol-page-'));
  await runHere({ folder }, { optimizer: rewriting });
  const dataset = tinyDataset();
  const report = await jobReport(folder, () => dataset, signal);
  const columnOf = new Map(report.arms[0]?.rows.map((row) => [row.taskId, row.column] as const));
  const material = await pageMaterial(folder, { columnOf, dataset, signal });
  rmSync(folder, { recursive: true });
  return { ...material, report };
}

const input = await pageOf();
const html = jobPage(input);

function inside(tag: string, attributes = ''): string {
  return html.split(`<${tag}${attributes}>`)[1]?.split(`</${tag}>`)[0] ?? '';
}

interface Data {
  readonly tasks: PageInput['tasks'];
  readonly traces: PageInput['traces'];
}

const data = (page: string): Data =>
  JSON.parse(
    page.split('<script type="application/json" id="data">')[1]?.split('</script>')[0] ?? '',
  ) as Data;

describe('the page of a job', () => {
  test('lets only its own style and script work, and loads nothing', () => {
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? '';
    const hash = (text: string): string =>
      `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(policy).toBe(
      `default-src 'none'; style-src ${hash(inside('style'))}; script-src ${hash(inside('script'))}; base-uri 'none'; form-action 'none'`,
    );
    const loads = html.match(
      /<(?:img|link|iframe|object|embed|base|form)\b|\ssrc=|\sstyle=|\son\w+=|javascript:/gi,
    );
    expect(loads).toBeNull();
    expect(new Set(html.match(/https?:\/\/[^"'\s<]+/g))).toEqual(
      new Set(['http://www.w3.org/2000/svg']),
    );
  });

  test('says what the sealed files say', () => {
    expect(html).toContain(`<p class="verdict">${input.verdict}</p>`);
    const [seed, frozen] = input.report.arms;
    for (const arm of [seed, frozen]) {
      expect(html).toContain(`${(100 * (arm?.micro.rate ?? -1)).toFixed(1)} %`);
    }
    expect(data(html).tasks.map(({ id, frozen: own }) => [id, own.score])).toEqual(
      frozen?.rows.map(({ taskId, score }) => [taskId, score]),
    );
    expect(html.match(/<tr data-kinds=/g)).toHaveLength(input.tasks.length);
    expect(input.usage.map(({ purpose }) => purpose)).toContain('search, task');
  });

  test('holds every task with its expected answer and the trace behind each answer', () => {
    const { tasks, traces } = data(html);
    expect(input.tracesLeftOut).toBe(0);
    for (const { expected, seed, frozen } of tasks) {
      expect(expected).not.toBeNull();
      for (const arm of [seed, frozen]) {
        expect(traces[arm.trace ?? '']?.turns.at(-1)?.output.length).toBeGreaterThan(0);
      }
    }
  });

  test('has the candidates that were proposed, with what changed in them', () => {
    expect(input.candidates.map(({ name }) => name)).toContain('seed');
    expect(input.candidates.map(({ seen }) => seen?.validation.tasks)).toEqual([9, 9]);
    expect(html).toContain('proposed: a &lt;/script&gt; try');
  });

  test('is the same bytes each time', () => {
    expect(jobPage(input)).toBe(html);
  });
});

test('whatever was written somewhere is text', () => {
  const hostile =
    '</script><script>alert(1)</script><img src=x onerror=alert(1)> {{7*7}} \u202Eabc \u2028 "\'';
  const answer = {
    score: 0,
    answer: hostile,
    errorClass: 'other',
    failure: hostile,
    trace: hostile,
  };
  const [first] = input.candidates as [PageInput['candidates'][number]];
  const group = {
    name: hostile,
    attempts: 3,
    retries: 1,
    failed: 0,
    inputTokens: 10,
    outputTokens: 10,
    usd: 0.0123,
    unpriced: 1,
  };
  const candidate = {
    roles: { [hostile]: hostile },
    demonstrations: {},
    parameters: { a: hostile },
  };
  const page = jobPage({
    ...input,
    verdict: hostile,
    decision: hostile,
    notConformantBecause: [hostile],
    frozen: candidate,
    candidates: [
      first,
      {
        ...first,
        name: hostile,
        digest: hostile,
        candidate,
        events: [{ kind: hostile, parents: [hostile], reason: hostile }],
      },
    ],
    search: { charged: 0, maximum: 0, stop: hostile },
    team: { agents: [{ agent: 0, role: hostile }], messages: [] },
    tasks: [{ id: hostile, column: hostile, expected: hostile, seed: answer, frozen: answer }],
    traces: {
      [hostile]: {
        turns: [
          { agent: 0, role: hostile, round: 0, input: hostile, output: hostile, finish: 'stop' },
        ],
        votes: [{ agent: 0, key: hostile }],
        parsed: hostile,
      },
    },
    usage: [{ purpose: hostile, modelCalls: 1, inputTokens: 1, outputTokens: 1 }],
    ledger: { simulated: false, total: group, parts: [{ by: 'role', groups: [group, group] }] },
    manifest: { [hostile]: hostile },
    report: { ...input.report, title: hostile },
  });
  expect(page.match(/<\/?script\b[^>]*>/g)).toEqual([
    '<script type="application/json" id="data">',
    '</script>',
    '<script>',
    '</script>',
  ]);
  expect(page).not.toMatch(/<img/);
  expect(page).toContain('$0.0123');
  expect(page).toContain('requests whose price is not known: 1;');
  expect(data(page).tasks[0]?.id).toBe(hostile);
  expect(data(page).traces[hostile]?.parsed).toBe(hostile);
});

test('parents that go round in a circle make no page without an end', () => {
  const [first] = input.candidates as [PageInput['candidates'][number]];
  const entry = (digest: string, parent: string) => ({
    ...first,
    name: digest,
    digest,
    events: [{ kind: 'candidate-proposed', parents: [parent], reason: '' }],
  });
  const page = jobPage({ ...input, candidates: [entry('one', 'two'), entry('two', 'one')] });
  expect(page).toContain('<strong>one</strong>');
  expect(page).toContain('<strong>two</strong>');
});
