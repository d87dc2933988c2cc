/** One job from seed prompts to a measured configuration: `npx tsx scripts/examples/one-job.ts FOLDER`. */
import { type JobRequest, prepareJob, runJob } from '../../src/index.ts';
import { identity, installationIn, never } from './installation.ts';

const request: JobRequest = {
  method: 'random',
  methodOptions: {},
  dataset: 'apibank-synth',
  datasetOptions: {},
  topology: 'sequential',
  parameters: { teamSize: null, communication: null, rounds: null, aggregation: null },
  framework: null,
  // The simulated model: its numbers say nothing of any other.
  model: 'sim',
  taskEndpoints: [],
  seed: 0,
  budget: 60,
  optimize: ['prompts'],
  maxCallRatio: null,
  split: null,
  splitSeed: null,
  allowAnyCell: true,
  phase: 'all',
  out: process.argv[2] ?? 'runs/example',
  concurrency: 4,
  evaluationCache: null,
  commandLine: process.argv.join(' '),
};

const { job, title, notices } = await prepareJob(request, installationIn(process.cwd()));
process.stderr.write(`${[title, ...notices].join('\n')}\n`);
const { folder, result } = await runJob(job, {
  process: identity,
  now: Date.now,
  listen: (event) => {
    if (event.kind === 'phase-finished') process.stderr.write(`${event.phase}: ${event.summary}\n`);
  },
  stop: never,
  abort: never,
});
process.stdout.write(`${JSON.stringify({ folder, test: result?.['test'] ?? null })}\n`);
