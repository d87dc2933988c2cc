/** Is a plugin that `npm run create` writes a working one? */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repositoryRoot } from '../support/shared.ts';

const root = mkdtempSync(join(tmpdir(), 'create-plugin-'));
const created = [
  ['optimizer', 'my_climb'],
  ['topology', 'panel'],
  ['dataset', 'small_sums'],
  ['provider', 'echo'],
] as const;
const tests = created.map(([, id]) => `test/conformance/${id.replace('_', '-')}.test.ts`);

interface Ended {
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(command: string, ...words: string[]): Promise<Ended> {
  const { exitCode, stdout, stderr } = await execa(command, words, {
    cwd: root,
    preferLocal: true,
    localDir: repositoryRoot,
    reject: false,
    env: { NO_COLOR: '1' },
  });
  return { exitCode, stdout, stderr };
}

beforeAll(() => {
  const parts = ['src', 'scripts', 'configs', 'test/conformance', 'test/support'];
  for (const part of [...parts, 'package.json', 'tsconfig.json', '.biome.json']) {
    cpSync(join(repositoryRoot, part), join(root, part), { recursive: true });
  }
  symlinkSync(join(repositoryRoot, 'node_modules'), join(root, 'node_modules'));
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

describe('npm run create', () => {
  test('writes one of each, names it in the registry and says what to do next', async () => {
    for (const [kind, id] of created) {
      const { exitCode, stdout, stderr } = await run('tsx', 'scripts/create-plugin.ts', kind, id);
      expect([exitCode, stderr]).toEqual([0, '']);
      expect(stdout).toContain('wrote  src/registry.ts');
    }
    const registry = readFileSync(join(root, 'src/registry.ts'), 'utf8');
    for (const [, id] of created) expect(registry).toContain(`  ${id}: async () =>`);
  });

  test('refuses a name that is taken, is none, or is of no kind', async () => {
    const refused = [
      [['topology', 'panel'], 'topology "panel" is there already'],
      [['optimizer', '../escape'], '"../escape" cannot be a name'],
      [['topolgy', 'x'], 'usage: npm run create'],
    ] as const;
    const ended = await Promise.all(
      refused.map(([words]) => run('tsx', 'scripts/create-plugin.ts', ...words)),
    );
    for (const [index, [, message]] of refused.entries()) {
      expect(ended[index]?.exitCode).toBe(2);
      expect(ended[index]?.stderr).toContain(message);
    }
  });

  test('they compile, and keep the contracts of their kinds', async () => {
    writeFileSync(
      join(root, 'tsconfig.created.json'),
      JSON.stringify({
        extends: './tsconfig.json',
        compilerOptions: { incremental: false, tsBuildInfoFile: null },
        files: ['src/registry.ts', 'src/models/transport/undici-client.d.ts', ...tests],
        include: [],
      }),
    );
    const [compiled, checked] = await Promise.all([
      run('tsc', '-p', 'tsconfig.created.json'),
      run('vitest', 'run', '--config', 'scripts/config/vitest.config.ts', ...tests),
    ]);
    expect(compiled.stdout).toBe('');
    expect([checked.exitCode, checked.stdout]).toEqual([0, expect.stringContaining('4 passed')]);
  }, 240_000);

  test('and they run together', async () => {
    const cli = ['tsx', 'src/cli/main.ts'] as const;
    const download = await run(...cli, 'data', 'download', 'small_sums');
    expect(download.exitCode).toBe(0);
    const axes = ['--method', 'my_climb', '--dataset', 'small_sums', '--topology', 'single'];
    const job = await run(
      ...cli,
      'run',
      ...axes,
      '--model',
      'sim',
      '--budget',
      '20',
      '--allow-any-cell',
      '--quiet',
    );
    expect([job.exitCode, job.stderr]).toEqual([0, '']);
    expect(JSON.parse(job.stdout)).toMatchObject({
      status: 'completed',
      method: 'my_climb',
      dataset: 'small_sums',
      simulated: true,
    });
  });
});
