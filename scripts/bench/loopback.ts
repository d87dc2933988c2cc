/** What does a job add to the waiting for its model, and to the processor time of its calls? */
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type FloorCost, floorCost } from './floor.ts';
import { type Ideal, idealTime } from './ideal.ts';
import { type JobCost, measuredJob } from './measured-job.ts';

export interface LoopbackBench {
  readonly root: string;
  /** Empty folder for the jobs. */
  readonly folder: string;
  /** Flags of `protocol run`, without budget and model. */
  readonly flags: readonly string[];
  readonly latencyMs: number;
  readonly concurrency: number;
  /** Rollouts of the measured job, and of the longer one that it is compared with. */
  readonly budgets: { readonly measured: number; readonly longer: number };
}

export interface LoopbackJob extends JobCost {
  /** Requests that the server answered. */
  readonly calls: number;
  readonly ideal: Ideal;
}

export interface LoopbackCost {
  readonly job: LoopbackJob;
  readonly longer: LoopbackJob;
  /** The same job with all its replies in its log: everything but the calls, and reading the log. */
  readonly replayed: JobCost;
  /** As many calls as `job` made, with its bodies. */
  readonly sdk: FloorCost;
  readonly undici: FloorCost;
}

/** All one after the other on one server, so that the ratios between them mean something on a busy machine too. */
export async function loopbackCost(bench: LoopbackBench): Promise<LoopbackCost> {
  const { root, concurrency, budgets } = bench;
  const server = await startServer(root, bench.latencyMs);
  try {
    const { url } = server;
    const job = await countedJob(bench, url, budgets.measured);
    const bodies = job.ideal.requests.map((messages, seed) => ({
      ...{
        model: 'Qwen/Qwen3.5-9B',
        messages,
        temperature: 0,
        top_p: 0.9,
        max_tokens: 32_768,
        seed,
      },
      ...{ repetition_penalty: 1.05, chat_template_kwargs: { enable_thinking: false } },
    }));
    const order = { url, calls: job.calls, concurrency };
    const sdk = await floorCost({ ...order, client: 'openai' }, bodies, root);
    const undici = await floorCost({ ...order, client: 'undici' }, bodies, root);
    const replayed = await replayedJob(bench, url, budgets.measured);
    const longer = await countedJob(bench, url, budgets.longer);
    return { job, longer, replayed, sdk, undici };
  } finally {
    server.stop();
  }
}

async function countedJob(bench: LoopbackBench, url: string, budget: number): Promise<LoopbackJob> {
  await fetch(new URL('/control/reset', url));
  const place = jobPlace(bench, String(budget));
  const cost = await measuredJob({ ...jobOrder(bench, url, budget), folder: place });
  const ideal = idealTime(join(place, 'job'), bench);
  return { ...cost, calls: await answered(url), ideal };
}

/** Begins where a job stands that was killed with all its replies on disk and nothing else. */
async function replayedJob(bench: LoopbackBench, url: string, budget: number): Promise<JobCost> {
  const place = jobPlace(bench, `${budget}-again`);
  mkdirSync(join(place, 'job'));
  for (const name of ['job.json', 'replies.ndjson']) {
    copyFileSync(join(bench.folder, `loopback-${budget}`, 'job', name), join(place, 'job', name));
  }
  await fetch(new URL('/control/reset', url));
  const cost = await measuredJob({ ...jobOrder(bench, url, budget), folder: place });
  const calls = await answered(url);
  if (calls > 0) throw new Error(`the job asked again for ${calls} replies of its log`);
  return cost;
}

function jobPlace({ folder }: LoopbackBench, name: string): string {
  const place = join(folder, `loopback-${name}`);
  mkdirSync(place);
  return place;
}

function jobOrder({ root, flags, concurrency }: LoopbackBench, url: string, budget: number) {
  return {
    root,
    flags: [
      ...[...flags, '--budget', String(budget), '--concurrency', String(concurrency)],
      ...['--model', 'qwen', '--task-endpoints', url],
    ],
    environment: { REFLECTION_MODEL_BASE_URL: url },
  };
}

/** Requests that the server answered since it was last reset. */
async function answered(url: string): Promise<number> {
  const counters = await fetch(new URL('/control/counters', url));
  return ((await counters.json()) as { readonly replies: number }).replies;
}

interface Server {
  readonly url: string;
  stop(): void;
}

/** A server process with the simulated model behind it: it has a processor of its own, as a real one would. */
async function startServer(root: string, latencyMs: number): Promise<Server> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(root, 'test/support/loopback/server-process.ts')],
    {
      cwd: root,
      env: {
        ...process.env,
        LOOPBACK_BRAIN: join(root, 'test/support/loopback/sim-brain.ts'),
        LOOPBACK_MODELS: 'Qwen/Qwen3.5-9B,Qwen/Qwen3.5-122B-A10B-FP8',
        LOOPBACK_LATENCY_MS: String(latencyMs),
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
