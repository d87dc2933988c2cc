/**
 * What does a job cost besides the model? `npm run bench` prints every number with its target.
 *
 * Ratios are taken within one run on one machine. Needs API-Bank's data (`protocol data import apibank`).
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PrerequisiteError } from '../../src/core/errors.ts';
import { datasets } from '../../src/registry.ts';
import { type LoopbackCost, loopbackCost } from './loopback.ts';
import { measuredJob } from './measured-job.ts';
import { scoringRate } from './scoring.ts';

const root = resolve(import.meta.dirname, '../..');
const LATENCY_MS = 200;
const CONCURRENCY = 32;
const LOOPBACK_BUDGETS = { measured: 300, longer: 600 };
const JOB = ['--method', 'maspo', '--topology', 'decentralized', '--seed', '0'];

function jobFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

function report(name: string, value: string, target: string): void {
  process.stdout.write(`${name.padEnd(44)} ${value.padStart(14)}   ${target}\n`);
}

async function benchScoring(): Promise<void> {
  const plugin = await datasets.apibank();
  const dataset = await plugin.open({
    benchmarksRoot: join(root, 'benchmarks'),
    environment: process.env,
    options: {},
    embedder: null,
  });
  const ids = dataset.pool.map((task) => task.id);
  const tasks = await dataset.load(ids, new AbortController().signal);
  const { rows, rowsPerSecond } = await scoringRate(dataset, tasks, 5);
  report(`scoring (${rows} rows)`, `${Math.round(rowsPerSecond)} rows/s`, 'at least 20,000');
}

async function benchSimulated(): Promise<void> {
  const flags = [...JOB, '--model', 'sim'];
  const cost = await measuredJob({ flags, root, folder: jobFolder('sim'), environment: {} });
  report('600-rollout job, simulated model', `${(cost.wallMs / 1_000).toFixed(1)} s`, 'below 60 s');
  report('  peak memory', `${Math.round(cost.peakMegabytes)} MB`, 'below 400 MB');
}

async function benchLoopback(): Promise<void> {
  const cost = await loopbackCost({
    ...{ root, folder, flags: JOB, latencyMs: LATENCY_MS, concurrency: CONCURRENCY },
    budgets: LOOPBACK_BUDGETS,
  });
  reportWaiting(cost);
  reportProcessor(cost);
}

function reportWaiting({ job, longer, undici }: LoopbackCost): void {
  const { measured, longer: more } = LOOPBACK_BUDGETS;
  const title = `${measured} rollouts over HTTP, ${LATENCY_MS} ms, ${CONCURRENCY} at once`;
  report(
    title,
    `${(job.wallMs / 1_000).toFixed(1)} s`,
    `${job.calls} calls, counted by the server`,
  );
  if (job.calls !== job.ideal.calls) {
    report('  calls that the journal tells of', String(job.ideal.calls), 'as many');
  }
  const waves = Math.ceil(job.calls / CONCURRENCY) * LATENCY_MS;
  const ratio = (wallMs: number, idealMs: number): string => (wallMs / idealMs).toFixed(3);
  report('  wall time / ideal', ratio(job.wallMs, job.ideal.milliseconds), 'at most 1.10');
  const further = ratio(longer.wallMs, longer.ideal.milliseconds);
  report(`  wall time / ideal, ${more} rollouts`, further, `${longer.calls} calls`);
  report('  wall time / ideal of bare undici', ratio(undici.wallMs, waves), 'the machine just now');
  report('  peak memory', `${Math.round(job.peakMegabytes)} MB`, 'below 400 MB');
}

/**
 * "CPU per model call" is the whole process by its calls: start-up, data, scoring, journal, transcripts and report are
 * in it, because whoever runs the job pays for them. The lines below it tell how much of that the calls themselves are.
 */
function reportProcessor({ job, longer, replayed, sdk, undici }: LoopbackCost): void {
  const { measured, longer: more } = LOOPBACK_BUDGETS;
  const all = job.cpuMs / job.calls;
  // Without calls the log is read back, which a job with calls does not do: so this is a lower bound.
  const itself = (job.cpuMs - replayed.cpuMs) / job.calls;
  const further = (longer.cpuMs - job.cpuMs) / (longer.calls - job.calls);
  const bySdk = sdk.cpuMs / job.calls;
  const milliseconds = (value: number): string => `${value.toFixed(3)} ms`;
  report('  CPU per model call, all of the process', milliseconds(all), 'at most 0.5 ms');
  report('    the call itself', milliseconds(itself), 'less the same job with its replies on disk');
  report('    one call more', milliseconds(further), `from ${measured} to ${more} rollouts`);
  report('  the same calls by the bare openai SDK', milliseconds(bySdk), 'start-up left out');
  report('  … by bare undici', milliseconds(undici.cpuMs / job.calls), 'start-up left out');
  report('  bare openai SDK = 1: all of the process', (all / bySdk).toFixed(2), '');
  report('    the call itself', (itself / bySdk).toFixed(2), '');
  report('    one call more', (further / bySdk).toFixed(2), '');
}

const folder = mkdtempSync(join(tmpdir(), 'protocol-bench-'));
try {
  await benchScoring();
  await benchSimulated();
  await benchLoopback();
} catch (error) {
  if (!(error instanceof PrerequisiteError)) throw error;
  process.stderr.write(`nothing measured: ${error.message}\n${error.hints.join('\n')}\n`);
  process.exitCode = 3;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
