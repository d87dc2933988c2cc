/**
 * How long does a look at 10,000 job folders take? `npm run bench:sweep-status`: one job is run, 9,999 folders are made after
 * it, and `sweep status` is asked, as the built tool runs. `-- N` makes another number of them.
 */
import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { JsonObject } from '../../src/core/json.ts';
import { seal } from '../../src/store/files.ts';
import { expandSweep } from '../../src/sweep/expand/expand-sweep.ts';
import { prepareSweep } from '../../src/sweep/state/prepare-sweep.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'dist/cli/main.js');
const CELLS_PER_SEED = 25;
const wanted = Number(process.argv[2] ?? 10_000);
const seeds = Math.ceil(wanted / CELLS_PER_SEED);

const SWEEP = `name: many
out: runs
matrix:
  methods: [random, maspo, gepa, mipro, hivemind]
  datasets: [apibank-synth]
  topologies: [single, sequential, independent, centralized, decentralized]
  models: [sim]
  seeds: [${Array.from({ length: seeds }, (_, seed) => seed).join(', ')}]
settings: { budget: 60 }
`;

const folder = mkdtempSync(join(tmpdir(), 'sweep-status-'));
const file = join(folder, 'many.yaml');

/** Reads what the process says of itself when it ends. */
const HOOK = `process.on('exit', () => {
  process.stderr.write('PEAK ' + process.resourceUsage().maxRSS / 1024 + '\\n');
});`;

function protocol(...words: string[]): { stdout: string; seconds: number; megabytes: number } {
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(HOOK)}`, MAIN, ...words],
    { cwd: folder, encoding: 'utf8', maxBuffer: 1e9 },
  );
  const seconds = (performance.now() - began) / 1_000;
  if (status !== 0) throw new Error(`protocol ${words[0] ?? ''} ended with ${status}: ${stderr}`);
  return { stdout, seconds, megabytes: Number(/PEAK (\S+)/.exec(stderr)?.[1]) };
}

const COPIED = ['job', 'result'] as const;
/** Read by nobody else, so the folders may share them. */
const LINKED = ['ledger.jsonl', 'spent.json', 'test.json', 'journal.ndjson'];

/** Folders as a job leaves them, of other jobs. @returns how many */
async function makeFolders(model: string): Promise<number> {
  const installation = {
    packageRoot: ROOT,
    workingDirectory: folder,
    environment: {},
    memory: new Map<string, Promise<unknown>>(),
  };
  const sweep = await expandSweep(SWEEP, {
    ...{ file, installation, allowAnyCell: true },
    commandLine: () => '',
  });
  const { known } = await prepareSweep(sweep, installation);
  const [job, result] = COPIED.map(
    (name) => JSON.parse(readFileSync(join(model, `${name}.json`), 'utf8')) as JsonObject,
  ) as [JsonObject, JsonObject];
  const { sha256: jobSeal, ...description } = job;
  const { sha256: resultSeal, ...content } = result;
  if (jobSeal === undefined || resultSeal === undefined) throw new Error('the job has no seal');
  for (const { job: each, identityHash } of known) {
    const path = each.request.out ?? '';
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'job.json'), seal({ ...description, identityHash }));
    writeFileSync(join(path, 'result.json'), seal({ ...content, job: identityHash }));
    for (const name of LINKED) link(join(model, name), join(path, name));
  }
  return known.length;
}

function link(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function report(name: string, value: string, target: string): void {
  process.stdout.write(`${name.padEnd(32)} ${value.padStart(10)}   ${target}\n`);
}

try {
  writeFileSync(file, SWEEP);
  protocol(
    ...['run', '--method', 'random', '--topology', 'sequential', '--dataset', 'apibank-synth'],
    ...['--model', 'sim', '--budget', '60', '--out', 'model', '--quiet'],
  );
  const empty = protocol('sweep', 'status', file, '--allow-any-cell', '--json');
  report('jobs', String(seeds * CELLS_PER_SEED), 'none of them there yet');
  report('  sweep status', `${empty.seconds.toFixed(2)} s`, '');
  report('  peak memory', `${Math.round(empty.megabytes)} MB`, '');
  const made = await makeFolders(join(folder, 'model'));
  const full = protocol('sweep', 'status', file, '--allow-any-cell');
  const [head = ''] = full.stdout.split('\n');
  report('job folders', String(made), head);
  report('  sweep status', `${full.seconds.toFixed(2)} s`, 'at most 3 s');
  report('  peak memory', `${Math.round(full.megabytes)} MB`, 'at most 300 MB');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
