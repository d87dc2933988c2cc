/** Does a table fail a build when it should, and leave what build servers read? */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CommandContext } from '../../../../src/cli/command.ts';
import { commands } from '../../../../src/cli/commands.ts';
import { parseCommandLine } from '../../../../src/cli/parse-command-line.ts';
import { temporaryFolder } from '../../../support/job/job-files.ts';
import { runHere } from '../../../support/job/run-here.ts';
import { repositoryRoot } from '../../../support/shared.ts';

async function protocol(
  words: readonly string[],
  at: { readonly folder: string; readonly environment?: { readonly [name: string]: string } },
): Promise<{ readonly code: number; readonly out: string; readonly told: string }> {
  const [out, told]: [string[], string[]] = [[], []];
  const asked = parseCommandLine(words, commands, '0');
  if (asked.kind === 'text') throw new Error('it is work');
  const context = {
    writeOut: (text: string) => out.push(text),
    writeError: (text: string) => told.push(text),
    environment: at.environment ?? {},
    workingDirectory: at.folder,
    packageRoot: repositoryRoot,
    invocation: 'protocol',
  } as unknown as CommandContext;
  return { code: await asked.start(context), out: out.join(''), told: told.join('') };
}

test('exit 1 with JUnit, a summary and errors; 0 where nothing was asked for', async () => {
  const folder = temporaryFolder();
  await runHere({ folder: join(folder, 'runs/0') });
  const words = ['aggregate', 'runs', '--seeds', '0'];
  expect((await protocol(words, { folder })).code).toBe(0);

  const summary = join(folder, 'summary.md');
  writeFileSync(summary, 'before\n');
  const checks = ['--fail-under', '100', '--fail-on-regression', '--junit', 'out/checks.xml'];
  const failed = await protocol([...words, ...checks, '--github-summary'], {
    folder,
    environment: { GITHUB_STEP_SUMMARY: summary },
  });
  expect(failed.code).toBe(1);
  expect(failed.told).toContain('::error title=protocol rate%3A ');
  expect(failed.told).toContain('at least 100 % are asked for');
  const xml = readFileSync(join(folder, 'out/checks.xml'), 'utf8');
  expect(xml).toContain('<testsuites name="protocol" tests="2" failures="1" skipped="0"');
  expect(readFileSync(summary, 'utf8')).toMatch(/^before\n## protocol: 1 of 2 checks failed\n/);

  // Two seeds are asked for and one is there: a gate does not pass on what is missing.
  const incomplete = ['aggregate', 'runs', '--seeds', '0,1', '--fail-on-regression'];
  expect(await protocol(incomplete, { folder })).toMatchObject({ code: 1 });
});

test('a summary outside of an Action is refused before anything is computed', async () => {
  const folder = temporaryFolder();
  await expect(protocol(['aggregate', 'nowhere', '--github-summary'], { folder })).rejects.toThrow(
    'GITHUB_STEP_SUMMARY is not set',
  );
});

test('export says how many runs it wrote, and what it left out', async () => {
  const folder = temporaryFolder();
  await runHere({ folder: join(folder, 'runs/0') });
  const { code, out } = await protocol(['export', 'runs', '--mlflow', 'ml', '--wandb', 'wb'], {
    folder,
  });
  expect([code, JSON.parse(out)]).toEqual([
    0,
    { experiment: 'mas-protocol', runs: 1, mlflow: 'ml', wandb: 'wb' },
  ]);
  await expect(protocol(['export', 'runs'], { folder })).rejects.toThrow('--mlflow DIR');
});
