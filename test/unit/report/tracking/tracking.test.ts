/** Do runs lie on disk as the tools that read them expect? Both forms were read with those tools once; hashes hold them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../../../src/core/json.ts';
import { mlflowFiles } from '../../../../src/report/tracking/mlflow.ts';
import { type TrackedRun, trackedRun } from '../../../../src/report/tracking/tracked-run.ts';
import { wandbLog, wandbRunId } from '../../../../src/report/tracking/wandb.ts';
import { sealedFile, temporaryFolder } from '../../../support/job/job-files.ts';
import { runHere } from '../../../support/job/run-here.ts';

const RUN: TrackedRun = {
  id: '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
  name: 'maspo/apibank/single/qwen/0',
  simulated: false,
  parameters: { method: 'maspo', seed: '0', 'option.text': 'a: "b"\n– c' },
  metrics: [
    { key: 'search.best', value: 0.25, step: 10 },
    { key: 'search.best', value: 0.5, step: 20 },
    { key: 'test.deployed', value: 0.625, step: 0 },
  ],
  tags: { simulated: 'false', conformant: 'true', verdict: '+9.0 points', commit: 'abc' },
  files: { 'frozen.json': '{}\n' },
  startedAt: 1_796_000_000_250,
  endedAt: 1_796_000_060_000,
};

// MLflow 3.17.2 read it: one finished run of this name, its parameters, and the history of both metrics with their steps.
test('MLflow', () => {
  const files = mlflowFiles([RUN], { experiment: 'prompts', store: '/my store/mlruns' });
  const paths = Object.keys(files);
  const [experiment = ''] = (paths[0] ?? '').split('/');
  expect(experiment).toMatch(/^\d{1,18}$/);
  const run = `${experiment}/0123456789abcdef0123456789abcdef`;
  expect(paths).toEqual([
    `${experiment}/meta.yaml`,
    `${run}/meta.yaml`,
    ...['method', 'seed', 'option.text'].map((name) => `${run}/params/${name}`),
    ...['simulated', 'conformant', 'verdict', 'commit'].map((name) => `${run}/tags/${name}`),
    `${run}/tags/mlflow.runName`,
    `${run}/tags/mlflow.source.git.commit`,
    `${run}/artifacts/frozen.json`,
    `${run}/metrics/search.best`,
    `${run}/metrics/test.deployed`,
  ]);
  expect(files[`${run}/metrics/search.best`]).toBe('1796000060000 0.25 10\n1796000060000 0.5 20\n');
  expect(files[`${run}/meta.yaml`]).toContain(
    `artifact_uri: "file:///my%20store/mlruns/${run}/artifacts"\nend_time: 1796000060000\n`,
  );
  const again = mlflowFiles([RUN], { experiment: 'prompts', store: '/my store/mlruns' });
  expect(again).toEqual(files);
});

// Read with the DataStore of wandb 0.19.11: header, run, two steps of history, summary, exit and final, all fields in place.
test('W&B', () => {
  const log = wandbLog(RUN, 'prompts');
  expect(wandbRunId(RUN)).toBe('0123456789abcdef');
  expect(log.subarray(0, 7).toString('hex')).toBe('3a572642e1be00');
  expect([log.length, sha256(log)]).toEqual([
    494,
    'f95352d1790718b4d6d2ba3808ea270015a9d738cd5c7067c74fe39d7e11a326',
  ]);
  // Longer than the blocks that it is cut into: 100,000 bytes came back as they were.
  const long = wandbLog({ ...RUN, parameters: { text: 'x'.repeat(100_000) } }, 'prompts');
  expect([long.length, sha256(long)]).toEqual([
    100_465,
    '605e9e895440e417c8d95491b573d6d750d3643909fbed406489fe1e110774d6',
  ]);
});

test('a finished job becomes a run, one that is not does not', async () => {
  const folder = temporaryFolder();
  expect(trackedRun(folder)).toBe(null);
  await runHere({ folder });
  const run = trackedRun(folder);
  const result = sealedFile(folder, 'result');
  expect(run).toMatchObject({
    id: result['job'],
    simulated: true,
    parameters: { method: result['method'], seed: JSON.stringify(result['seed']) },
    tags: { simulated: 'true', conformant: 'false' },
  });
  expect(run?.name).toMatch(/ \(simulated\)$/);
  const metrics = new Map(run?.metrics.map(({ key, value }) => [key, value]));
  const { comparison } = result['test'] as unknown as {
    readonly comparison: { readonly candidateMean: number; readonly scored: number };
  };
  expect(metrics.get('test.deployed')).toBe(comparison.candidateMean);
  expect(metrics.get('test.scored')).toBe(comparison.scored);
  expect(run?.endedAt).toBeGreaterThanOrEqual(run?.startedAt ?? Number.NaN);
  // Neither is sealed: without them a run has no times, and is exported all the same.
  writeFileSync(join(folder, 'telemetry.json'), 'torn {');
  expect(trackedRun(folder)).toMatchObject({ id: result['job'], startedAt: 0, endedAt: 0 });
});
