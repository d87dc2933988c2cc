/** Does the manifest of a job tell what it takes to run it again? */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { softwareOf } from '../../../src/cli/again/software.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { manifestText } from '../../../src/protocol/manifest.ts';
import { readJobDocument } from '../../../src/store/job-folder.ts';
import { temporaryFolder } from '../../support/job/job-files.ts';
import { runHere } from '../../support/job/run-here.ts';

test('a job leaves hashes, sampling, seeds and what its servers said', async () => {
  const folder = temporaryFolder();
  await runHere({ folder });
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as JsonObject;
  const job = readJobDocument(folder, 'job') as JsonObject;
  const identity = job['identity'] as JsonObject;
  expect(manifest).toMatchObject({
    schema: 'manifest-1',
    job: job['identityHash'],
    prompts: identity['seedCandidate'],
    data: { id: (identity['dataset'] as JsonObject)['id'] },
    sampling: identity['decoding'],
    seeds: { optimizer: identity['seed'] },
    identity,
  });
  expect(manifest['sessions']).toHaveLength(1);
  expect(Object.keys(manifest['servedModels'] as JsonObject)).toContain('task');
});

test('models of all sessions stand together, programs apart', () => {
  const session = (model: string, commit: string): JsonObject => ({
    startedAt: '2026-01-01T00:00:00.000Z',
    node: 'node 20',
    software: { commit },
    models: { servedModels: { task: [model] } },
  });
  const text = manifestText({ schema: 'manifest-1' }, [
    session('b', 'one'),
    session('a', 'two'),
    { models: null },
  ]);
  expect(JSON.parse(text)).toMatchObject({
    servedModels: { task: ['a', 'b'] },
    sessions: [{ commit: 'one', node: 'node 20' }, { commit: 'two' }, { node: null }],
  });
});

test('software: the commit of a checkout, whether it was changed, the lockfile; of a package neither', () => {
  const root = temporaryFolder();
  // sha256sum of "{}\n".
  const lockfile = 'ca3d163bab055381827226140568f3bef7eaac187cebd76878e0b63e9e442356';
  expect(softwareOf(root, '1.2.3')).toMatchObject({
    package: 'mas-protocol 1.2.3',
    commit: null,
    changed: null,
    lockfile: null,
  });
  writeFileSync(join(root, 'package-lock.json'), '{}\n');
  const git = (...words: string[]): string =>
    execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@b', ...words], {
      encoding: 'utf8',
    }).trim();
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  const commit = git('rev-parse', 'HEAD');
  expect(softwareOf(root, '1.2.3')).toMatchObject({ commit, changed: false, lockfile });
  writeFileSync(join(root, 'package-lock.json'), '{ }\n');
  expect(softwareOf(root, '1.2.3')).toMatchObject({ commit, changed: true });
});
