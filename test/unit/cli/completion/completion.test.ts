/** Does a shell finish what the command tables have, and do editors get the schema that is checked? */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CommandContext } from '../../../../src/cli/command.ts';
import { commands } from '../../../../src/cli/commands.ts';
import { completionScript } from '../../../../src/cli/completion/script.ts';
import { parseCommandLine } from '../../../../src/cli/parse-command-line.ts';
import { repositoryRoot } from '../../../support/shared.ts';

const hasBash = spawnSync('bash', ['--version']).status === 0;
if (!hasBash) process.stderr.write('skipped: bash is not here\n');

/** What bash offers with the cursor behind each of the lines, from one process. */
function finished(lines: readonly (readonly string[])[]): string[][] {
  const asks = lines.map(
    (words) =>
      `COMP_WORDS=(protocol ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _protocol; echo "\${COMPREPLY[*]}"`,
  );
  const script = `${completionScript('bash', commands)}\n${asks.join('\n')}`;
  const { stdout, stderr } = spawnSync('bash', ['--norc'], {
    input: script,
    encoding: 'utf8',
    cwd: join(repositoryRoot, 'configs'),
  });
  expect(stderr).toBe('');
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ').filter((word) => word !== ''));
}

describe.skipIf(!hasBash)('bash', () => {
  test('commands, their second words, flags, names and files', () => {
    const [first, second, flag, name, file, value] = finished([
      ['comp'],
      ['sweep', 'st'],
      ['sweep', 'status', '--al'],
      ['run', '--method', 'ma'],
      ['sweep', 'sw'],
      ['run', '--out', 'gri'],
    ]);
    expect(first).toEqual(['compare', 'completion']);
    expect(second).toEqual(['status', 'stop']);
    expect(flag).toEqual(['--all', '--allow-any-cell']);
    expect(name).toEqual(expect.arrayContaining(['maspo', 'mapro', 'maspob']));
    expect(file).toEqual(['sweeps']);
    expect(value).toEqual(['grid.yaml']);
  });
});

test('fish has a line for every flag of every command', () => {
  const lines = completionScript('fish', commands).trimEnd().split('\n');
  const flags = commands.flatMap((command) => Object.keys(command.flags));
  expect(lines.filter((line) => / -l /.test(line))).toHaveLength(flags.length);
  // Quotes are closed: an even number of those that are not escaped.
  for (const line of lines) {
    expect(line.replaceAll(String.raw`\'`, '').split("'").length % 2).toBe(1);
  }
});

test('config schema sweep is what lies in configs/schemas', async () => {
  const told: string[] = [];
  const asked = parseCommandLine(['config', 'schema', 'sweep'], commands, '0');
  if (asked.kind === 'text') throw new Error('it is work');
  const context = { writeOut: (text: string) => told.push(text) } as unknown as CommandContext;
  expect(await asked.start(context)).toBe(0);
  const file = join(repositoryRoot, 'configs/schemas/sweep.schema.json');
  expect(told.join('')).toBe(readFileSync(file, 'utf8'));
  expect(() => parseCommandLine(['config', 'schema'], commands, '0')).toThrow('NAME is missing');
});
