/** `npm run bench:optimizers`: which method finds what on planted landscapes, at which cost? */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { optimizers } from '../../../src/registry.ts';
import { LANDSCAPES } from './landscapes.ts';
import { curves } from './report/curves.ts';
import { readme } from './report/readme.ts';
import { type Summary, summarize } from './report/summary.ts';
import type { RunRequest } from './run-one.ts';
import { keyOf, makeRuns, sourceDigest, storedRuns } from './runs.ts';
import { SIM } from './sim.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

const HELP = `npm run bench:optimizers -- [options]

Runs methods on planted landscapes whose optimum is known, and writes README.md, results.json and two SVGs.
Finished runs are kept in a scratch folder and taken over while method, kit and landscapes are unchanged.
All runs take about 15 minutes on two free cores.

  --method a,b      methods (default: all that are registered)
  --landscape x,y   of ${Object.keys(LANDSCAPES).join(', ')} (default: these), or
                    ${SIM}: jobs on generated API-Bank tasks with the simulated model, some seconds each
  --seeds N         how many seeds (default 20)
  --first-seed N    the first of them (default 0); 0 to 19 and 100 to 107 were at hand when credo was tuned,
                    the committed results are of 200 to 219
  --budget a,b      rollouts, each a run of its own (default 75,150,300,600)
  --workers N       processes side by side (default: one per core)
  --scratch FOLDER  where single runs are kept (default node_modules/.cache/bench-optimizers)
  --out FOLDER      where the summary goes (default benchmarks/optimizers)
  --stored          make no run: summarise what the scratch folder holds
  --render          make no run: write the page and the curves again from results.json
  --help
`;

const { values } = parseArgs({
  options: {
    method: { type: 'string', default: Object.keys(optimizers).join(',') },
    landscape: { type: 'string', default: Object.keys(LANDSCAPES).join(',') },
    'first-seed': { type: 'string', default: '0' },
    seeds: { type: 'string', default: '20' },
    budget: { type: 'string', default: '75,150,300,600' },
    workers: { type: 'string', default: String(availableParallelism()) },
    scratch: { type: 'string', default: join(ROOT, 'node_modules/.cache/bench-optimizers') },
    out: { type: 'string', default: join(ROOT, 'benchmarks/optimizers') },
    stored: { type: 'boolean', default: false },
    render: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

function count(name: string, text: string): number {
  if (!/^[1-9]\d*$/.test(text)) {
    throw new RangeError(`--${name} takes whole numbers above 0, not "${text}"`);
  }
  return Number(text);
}

function known(name: string, text: string, names: readonly string[]): string[] {
  const wanted = text.split(',');
  const strange = wanted.find((entry) => !names.includes(entry));
  if (strange === undefined) return wanted;
  throw new RangeError(`--${name} "${strange}" is unknown; there are ${names.join(', ')}`);
}

/** Seed by seed over all cells: a bench that was stopped has the same seeds everywhere. */
function requestsOf(): RunRequest[] {
  const methods = known('method', values.method, Object.keys(optimizers));
  const landscapes = known('landscape', values.landscape, [...Object.keys(LANDSCAPES), SIM]);
  const first = values['first-seed'] === '0' ? 0 : count('first-seed', values['first-seed']);
  const budgets = values.budget.split(',').map((text) => count('budget', text));
  return Array.from({ length: count('seeds', values.seeds) }, (_, index) =>
    landscapes.flatMap((landscape) =>
      methods.flatMap((method) =>
        budgets.map((budget) => ({ method, landscape, budget, seed: first + index })),
      ),
    ),
  ).flat();
}

async function measured(): Promise<Summary> {
  const requests = requestsOf();
  const sources = new Map(
    [...new Set(requests.map(({ method }) => method))].map((method) => [
      method,
      sourceDigest(method),
    ]),
  );
  const known = storedRuns(values.scratch, sources);
  const missing = values.stored ? [] : requests.filter((request) => !known.has(keyOf(request)));
  process.stderr.write(`${requests.length} runs, ${missing.length} to make\n`);
  await makeRuns({
    requests: missing,
    sources,
    folder: values.scratch,
    workers: count('workers', values.workers),
    onDone: (done) => {
      if (done % 200 === 0) process.stderr.write(`${done} of ${missing.length}\n`);
    },
  });
  const runs = storedRuns(values.scratch, sources);
  return summarize(
    requests.flatMap((request) => runs.get(keyOf(request)) ?? []),
    {
      date: new Date().toISOString().slice(0, 10),
      command: command(),
    },
  );
}

/** The flags that decide the numbers; the rest is where and how fast. */
function command(): string {
  const told = process.argv
    .slice(2)
    .flatMap((word, index, words) =>
      /^--(?:method|landscape|seeds|first-seed|budget)$/.test(word)
        ? [word, words[index + 1] ?? '']
        : [],
    );
  return ['npm run bench:optimizers', ...(told.length === 0 ? [] : ['--', ...told])].join(' ');
}

function write(summary: Summary): void {
  mkdirSync(values.out, { recursive: true });
  // As the formatter of this repository has it: numbers of one list on one line.
  const text = JSON.stringify(summary, null, 2).replace(/\[[\d,\s]+\]/g, (list) =>
    list.replace(/\s+/g, '').replaceAll(',', ', '),
  );
  writeFileSync(join(values.out, 'results.json'), `${text}\n`);
  writeFileSync(join(values.out, 'README.md'), readme(summary));
  writeFileSync(join(values.out, 'regret-by-rollouts.svg'), curves(summary, 'charged'));
  writeFileSync(join(values.out, 'regret-by-tokens.svg'), curves(summary, 'tokens'));
}

if (values.help) process.stdout.write(HELP);
else if (values.render) {
  write(JSON.parse(readFileSync(join(values.out, 'results.json'), 'utf8')) as Summary);
} else write(await measured());
