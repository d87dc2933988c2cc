/** Does help promise only what holds? */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { flagWord } from '../../src/cli/flags.ts';
import { parseCommandLine } from '../../src/cli/parse-command-line.ts';
import { protocol } from '../support/cli.ts';
import { repositoryRoot } from '../support/shared.ts';

const { version } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
  version: string;
};

test('--version', async () => {
  expect(await protocol(['--version'])).toEqual({ exitCode: 0, stdout: version, stderr: '' });
});

test('--help lists every command', async () => {
  const { exitCode, stdout, stderr } = await protocol(['--help']);
  expect([exitCode, stderr]).toEqual([0, '']);
  for (const { words, summary } of commands) {
    expect(stdout).toContain(`  ${words}`);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(summary);
  }
});

/** What the tool writes to stdout: see the test below for that. */
function helpOf(words: string): string {
  const asked = parseCommandLine([...words.split(' '), '--help'], commands, version);
  if (asked.kind !== 'text') throw new Error(`${words} --help would start work`);
  return asked.text;
}

test('help of a command goes to stdout', async () => {
  for (const words of ['run', 'sweep status']) {
    expect(await protocol([...words.split(' '), '--help'])).toEqual({
      exitCode: 0,
      stdout: helpOf(words).trimEnd(),
      stderr: '',
    });
  }
});

describe.each(commands.map((command) => [command.words, command] as const))(
  '%s',
  (words, command) => {
    test('--help names every flag, and fits in a terminal', () => {
      const text = helpOf(words);
      for (const name of Object.keys(command.flags)) expect(text).toContain(`--${flagWord(name)}`);
      for (const line of text.split('\n')) {
        if (!line.startsWith('    protocol ')) expect(line.length).toBeLessThanOrEqual(100);
      }
    });

    test('has examples, and each is accepted', () => {
      expect(command.examples.length).toBeGreaterThan(0);
      for (const { line } of command.examples) {
        expect(line.startsWith(`${words} `) || line === words).toBe(true);
        expect(parseCommandLine(line.split(' '), commands, version).kind).toBe('work');
      }
    });
  },
);

test('every name that an axis lists is one that its flag takes', async () => {
  const run = commands.find((command) => command.words === 'run');
  for (const [axis, flag] of [
    ['methods', 'method'],
    ['topologies', 'topology'],
    ['datasets', 'dataset'],
  ] as const) {
    const { exitCode, stdout } = await protocol(['list', axis, '--json']);
    expect(exitCode).toBe(0);
    const ids = (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id);
    expect(run?.flags[flag]).toMatchObject({ choices: ids });
  }
});

test('list models and list providers', async () => {
  const models = await protocol(['list', 'models', '--json']);
  const providers = await protocol(['list', 'providers', '--json']);
  const names = JSON.parse(models.stdout) as { name: string; provider: string }[];
  const ids = (JSON.parse(providers.stdout) as { id: string }[]).map(({ id }) => id);
  expect(names.map(({ name }) => name)).toContain('sim');
  for (const { provider } of names) expect(ids).toContain(provider);
});
