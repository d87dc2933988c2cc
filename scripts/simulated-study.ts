/**
 * What do all shipped methods reach on the simulated model, three seeds each? `npm run study:simulated` runs the sweep as the built
 * tool does and writes its tables to benchmarks/methods-simulated/. Started again, it does what is missing.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { execaNode } from 'execa';
import { parse } from 'yaml';

const ROOT = resolve(import.meta.dirname, '..');
const MAIN = join(ROOT, 'dist/cli/main.js');
const SWEEP = 'configs/sweeps/methods-simulated.yaml';
const TABLES = join(ROOT, 'benchmarks/methods-simulated');

const { out } = parse(readFileSync(join(ROOT, SWEEP), 'utf8')) as { readonly out: string };

/** What the tool says on stdout; its progress is seen. */
async function protocol(...words: string[]): Promise<string> {
  const { stdout } = await execaNode(MAIN, words, {
    cwd: ROOT,
    stderr: 'inherit',
    stripFinalNewline: false,
  });
  return stdout;
}

async function table(...flags: readonly string[]): Promise<string> {
  return await protocol('aggregate', out, ...flags);
}

await protocol('sweep', SWEEP, '--allow-any-cell');
mkdirSync(TABLES, { recursive: true });
writeFileSync(join(TABLES, 'table.tex'), await table('--latex'));
writeFileSync(join(TABLES, 'table.csv'), await table('--csv'));
writeFileSync(
  join(TABLES, 'README.md'),
  `# All methods and topologies on the simulated model

**Simulated**: a program answers in place of a language model. The table says what the methods do with the same budget of 600 rollouts, team by team, on
generated tasks, and nothing about any real model.

\`npm run study:simulated\` makes it again: [the sweep](../../${SWEEP}), then \`protocol aggregate\`.
[LaTeX](table.tex) · [CSV with every seed](table.csv) · [what the columns say](../../src/report/README.md#many-jobs)

${await table('--markdown')}`,
);
