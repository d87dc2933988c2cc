/** Compiles src/ to dist/ and bundles the command line; with --if-stale, only when the source has changed since the last build. */
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { execaSync } from 'execa';
import { bundleCli } from './bundle.ts';
import { buildStamp, isBuildFresh, sourceDigest } from './source-digest.ts';

const root = resolve(import.meta.dirname, '..');

async function build(): Promise<boolean> {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const digest = sourceDigest(root);
  const { exitCode } = execaSync('tsc', ['-p', 'scripts/config/tsconfig.build.json'], {
    cwd: root,
    preferLocal: true,
    reject: false,
    stdio: 'inherit',
  });
  if (exitCode !== 0) return false;
  await bundleCli(root);
  chmodSync(join(root, 'dist', 'cli', 'main.js'), 0o755);
  writeFileSync(buildStamp(root), digest);
  return true;
}

const isWanted = !(process.argv.includes('--if-stale') && isBuildFresh(root));
if (isWanted && !(await build())) process.exitCode = 1;
