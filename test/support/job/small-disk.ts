/** How does a test get a disk that is full, or that cannot be written? */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface SmallDisk {
  readonly path: string;
  /** Options of mount, for example `size=8m` or `ro`. */
  readonly remount: (options: string) => void;
}

function mount(words: readonly string[]): boolean {
  return spawnSync('mount', words, { stdio: 'ignore' }).status === 0;
}

/** True where this process may mount; a file system in memory is then the disk of a test. */
export const canMount: boolean = (() => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const path = mkdtempSync(join(tmpdir(), 'protocol-disk-'));
  const works = mount(['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', path]);
  if (works) spawnSync('umount', [path]);
  rmSync(path, { recursive: true, force: true });
  if (!works)
    process.stderr.write('skipped: tests of full and read-only disks (mount is refused)\n');
  return works;
})();

/** A disk of so many kilobytes, gone after the test. */
export function smallDisk(kilobytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'protocol-disk-'));
  if (!mount(['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', path])) {
    throw new Error(`cannot mount a file system at ${path}`);
  }
  onTestFinished(() => {
    // Lazily: a test that failed may have left a file open.
    spawnSync('umount', ['-l', path]);
    rmSync(path, { recursive: true, force: true });
  });
  return {
    path,
    remount: (options) => {
      if (!mount(['-o', `remount,${options}`, path])) throw new Error(`cannot remount ${path}`);
    },
  };
}
