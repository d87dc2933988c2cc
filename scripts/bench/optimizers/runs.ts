/** Which runs are there, which are missing, and how are the missing ones made on all cores? */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { RunRequest, RunResult } from './run-one.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Files that decide what a run on a planted landscape gives, besides the job's engine. */
const WORLD = [
  'landscape',
  'landscapes',
  'planted-dataset',
  'reflection-model',
  'run-one',
  'task-model',
  'vocabulary',
];

/** Of the world, the shared kit and the method: a run is taken over only while it stays the same. */
export function sourceDigest(method: string): string {
  const hash = createHash('sha256');
  const folders = [join(ROOT, 'src/optimizers/kit'), join(ROOT, 'src/optimizers', method)];
  const files = [
    ...WORLD.map((name) => join(import.meta.dirname, `${name}.ts`)),
    ...folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .toSorted()
        .map((name) => join(folder, name)),
    ),
  ];
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

export interface StoredRun extends RunResult {
  readonly source: string;
}

export function keyOf({ method, landscape, budget, seed }: RunRequest): string {
  return [method, landscape, budget, seed].join(' ');
}

/** What a scratch folder holds of the runs that are wanted, as long as their sources are the same. */
export function storedRuns(
  folder: string,
  sources: ReadonlyMap<string, string>,
): Map<string, StoredRun> {
  const file = join(folder, 'runs.jsonl');
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, 'utf8').split('\n');
  const runs = lines.flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as StoredRun] : []));
  return new Map(
    runs.filter((run) => sources.get(run.method) === run.source).map((run) => [keyOf(run), run]),
  );
}

export interface RunPlan {
  readonly requests: readonly RunRequest[];
  readonly sources: ReadonlyMap<string, string>;
  readonly folder: string;
  readonly workers: number;
  readonly onDone: (done: number) => void;
}

/** Appends each finished run at once, so that an interrupted bench goes on where it stopped. */
export async function makeRuns(plan: RunPlan): Promise<void> {
  const { requests, sources, folder, workers, onDone } = plan;
  mkdirSync(folder, { recursive: true });
  let next = 0;
  let done = 0;
  const lane = (): Promise<void> =>
    new Promise((settle, reject) => {
      const child = fork(join(import.meta.dirname, 'worker.ts'), [], {
        execArgv: ['--import', 'tsx'],
      });
      const give = (): void => {
        const request = requests[next];
        next += 1;
        if (request === undefined) child.disconnect();
        else child.send(request);
      };
      child.on('message', (result: RunResult) => {
        const stored: StoredRun = { ...result, source: sources.get(result.method) ?? '' };
        appendFileSync(join(folder, 'runs.jsonl'), `${JSON.stringify(stored)}\n`);
        done += 1;
        onDone(done);
        give();
      });
      child.on('error', reject);
      child.on('exit', (code) =>
        code === 0 ? settle() : reject(new Error(`a worker of the bench ended with ${code}`)),
      );
      give();
    });
  await Promise.all(Array.from({ length: Math.min(workers, requests.length) }, lane));
}
