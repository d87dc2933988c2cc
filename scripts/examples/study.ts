/**
 * A study from its YAML file to the LaTeX table, in one go: `npx tsx scripts/examples/study.ts configs/sweeps/smoke.yaml`. Run again,
 * it does what is missing. Exit code 1 when a cell is incomplete or became worse.
 */
import { readFileSync } from 'node:fs';
import {
  aggregateChecks,
  aggregateJobs,
  aggregateLatex,
  expandSweep,
  findJobs,
  inProcessQueue,
  inspectJobs,
  missingJobs,
  prepareSweep,
  readAttempts,
  runSweep,
} from '../../src/index.ts';
import { identity, installationIn, never } from './installation.ts';

const file = process.argv[2] ?? 'configs/sweeps/smoke.yaml';
const installation = installationIn(process.cwd());
const sweep = await expandSweep(readFileSync(file, 'utf8'), {
  file,
  installation,
  allowAnyCell: true,
  commandLine: (job) => `protocol sweep retry ${file} --cell ${job}`,
});
const prepared = await prepareSweep(sweep, installation);
const attempts = readAttempts(sweep.root, sweep.name);
const statuses = inspectJobs(prepared, sweep.jobs, { process: identity, attempts });
const queue = inProcessQueue({ now: Date.now });
await runSweep(sweep, missingJobs(statuses), {
  ...{ installation, queue, process: identity, now: Date.now, stop: never, abort: never },
  concurrency: 2,
  listen: (event) => {
    if (event.kind !== 'job-ended') return;
    process.stderr.write(`${event.record.job.key} ${event.record.status}\n`);
  },
  afterJob: () => Promise.resolve(),
});
await queue.close();

const seeds = [...new Set(sweep.jobs.map(({ cell }) => cell.seed))];
const table = aggregateJobs(findJobs([sweep.root]), {
  seeds,
  family: 'dataset',
  replicates: 10_000,
});
process.stdout.write(aggregateLatex(table));
const failed = aggregateChecks(table, { failUnder: null, failOnRegression: true }).filter(
  ({ outcome }) => outcome === 'failed',
);
for (const { name, message } of failed) process.stderr.write(`${name}: ${message}\n`);
if (failed.length > 0) process.exitCode = 1;
