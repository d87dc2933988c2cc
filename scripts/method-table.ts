/**
 * How do the methods compare on the simulated model at equal budget? Runs every method with every seed, and writes the
 * README's table and picture: `npx tsx scripts/method-table.ts`. Needs API-Bank's data.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execaNode } from 'execa';
import type { JsonObject } from '../src/core/json.ts';
import { type MethodResult, methodFigure, methodRows } from '../test/support/method-results.ts';

const root = resolve(import.meta.dirname, '..');
const METHODS = ['identity', 'random', 'maspo'];
const SEEDS = [0, 1, 2];
const TOPOLOGY = 'decentralized';

async function measure(folder: string, method: string, seed: number): Promise<MethodResult> {
  const out = join(folder, `${method}-${seed}`);
  const words = ['run', '--method', method, '--topology', TOPOLOGY, '--model', 'sim'];
  await execaNode({ stderr: 'inherit' })`${[
    join(root, 'dist/cli/main.js'),
    ...words,
    ...['--seed', String(seed), '--out', out, '--quiet'],
  ]}`;
  const result = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')) as JsonObject;
  const test = result['test'] as unknown as Pick<MethodResult, 'comparison' | 'accuracy'>;
  const selection = result['selection'] as { readonly selected: string };
  return {
    method,
    seed,
    selected: selection.selected,
    comparison: test.comparison,
    accuracy: test.accuracy,
  };
}

const folder = mkdtempSync(join(tmpdir(), 'method-table-'));
try {
  const results: MethodResult[] = [];
  for (const method of METHODS) {
    for (const seed of SEEDS) results.push(await measure(folder, method, seed));
  }
  const golden = join(root, 'test/golden');
  writeFileSync(
    join(golden, 'simulated-methods.json'),
    `${JSON.stringify({ simulated: true, topology: TOPOLOGY, results }, null, 2)}\n`,
  );
  writeFileSync(join(golden, 'simulated-methods.svg'), methodFigure(results));
  process.stdout.write(`${methodRows(results).join('\n')}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
