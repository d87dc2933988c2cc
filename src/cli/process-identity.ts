/** Which process is this, and does another one live? */
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { ProcessIdentity, Software } from '../store/lock.ts';

/** @param lookUp which program this is; asked at most once, when somebody wants to know. Absent: nobody learns it */
export function processIdentity(lookUp?: () => Software): ProcessIdentity {
  let known: Software | undefined;
  return {
    get software() {
      known ??= lookUp?.();
      return known;
    },
    pid: process.pid,
    host: hostname(),
    startedAt: Date.now() - process.uptime() * 1000,
    runtime: `node ${process.versions.node}`,
    isAlive: (pid) => {
      try {
        process.kill(pid, 0);
        return !isDefunct(pid);
      } catch (error) {
        // EPERM: it lives, but belongs to someone else.
        return (error as NodeJS.ErrnoException).code === 'EPERM';
      }
    },
  };
}

/** Killed, and kept in the list because nobody has asked how it ended: in a container that can be for ever. */
function isDefunct(pid: number): boolean {
  try {
    // "pid (name) state …", where the name may hold anything.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return /^\) [ZX]/.test(text.slice(text.lastIndexOf(')')));
  } catch {
    return false;
  }
}
