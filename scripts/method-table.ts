/**
 * How do the methods compare on the simulated model at equal budget? Runs every method with every seed, and writes the
 * README's tables and picture: `npx tsx scripts/method-table.ts apibank` (needs its data) or `… apibank-synth`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execaNode } from 'execa';
import type { JsonObject } from '../src/core/json.ts';
import {
  type MethodResult,
  methodFigure,
  methodRows,
  seedRows,
} from '../test/support/method-results.ts';

const root = resolve(import.meta.dirname, '..');
/** On the benchmark itself the methods of this tool's first grid, on generated tasks all of them. */
const METHODS: { readonly [dataset: string]: readonly string[] } = {
  apibank: ['identity', 'random', 'maspo'],
  'apibank-synth': [
    ...['identity', 'random', 'maspo', 'gepa', 'mamut_gepa'],
    ...['mipro', 'mapro', 'hivemind', 'maspob', 'tavo', 'credo'],
  ],
};
const dataset = process.argv[2] ?? 'apibank';
const methods = METHODS[dataset] ?? [];
const SEEDS = [0, 1, 2];
const TOPOLOGY = 'decentralized';

async function measure(folder: string, method: string, seed: number): Promise<MethodResult> {
  const out = join(folder, `${method}-${seed}`);
  const words = [
    'run',
    '--method',
    method,
    '--topology',
    TOPOLOGY,
    '--model',
    'sim',
    '--dataset',
    dataset,
  ];
  await execaNode({ stderr: 'inherit' })`${[
    join(root, 'dist/cli/main.js'),
    ...words,
    ...['--seed', String(seed), '--out', out, '--quiet', '--allow-any-cell'],
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
  for (const method of methods) {
    for (const seed of SEEDS) results.push(await measure(folder, method, seed));
  }
  const golden = join(root, 'test/golden');
  const isOwn = dataset === 'apibank';
  writeFileSync(
    join(golden, isOwn ? 'simulated-methods.json' : 'simulated-methods-synth.json'),
    `${JSON.stringify({ simulated: true, dataset, topology: TOPOLOGY, results }, null, 2)}\n`,
  );
  if (isOwn) writeFileSync(join(golden, 'simulated-methods.svg'), methodFigure(results));
  const rows = isOwn ? methodRows(results) : seedRows(results);
  process.stdout.write(`${rows.join('\n')}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
