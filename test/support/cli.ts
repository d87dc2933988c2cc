/** What does the built tool answer? Spawns dist/cli/main.js as a user's shell would. */
import { cpSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { isBuildFresh } from '../../scripts/source-digest.ts';
import { repositoryRoot } from './shared.ts';

export interface Spawned {
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export interface SpawnOptions {
  readonly cwd?: string;
  readonly env?: { readonly [name: string]: string };
  /** Folder with dist/, configs/ and benchmarks/; the repository by default. */
  readonly root?: string;
}

const isFresh = isBuildFresh(repositoryRoot);

/** @throws Error when dist/ is not the build of the present source */
export function binaryPath(root = repositoryRoot): string {
  if (!isFresh) {
    throw new Error('dist/ is not the build of src/: run "npm run build" first ("npm test" does)');
  }
  return join(root, 'dist', 'cli', 'main.js');
}

/** Nothing of the developer's environment reaches the tool: no keys, no endpoints, no data folder. */
export function cleanEnvironment(more: { readonly [name: string]: string } = {}) {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, ...more };
}

export async function protocol(
  words: readonly string[],
  { cwd, env, root }: SpawnOptions = {},
): Promise<Spawned> {
  const { exitCode, stdout, stderr } = await execa(process.execPath, [binaryPath(root), ...words], {
    cwd: cwd ?? tmpdir(),
    env: cleanEnvironment(env),
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
  });
  return { exitCode, stdout, stderr };
}

/** A copy of what is installed, for tests that change configuration files. */
export function copiedInstallation(): string {
  binaryPath();
  const root = mkdtempSync(join(tmpdir(), 'protocol-installed-'));
  for (const part of ['dist', 'configs', 'package.json']) {
    cpSync(join(repositoryRoot, part), join(root, part), { recursive: true });
  }
  const ids = join('benchmarks', 'apibank');
  mkdirSync(join(root, ids), { recursive: true });
  for (const name of ['apibank_eval_ids.json', 'apibank_pool_ids.json']) {
    cpSync(join(repositoryRoot, ids, name), join(root, ids, name));
  }
  symlinkSync(join(repositoryRoot, 'node_modules'), join(root, 'node_modules'));
  return root;
}
