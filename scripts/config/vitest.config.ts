import { tmpdir } from 'node:os';
import { defineConfig } from 'vitest/config';
import { memoryFolder } from './temporary-files.ts';

export default defineConfig({
  root: `${import.meta.dirname}/../..`,
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // No module keeps state (a rule of the code), so files may share a process: half the time goes into loading otherwise.
    isolate: false,
    // The default leaves one core idle; with two cores that is half of the machine.
    maxWorkers: '100%',
    globalSetup: [`${import.meta.dirname}/temporary-files.ts`],
    env: { TMPDIR: memoryFolder() ?? tmpdir() },
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['src/registry.ts', 'src/cli/main.ts'],
    },
  },
});
