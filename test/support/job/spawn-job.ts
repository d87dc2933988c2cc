/** How is a job run in a process of its own that a test can kill? */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll } from 'vitest';
import { repositoryRoot } from '../shared.ts';
import type { TinyJobRequest } from './tiny-job.ts';

export interface EndedProcess {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly error: string;
}

export interface RunningProcess {
  readonly pid: number;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** False once the process has ended. */
  readonly isRunning: () => boolean;
  readonly errorSoFar: () => string;
  readonly ended: Promise<EndedProcess>;
}

/**
 * Compiles job-process.ts once for the tests of a file, so that dozens of starts cost little. Returns what starts one.
 */
export function jobProcesses(): (request: TinyJobRequest) => RunningProcess {
  let folder = '';
  beforeAll(async () => {
    // Below the repository, where the packages that it imports are found.
    const cache = join(repositoryRoot, 'node_modules/.cache/mas-protocol');
    mkdirSync(cache, { recursive: true });
    folder = mkdtempSync(join(cache, 'job-process-'));
    await build({
      configFile: false,
      root: repositoryRoot,
      logLevel: 'silent',
      // In one file: finding and loading the packages' modules would take longer than a tiny job.
      ssr: { noExternal: true, external: ['write-file-atomic'] },
      build: {
        ssr: 'test/support/job/job-process.ts',
        outDir: folder,
        target: 'node20',
        minify: false,
        copyPublicDir: false,
      },
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return (request) =>
    spawnNode([join(folder, 'job-process.js'), JSON.stringify(request)], repositoryRoot);
}

export function spawnNode(
  words: readonly string[],
  workingDirectory: string,
  environment: NodeJS.ProcessEnv = process.env,
): RunningProcess {
  const child = spawn(process.execPath, words, {
    cwd: workingDirectory,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let error = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    error += text;
  });
  const ended = new Promise<EndedProcess>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, out, error }));
  });
  return {
    pid: child.pid ?? 0,
    kill: (signal) => {
      child.kill(signal);
    },
    isRunning: () => child.exitCode === null && child.signalCode === null,
    errorSoFar: () => error,
    ended,
  };
}

/** Looks again every few milliseconds until it holds, or the process has ended. */
export async function waitUntil(process: RunningProcess, holds: () => boolean): Promise<boolean> {
  while (process.isRunning()) {
    if (holds()) return true;
    await pause(2);
  }
  return holds();
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
