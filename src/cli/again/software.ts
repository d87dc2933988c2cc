/** Which program is this, down to the commit and the versions of what it uses? */
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Software } from '../../store/lock.ts';

/** Asks git where the tool runs from a checkout; an installed package has no commit, and no lockfile of its own. */
export function softwareOf(packageRoot: string, version: string): Software {
  return {
    package: `mas-protocol ${version}`,
    platform: `${process.platform}-${process.arch}`,
    ...commitOf(packageRoot),
    lockfile: fileHash(join(packageRoot, 'package-lock.json')),
  };
}

function commitOf(root: string): Pick<Software, 'commit' | 'changed'> {
  if (!existsSync(join(root, '.git'))) return { commit: null, changed: null };
  const git = (...words: string[]): string =>
    execFileSync('git', ['-C', root, ...words], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 10_000,
    }).trim();
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no') !== '';
    return { commit: git('rev-parse', 'HEAD'), changed };
  } catch {
    // No git, or no commit yet.
    return { commit: null, changed: null };
  }
}

function fileHash(path: string): string | null {
  try {
    return hash('sha256', readFileSync(path));
  } catch {
    return null;
  }
}
