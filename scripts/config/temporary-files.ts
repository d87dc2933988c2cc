/** Where do tests write their temporary files? In memory, where there is room: jobs write thousands of small ones. */
import { mkdirSync, rmSync, statfsSync } from 'node:fs';

const SHARED_MEMORY = '/dev/shm';
/** The suite leaves less than a tenth of this at a time. */
const NEEDED_BYTES = 2 * 1024 ** 3;

/** Of this run of the tests; null where the machine has no such place, or too little of it. */
export function memoryFolder(): string | null {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return bavail * bsize < NEEDED_BYTES ? null : `${SHARED_MEMORY}/protocol-tests-${process.pid}`;
  } catch {
    return null;
  }
}

/** Called by vitest before the first test; what it returns is called after the last. */
export default function setup(): () => void {
  const folder = memoryFolder();
  if (folder === null) return () => undefined;
  mkdirSync(folder, { recursive: true });
  return () => rmSync(folder, { recursive: true, force: true });
}
