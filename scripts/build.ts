/** Is dist/ the build of this source? Compiles it; with --if-stale, only when the source has changed since. */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { execaSync } from 'execa';

const root = resolve(import.meta.dirname, '..');
const binary = join(root, 'dist', 'cli', 'main.js');
const stamp = join(root, 'node_modules', '.cache', 'mas-protocol', 'build-digest');

function sourceDigest(): string {
  const hash = createHash('sha256');
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join('src', name))
    .sort();
  for (const name of [...files, 'tsconfig.json', 'scripts/config/tsconfig.build.json']) {
    hash
      .update(`${name}\n`)
      .update(readFileSync(join(root, name)))
      .update('\n');
  }
  return hash.digest('hex');
}

function build(): void {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  rmSync(stamp, { force: true });
  const digest = sourceDigest();
  execaSync('tsc', ['-p', 'scripts/config/tsconfig.build.json'], {
    cwd: root,
    preferLocal: true,
    stdio: 'inherit',
  });
  chmodSync(binary, 0o755);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, digest);
}

const isFresh =
  existsSync(binary) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceDigest();
if (!(process.argv.includes('--if-stale') && isFresh)) build();
