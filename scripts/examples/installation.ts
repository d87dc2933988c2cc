/** What every program that uses the library says first: where it is, and which process this is. */
import { hostname } from 'node:os';
import { resolve } from 'node:path';
// In a program of yours: from 'mas-protocol'.
import type { Installation, ProcessIdentity } from '../../src/index.ts';

/** The folder with configs/ and benchmarks/: of an installed package, node_modules/mas-protocol. */
const packageRoot = resolve(import.meta.dirname, '../..');

export function installationIn(workingDirectory: string): Installation {
  return { packageRoot, workingDirectory, environment: process.env, memory: new Map() };
}

export const identity: ProcessIdentity = {
  pid: process.pid,
  host: hostname(),
  runtime: `node ${process.versions.node}`,
  startedAt: Date.now() - process.uptime() * 1_000,
  isAlive(pid) {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  },
};

/** Never fires: these programs run to their end. */
export const never = new AbortController().signal;
