/** Are all job folders found, whatever else lies about? */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StoreError } from '../../../../src/core/errors.ts';
import type { JsonObject } from '../../../../src/core/json.ts';
import { findJobs } from '../../../../src/report/aggregate/read-jobs.ts';
import { writeSealed } from '../../../../src/store/files.ts';

const root = mkdtempSync(join(tmpdir(), 'aggregate-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const usage = { inputTokens: 100, outputTokens: 10 };
const test1 = {
  seedDigest: 'a',
  frozenDigest: 'b',
  usage,
  rows: [
    { id: 'one', seed: { score: 0 }, frozen: { score: 1 } },
    { id: 'two', seed: { score: 1 }, frozen: { score: null } },
  ],
};

function write(name: string, files: { readonly [name: string]: JsonObject }): string {
  const folder = join(root, name);
  for (const [file, content] of Object.entries(files)) {
    writeSealed(join(folder, `${file}.json`), content);
  }
  return folder;
}

const job = { identity: { seed: 0 }, conformant: true, simulated: false };

beforeAll(() => {
  write('maspo/0', {
    job,
    test: test1,
    selection: { gate: { finalists: 4 }, fallbackReason: null, usage },
    result: { optimization: { usage: { task: usage, judge: usage } } },
  });
  write('maspo/1', { job });
  write('.shared/baselines/x', { job });
  const broken = write('maspo/2', { job, test: test1, result: {} });
  writeFileSync(join(broken, 'test.json'), '{"rows": []}');
  const lost = join(root, 'maspo/3');
  mkdirSync(lost);
  writeFileSync(join(lost, 'job.json'), 'half of a');
  mkdirSync(join(root, 'notes'));
  symlinkSync(join(root, 'nowhere'), join(root, 'link'));
});

test('finished, begun and damaged ones, each with what is wrong; nothing of a folder with a dot', () => {
  const found = findJobs([root, join(root, 'maspo')]);
  expect(found.map(({ folder }) => folder.slice(root.length + 1))).toEqual([
    'maspo/0',
    'maspo/1',
    'maspo/2',
    'maspo/3',
  ]);
  const [finished, begun, broken, lost] = found;
  expect(finished?.measured).toEqual({
    rows: [
      { id: 'one', baseline: 0, deployed: 1 },
      { id: 'two', baseline: 1, deployed: null },
    ],
    fellBack: false,
    fallbackReason: null,
    finalists: 4,
    tokens: 440,
  });
  expect([begun?.measured, begun?.problem]).toEqual([null, 'it is not finished']);
  expect([broken?.measured, broken?.problem]).toEqual([
    null,
    expect.stringContaining('test.json holds no seal') as string,
  ]);
  expect([lost?.identity, lost?.problem]).toEqual([
    {},
    expect.stringContaining('job.json is not valid JSON') as string,
  ]);
});

test('a root that is not there is told', () => {
  expect(() => findJobs([join(root, 'no', 'such')])).toThrow(StoreError);
});
