/** What does one method make of generated API-Bank tasks with the simulated model? A whole job of the command line. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execaNode } from 'execa';
import type { Usage } from '../../../src/core/model.ts';
import type { RunRequest, RunResult } from './run-one.ts';

export const SIM = 'sim';
export const SIM_TELLS =
  'no planted world: jobs on `apibank-synth`, topology `single`, with the simulated model. Its optimum is not known, so that regret is the share of the 100 held-out tasks that the deployed team gets wrong. The tasks are the same for every seed, the chance of the model is not';

const ROOT = resolve(import.meta.dirname, '../../..');

interface Result {
  readonly optimization: {
    readonly stop: string;
    readonly budget: { readonly charged: number };
    readonly usage: { readonly [channel: string]: Pick<Usage, 'inputTokens' | 'outputTokens'> };
  };
  readonly test: {
    readonly accuracy: {
      readonly seed: { readonly rate: number };
      readonly frozen: { readonly rate: number };
    };
  };
}

export async function runSim(request: RunRequest): Promise<RunResult> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-sim-'));
  try {
    await execaNode({ nodeOptions: ['--import', 'tsx'] })`${[
      join(ROOT, 'src/cli/main.ts'),
      ...['run', '--method', request.method, '--topology', 'single'],
      ...['--dataset', 'apibank-synth', '--model', 'sim', '--allow-any-cell', '--quiet'],
      ...['--seed', String(request.seed), '--budget', String(request.budget)],
      ...['--out', join(folder, 'job')],
    ]}`;
    const text = readFileSync(join(folder, 'job', 'result.json'), 'utf8');
    const { optimization, test } = JSON.parse(text) as Result;
    const tokens = Object.values(optimization.usage).map(
      ({ inputTokens, outputTokens }) => inputTokens + outputTokens,
    );
    return {
      ...request,
      score: test.accuracy.frozen.rate,
      seedScore: test.accuracy.seed.rate,
      optimum: 1,
      charged: optimization.budget.charged,
      tokens: tokens.reduce((sum, count) => sum + count, 0),
      stop: optimization.stop,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
