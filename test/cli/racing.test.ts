/** What does a job say of the rollouts that it did not need? */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { protocol, type Spawned } from '../support/cli.ts';

interface Result {
  readonly conformant: boolean;
  readonly notConformantBecause: readonly string[];
  readonly optimization: {
    readonly stop: string;
    readonly budget: { readonly charged: number };
    readonly candidates: object;
    readonly rolloutsSaved?: { readonly race: number; readonly abort: number };
  };
  readonly selection: { readonly deployedDigest: string };
}

describe('a job that may end comparisons early', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'racing-'));
  const base = ['run', '--topology', 'single', '--dataset', 'apibank-synth', '--model', 'sim'];
  const run = async (folder: string, words: readonly string[]): Promise<Spawned> =>
    await protocol([...base, '--out', folder, ...words], { cwd });
  const resultOf = ({ stdout }: Spawned): Result => JSON.parse(stdout) as Result;
  const report = (folder: string): string => readFileSync(join(cwd, folder, 'report.md'), 'utf8');
  let plain: Spawned;
  let aborting: Spawned;

  beforeAll(async () => {
    [plain, aborting] = await Promise.all([
      run('plain', ['--method', 'gepa']),
      run('abort', ['--method', 'gepa', '--abort-hopeless']),
    ]);
    expect([plain.exitCode, aborting.exitCode]).toEqual([0, 0]);
  });

  afterAll(() => {
    rmSync(cwd, { recursive: true, force: true });
  });

  test('comes to the same end with the abort, and pays less by what it says', () => {
    const [whole, short] = [resultOf(plain), resultOf(aborting)];
    expect(whole.optimization.stop).toBe('plateau');
    expect(short.selection.deployedDigest).toBe(whole.selection.deployedDigest);
    expect(short.optimization.candidates).toEqual(whole.optimization.candidates);
    const saved = short.optimization.rolloutsSaved;
    expect(saved).toEqual({ race: 0, abort: expect.any(Number) as number });
    expect(saved?.abort).toBeGreaterThan(0);
    expect(short.optimization.budget.charged + (saved?.abort ?? 0)).toBe(
      whole.optimization.budget.charged,
    );
    const line = `saved ${saved?.abort} rollouts by abort, 0 by race`;
    expect(aborting.stderr).toContain(`\n${line}\n`);
    expect(report('abort')).toContain(`- ${line}\n`);
  });

  test('names what departs from the protocol', async () => {
    const raced = await run('race', [
      ...['--method', 'random', '--budget', '250'],
      ...['--race', '--abort-hopeless'],
    ]);
    const { conformant, notConformantBecause, optimization } = resultOf(raced);
    expect(conformant).toBe(false);
    expect(notConformantBecause).toContain('candidates race (--race)');
    expect(notConformantBecause).toContain('hopeless candidates are aborted (--abort-hopeless)');
    expect(optimization.rolloutsSaved?.race).toBeGreaterThan(0);
  });

  test('nothing of it is told, and nothing is in the identity, when both ways are off', () => {
    const told = [plain.stdout, plain.stderr, report('plain')];
    for (const name of ['job.json', 'optimization.json', 'config.yaml']) {
      told.push(readFileSync(join(cwd, 'plain', name), 'utf8'));
    }
    for (const text of told)
      expect(text).not.toMatch(/racing|rolloutsSaved|rollouts? saved|by race/);
  });

  test('a folder of a job without it is another job', async () => {
    const other = await run('plain', ['--method', 'gepa', '--race']);
    expect(other.exitCode).not.toBe(0);
    expect(other.stderr).toContain('racing');
  });
});
