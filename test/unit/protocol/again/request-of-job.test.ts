/** Does the folder of a job say enough to make the same job again? */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../src/core/json.ts';
import { jobAgain, requestOfJob } from '../../../../src/protocol/again/request-of-job.ts';
import { DEFAULT_GATE } from '../../../../src/protocol/gate.ts';
import { jobIdentity } from '../../../../src/protocol/job-spec.ts';
import { MANIFEST } from '../../../../src/protocol/manifest.ts';
import type { JobRequest } from '../../../../src/protocol/preparation/job-request.ts';
import { prepareJob } from '../../../../src/protocol/preparation/prepare-job.ts';
import { makeSplit } from '../../../../src/protocol/splits.ts';
import { writeDerivedFile, writeSealed } from '../../../../src/store/files.ts';
import { temporaryFolder } from '../../../support/job/job-files.ts';
import { hereInstallation, plainRequest } from '../../../support/job/plain-request.ts';

const installation = hereInstallation();

async function described(request: JobRequest): Promise<JsonObject> {
  const { job } = await prepareJob(request, installation);
  const { id, pool, evaluation } = job.parts.dataset;
  const { spec } = job;
  return {
    identity: jobIdentity(spec, makeSplit({ dataset: id, pool, evaluation }, spec.split)),
    models: { task: spec.model as unknown as Json },
  };
}

const place = { out: '/again', concurrency: 2, commandLine: 'protocol reproduce' };

test.each<[string, Partial<JobRequest>]>([
  ['a plain job', {}],
  ['seed 0 of the split, another of the method', { seed: 7, splitSeed: 3, split: 'stratified' }],
  ['nested and textual options', { method: 'maspo', methodOptions: { 'weights.local': '0.5' } }],
  ['prompts only', { optimize: ['prompts'], maxCallRatio: 2 }],
  [
    'pinned parameters',
    { parameters: { teamSize: 3, communication: null, rounds: null, aggregation: null } },
  ],
  ['a wide space', { method: 'credo', space: 'wide', pinned: { temperature: '0.3' } }],
  ['generated tasks of another seed', { datasetOptions: { datasetSeed: 5, datasetSize: 400 } }],
  [
    'gate, race and schedule',
    {
      gate: { ...DEFAULT_GATE, rule: 'paired', tasks: 10 },
      racing: { race: true, abortHopeless: false },
      schedule: { id: 'staged', options: {} },
    },
  ],
  ['a budget in tokens', { budgetTokens: 100_000 }],
])('%s is the same job again', async (_what, asked) => {
  const first = await described(plainRequest(asked));
  const again = await described(requestOfJob(first, place));
  expect(again['identity']).toEqual(first['identity']);
});

test('another job than that of the folder is told with every difference, and where its program is', async () => {
  const folder = temporaryFolder();
  const job = await described(plainRequest());
  const identity = job['identity'] as JsonObject;
  writeSealed(join(folder, 'job.json'), {
    ...job,
    identity: { ...identity, method: { ...(identity['method'] as JsonObject), version: 99 } },
  });
  const attempt = () => jobAgain(folder, place, installation);
  await expect(attempt()).rejects.toThrow('method.version 99 (here 1)');
  writeDerivedFile(join(folder, MANIFEST), JSON.stringify({ sessions: [{ commit: 'abc' }] }));
  await expect(attempt()).rejects.toMatchObject({
    code: 'prerequisite',
    hints: ['it was run at commit abc: check that out'],
  });
  writeDerivedFile(join(folder, MANIFEST), 'torn {');
  await expect(attempt()).rejects.toThrow('method.version 99');
});
