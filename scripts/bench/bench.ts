/**
 * What does a job cost besides the model? `npm run bench` prints every number with its target.
 *
 * Ratios are taken within one run on one machine. Needs API-Bank's data (`protocol data import apibank`).
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { PrerequisiteError } from '../../src/core/errors.ts';
import { datasets } from '../../src/registry.ts';
import { idealTime } from './ideal.ts';
import { measuredJob } from './measured-job.ts';
import { scoringRate } from './scoring.ts';

const root = resolve(import.meta.dirname, '../..');
const LATENCY_MS = 200;
const CONCURRENCY = 32;
const LOOPBACK_BUDGET = 300;
const JOB = ['--method', 'maspo', '--topology', 'decentralized', '--seed', '0'];

interface Server {
  readonly url: string;
  stop(): void;
}

/** A server process with the simulated model behind it: it has a processor of its own, as a real one would. */
async function startServer(): Promise<Server> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(root, 'test/support/loopback/server-process.ts')],
    {
      cwd: root,
      env: {
        ...process.env,
        LOOPBACK_BRAIN: join(root, 'test/support/loopback/sim-brain.ts'),
        LOOPBACK_MODELS: 'Qwen/Qwen3.5-9B,Qwen/Qwen3.5-122B-A10B-FP8',
        LOOPBACK_LATENCY_MS: String(LATENCY_MS),
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const line = await new Promise<string>((done, fail) => {
    createInterface({ input: child.stdout }).once('line', done);
    child.once('exit', (code) => fail(new Error(`the server ended with code ${code ?? 'none'}`)));
  });
  const { openAiUrl } = JSON.parse(line) as { readonly openAiUrl: string };
  return { url: openAiUrl, stop: () => void child.kill() };
}

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
  const server = await startServer();
  try {
    const place = jobFolder('loopback');
    const flags = [
      ...[...JOB, '--budget', String(LOOPBACK_BUDGET), '--concurrency', String(CONCURRENCY)],
      ...['--model', 'qwen', '--task-endpoints', server.url],
    ];
    const environment = { REFLECTION_MODEL_BASE_URL: server.url };
    const cost = await measuredJob({ flags, root, folder: place, environment });
    const endpoint = { latencyMs: LATENCY_MS, concurrency: CONCURRENCY };
    const ideal = idealTime(join(place, 'job'), endpoint);
    const ratio = cost.wallMs / ideal.milliseconds;
    const title = `${LOOPBACK_BUDGET} rollouts over HTTP, ${LATENCY_MS} ms, ${CONCURRENCY} at once`;
    report(title, `${(cost.wallMs / 1_000).toFixed(1)} s`, `${ideal.calls} calls`);
    report('  wall time / ideal', ratio.toFixed(3), 'at most 1.10');
    report('  CPU per model call', `${(cost.cpuMs / ideal.calls).toFixed(3)} ms`, 'at most 0.5 ms');
    report('  peak memory', `${Math.round(cost.peakMegabytes)} MB`, 'below 400 MB');
  } finally {
    server.stop();
  }
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
