/** What does a job say of its gates, and which gates can be asked for? */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { protocol } from '../support/cli.ts';

describe('gates from the shell', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'gates-'));
  const words = ['run', '--method', 'maspo', '--topology', 'centralized', '--model', 'sim'];
  const base = [...words, '--dataset', 'apibank-synth', '--budget', '200', '--out', 'job'];
  afterAll(() => rmSync(cwd, { recursive: true, force: true }));

  test('a gate that is not the grid’s is named; all verdicts are told on card, report and show', async () => {
    const gate = ['--gate', 'paired', '--gate-level', '0.2', '--gate-tasks', '25'];
    const done = await protocol([...base, ...gate], { cwd });
    expect(done.exitCode).toBe(0);
    const result = JSON.parse(done.stdout) as {
      readonly notConformantBecause: readonly string[];
      readonly selection: object;
    };
    expect(result.notConformantBecause).toContain('gate paired, not strict');
    expect(result.notConformantBecause).toContain(
      '25 validation tasks kept from the method (--gate-tasks)',
    );
    expect(result.selection).toMatchObject({
      gate: { rule: 'paired', level: 0.2, deciding: 25, finalists: 1, searchSignal: 0 },
    });
    const shown = await protocol(['show', 'job'], { cwd });
    const report = readFileSync(join(cwd, 'job', 'report.md'), 'utf8');
    for (const text of [done.stderr, shown.stdout, report]) {
      expect(text).toMatch(/paired decides: (deploys|keeps the seed) \(/);
      expect(text).toMatch(/strict: (deploys|keeps the seed) \(/);
      expect(text).toMatch(/margin: (deploys|keeps the seed) \(/);
      expect(text).toContain('decided on 25 validation tasks that the method never had: fresh');
    }
    for (const text of [shown.stdout, report]) expect(text).toContain('fresh validation');
    const json = JSON.parse((await protocol(['show', 'job', '--json'], { cwd })).stdout) as object;
    expect(json).toHaveProperty('report.overfit.changed', true);
    expect(json).toHaveProperty('report.gates.0');
  });

  test('a gate that leaves the method nothing is refused, as is a level that is none', async () => {
    const all = await protocol([...base, '--gate-tasks', '50'], { cwd });
    expect(all.exitCode).toBe(2);
    expect(all.stderr).toContain(
      '--gate-tasks 50 leaves the method none of the 50 validation tasks',
    );
    const level = await protocol([...base, '--gate-level', '0'], { cwd });
    expect(level.exitCode).toBe(2);
    expect(level.stderr).toContain('--gate-level must be at least');
  });
});
