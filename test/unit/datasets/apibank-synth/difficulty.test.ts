/** Is the pool neither trivial nor hopeless for the simulated model as it is? */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runEval } from '../../../../src/protocol/eval/run-eval.ts';
import { repositoryRoot } from '../../../support/shared.ts';

const LEVELS = ['1', '2', '3'] as const;

describe('sim without a method', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'synth-difficulty-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  it.each([0, 1])('solves a fair part of each level of seed %i', async (datasetSeed) => {
    for (const level of LEVELS) {
      const { rows } = await runEval(
        {
          dataset: 'apibank-synth',
          datasetOptions: { datasetSeed },
          topology: 'single',
          parameters: { teamSize: null, communication: null, rounds: null, aggregation: null },
          model: 'sim',
          taskEndpoints: [],
          seed: 0,
          concurrency: null,
          selection: { level, limit: 245, offset: 0, only: [], curatedPath: null },
          config: null,
          outDir: folder,
          out: null,
        },
        { packageRoot: repositoryRoot, workingDirectory: folder, environment: {} },
        {
          stop: new AbortController().signal,
          abort: new AbortController().signal,
          onTask: () => undefined,
        },
      );
      const rate = rows.filter((row) => row.correct).length / rows.length;
      expect(rate, `level ${level}`).toBeGreaterThan(0.25);
      expect(rate, `level ${level}`).toBeLessThan(0.7);
    }
  });
});
