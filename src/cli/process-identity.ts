/** Which process is this, and does another one live? */
import { hostname } from 'node:os';
import type { ProcessIdentity } from '../store/lock.ts';

export function processIdentity(): ProcessIdentity {
  return {
    pid: process.pid,
    host: hostname(),
    startedAt: Date.now() - process.uptime() * 1000,
    runtime: `node ${process.versions.node}`,
    isAlive: (pid) => {
      try {
        process.kill(pid, 0);
        return true;
      } catch (error) {
        // EPERM: it lives, but belongs to someone else.
        return (error as NodeJS.ErrnoException).code === 'EPERM';
      }
    },
  };
}
