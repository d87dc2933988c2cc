/** What does a job add to the waiting for its model, and to the processor time of its calls? */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
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
  /** As many calls as `job` made, with its bodies. */
  readonly sdk: FloorCost;
  readonly undici: FloorCost;
}

/** All four one after the other on one server, so that the ratios between them mean something on a busy machine too. */
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
    const longer = await countedJob(bench, url, budgets.longer);
    return { job, longer, sdk, undici };
  } finally {
    server.stop();
  }
}

async function countedJob(
  { root, folder, flags, latencyMs, concurrency }: LoopbackBench,
  url: string,
  budget: number,
): Promise<LoopbackJob> {
  const control = new URL('/control/', url);
  await fetch(new URL('reset', control));
  const place = join(folder, `loopback-${budget}`);
  mkdirSync(place);
  const cost = await measuredJob({
    root,
    folder: place,
    flags: [
      ...[...flags, '--budget', String(budget), '--concurrency', String(concurrency)],
      ...['--model', 'qwen', '--task-endpoints', url],
    ],
    environment: { REFLECTION_MODEL_BASE_URL: url },
  });
  const counted = await fetch(new URL('counters', control));
  const { replies } = (await counted.json()) as { readonly replies: number };
  const ideal = idealTime(join(place, 'job'), { latencyMs, concurrency });
  return { ...cost, calls: replies, ideal };
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
