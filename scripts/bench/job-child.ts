/** One job in a process of its own: how long, how much memory, how much CPU? Prints one JSON line. */
import { performance } from 'node:perf_hooks';
import { prepareJob } from '../../src/protocol/prepare-job.ts';
import { runJob } from '../../src/protocol/run-job.ts';

export interface JobCost {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakMegabytes: number;
  readonly requests: number;
}

const { env } = process;
const never = new AbortController().signal;
const endpoint = env['BENCH_ENDPOINT'];
const { job } = await prepareJob(
  {
    method: env['BENCH_METHOD'] ?? 'maspo',
    methodOptions: {},
    dataset: 'apibank',
    datasetOptions: {},
    topology: 'decentralized',
    parameters: { teamSize: null, communication: null, rounds: null, aggregation: null },
    framework: null,
    model: endpoint === undefined ? 'sim' : 'qwen',
    taskEndpoints: endpoint === undefined ? [] : [endpoint],
    seed: 0,
    budget: Number(env['BENCH_BUDGET'] ?? '600'),
    optimize: null,
    maxCallRatio: null,
    split: null,
    splitSeed: null,
    allowAnyCell: false,
    phase: 'all',
    out: env['BENCH_OUT'] ?? 'bench-job',
    concurrency: Number(env['BENCH_CONCURRENCY'] ?? '8'),
    evaluationCache: null,
    commandLine: 'npm run bench',
  },
  {
    packageRoot: env['BENCH_ROOT'] ?? process.cwd(),
    workingDirectory: process.cwd(),
    environment: env,
  },
);
const cpu = process.cpuUsage();
const begin = performance.now();
const outcome = await runJob(job, {
  process: {
    pid: process.pid,
    host: 'bench',
    runtime: process.version,
    startedAt: 0,
    isAlive: () => false,
  },
  now: Date.now,
  listen: () => undefined,
  stop: never,
  abort: never,
});
const wallMs = performance.now() - begin;
const used = process.cpuUsage(cpu);
const usage = outcome.result?.['test'] as { readonly usage: { readonly modelCalls: number } };
const cost: JobCost = {
  wallMs,
  cpuMs: (used.user + used.system) / 1_000,
  peakMegabytes: process.resourceUsage().maxRSS / 1_024,
  requests: usage.usage.modelCalls,
};
process.stdout.write(`${JSON.stringify(cost)}\n`);
process.exit(0);
