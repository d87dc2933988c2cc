/** What does one job cost, as the built tool runs it: how long, how much memory, how much processor time? */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

export interface JobCost {
  /** From the start of the process to its end. */
  readonly wallMs: number;
  /** User and system time of all threads, start-up included. */
  readonly cpuMs: number;
  readonly peakMegabytes: number;
}

export interface MeasuredJob {
  /** Flags of `protocol run`. */
  readonly flags: readonly string[];
  /** Folder with dist/. */
  readonly root: string;
  /** Empty folder for the job and its numbers. */
  readonly folder: string;
  readonly environment: { readonly [name: string]: string | undefined };
}

/** Spawns `protocol run` and reads what the process says of itself when it ends. */
export async function measuredJob(job: MeasuredJob): Promise<JobCost> {
  const numbers = join(job.folder, 'numbers.json');
  const hook = `import { writeFileSync } from 'node:fs';
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeFileSync(${JSON.stringify(numbers)}, JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMegabytes: maxRSS / 1024 }));
});`;
  const main = join(job.root, 'dist/cli/main.js');
  const words = ['run', ...job.flags, '--out', join(job.folder, 'job'), '--quiet'];
  const begin = performance.now();
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(hook)}`, main, ...words],
    { env: { ...process.env, ...job.environment }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const code = await new Promise<number | null>((done) => child.once('exit', done));
  const wallMs = performance.now() - begin;
  if (code !== 0) throw new Error(`the job ended with code ${code ?? 'none'}`);
  return { wallMs, ...(JSON.parse(readFileSync(numbers, 'utf8')) as Omit<JobCost, 'wallMs'>) };
}
