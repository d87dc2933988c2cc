/** Is a finished job measured again with its own requests, once, and left as it was? */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { processIdentity } from '../../../../src/cli/process-identity.ts';
import { repeatTest } from '../../../../src/protocol/again/repeat-test.ts';
import { prepareJob } from '../../../../src/protocol/preparation/prepare-job.ts';
import { runJob } from '../../../../src/protocol/run-job.ts';
import { findJobs } from '../../../../src/report/aggregate/read-jobs.ts';
import { readSealed, writeSealed } from '../../../../src/store/files.ts';
import { sealedFiles, temporaryFolder } from '../../../support/job/job-files.ts';
import { hereInstallation, plainRequest } from '../../../support/job/plain-request.ts';

const never = new AbortController().signal;

test('repetitions are added up to the number that was asked for', async () => {
  const folder = temporaryFolder();
  const installation = hereInstallation();
  const request = plainRequest({ method: 'identity', out: folder, topology: 'single' });
  const { job } = await prepareJob(request, installation);
  const ports = { process: processIdentity(), now: Date.now, listen: () => undefined };
  await runJob(job, { ...ports, stop: never, abort: never });
  const before = sealedFiles(folder);
  let asked = 0;
  const onTask = (): void => {
    asked += 1;
  };
  const repeat = (times: number): Promise<number> =>
    repeatTest(
      folder,
      { times, concurrency: null },
      { installation, environment: { stop: never, abort: never, onTask } },
    );
  expect([await repeat(1), asked]).toEqual([1, 100]);
  expect([await repeat(1), asked]).toEqual([0, 100]);
  expect([await repeat(2), asked]).toEqual([1, 200]);
  expect(sealedFiles(folder)).toEqual(before);
  const repeats = () => findJobs([folder]).map(({ measured }) => measured?.repeats);
  const scores = findJobs([folder])[0]?.measured?.rows.map(({ deployed }) => deployed);
  // The simulated model answers equal requests equally.
  expect(repeats()).toEqual([[scores, scores]]);

  const { sha256, ...held } = readSealed(join(folder, 'aa.json')) ?? {};
  expect(sha256).not.toBe('');
  writeSealed(join(folder, 'aa.json'), { ...held, configuration: 'another' });
  expect(repeats()).toEqual([undefined]);
});
