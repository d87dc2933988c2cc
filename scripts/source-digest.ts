/** Is dist/ the build of the source as it is now? */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where a build keeps the digest of the source it was made from. */
export function buildStamp(root: string): string {
  return join(root, 'dist', '.source-digest');
}

/** What a build depends on besides src/. The lock file tells the code of the packages. */
const ALSO_IN_IT = [
  'package-lock.json',
  'tsconfig.json',
  'scripts/bundle.ts',
  'scripts/config/tsconfig.build.json',
];

export function sourceDigest(root: string): string {
  const hash = createHash('sha256');
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join('src', name))
    .sort();
  for (const name of [...files, ...ALSO_IN_IT]) {
    hash
      .update(`${name}\n`)
      .update(readFileSync(join(root, name)))
      .update('\n');
  }
  return hash.digest('hex');
}

export function isBuildFresh(root: string): boolean {
  const stamp = buildStamp(root);
  const isBuilt = existsSync(join(root, 'dist', 'cli', 'main.js')) && existsSync(stamp);
  return isBuilt && readFileSync(stamp, 'utf8') === sourceDigest(root);
}
